import { describe, expect, test } from 'vitest'
import { periodStart } from '../period.ts'
import { presets, rodaPlan } from '../plan.ts'
import { story } from '../testing/story.ts'
import type { Story } from '../testing/story.ts'
import { forecast, forecastRanges, FORECAST_MONTHS } from './forecast.ts'
import type { ForecastMonth } from './forecast.ts'
import { BEFORE } from './turn-log.ts'

const roda = rodaPlan({ amountCents: 10_000, months: 3 })
/** On the fifth of a month at noon. */
const pullAt = (period: string) => periodStart(period) + (4 * 24 + 12) * 3_600_000
const liveOf = ({ state, now }: Story) => ({ state, now, pullAt })

/** Each N1 place's first turn: `m1 2026-01..2026-02`. */
function told(from: Story): string[] {
  const { periods, places } = forecast(liveOf(from))
  const month = (index: ForecastMonth) => (index === null ? 'never' : index === BEFORE ? 'now' : periods[index])
  return places.map(({ memberId, turns: [turn] }) =>
    turn ? `${memberId} ${month(turn.begins)}..${month(turn.ends)}` : `${memberId} never`,
  )
}

describe('the forecast of a roda of four, three donations a turn', () => {
  const four = () => story({ plan: roda, at: '2026-01-10T12:00:00Z' }).members(4).placed()

  test('before the first pull begins with the month that nobody was asked for yet', () => {
    expect(told(four())).toEqual([
      'm1 2026-01..2026-01',
      'm2 2026-01..2026-02',
      'm3 2026-02..2026-03',
      'm4 2026-03..2026-03',
    ])
  })

  test('waits for this month’s day when that is still to come', () => {
    expect(told(four().at('2026-01-02T12:00:00Z'))[0]).toBe('m1 2026-01..2026-01')
  })

  test('asks a month once: after its pull, what is open is paid and the next month follows', () => {
    const pulled = four().pull()
    expect(told(pulled)).toEqual(['m1 now..2026-01', 'm2 now..2026-02', 'm3 2026-02..2026-03', 'm4 2026-03..2026-03'])
  })

  test('counts a receipt that waits as paid, also past its deadline and under a report', () => {
    const sent = four().pull().sendsReceipt('m2').sendsReceipt('m3').sendsReceipt('m4').reports('m2', 'm2→m1')
    expect(told(sent.at('2026-02-15T12:00:00Z'))[0]).toBe('m1 now..2026-02')
  })

  test('moves behind contributions that were not paid: the later turns wait for the next month', () => {
    const late = four().pull().paid('m2', 'm3').at('2026-02-15T12:00:00Z').expire()
    expect(told(late)).toEqual(['m1 now..2026-02', 'm2 now..2026-02', 'm3 2026-03..2026-03', 'm4 2026-03..2026-04'])
  })

  test('says nothing of those who have no place', () => {
    expect(told(four().suspended('m3')).join(' ')).not.toContain('m3')
  })

  test('does not foresee what lies beyond two years', () => {
    const long = story({ plan: rodaPlan({ amountCents: 10_000, months: 50 }), at: '2026-01-10T12:00:00Z' })
      .members(51)
      .placed()
    const lines = told(long)
    expect(lines[23]).toMatch(/^m24 2027-1/)
    expect(lines.at(-1)).toBe('m51 never')
    expect(FORECAST_MONTHS).toBe(24)
  })

  test('with misses is a range that is never earlier than with everybody paying, the same every time', () => {
    const circle = four().pull()
    const paying = forecast(liveOf(circle)).places
    const found = forecastRanges(liveOf(circle))
    expect(forecastRanges(liveOf(circle))).toEqual(found)
    const late = (month: ForecastMonth) => month ?? FORECAST_MONTHS
    for (const [index, { ranges }] of found.entries()) {
      expect(ranges.map(({ share }) => share)).toEqual([0.05, 0.1])
      for (const { begins, ends } of ranges) {
        expect(late(begins.low)).toBeLessThanOrEqual(late(begins.median))
        expect(late(begins.median)).toBeLessThanOrEqual(late(begins.high))
        expect(late(ends.low)).toBeLessThanOrEqual(late(ends.high))
        expect(late(begins.low)).toBeLessThanOrEqual(late(ends.low))
        expect(late(begins.median)).toBeGreaterThanOrEqual(late(paying[index]!.turns[0]!.begins))
      }
      const [few, many] = ranges
      expect(late(many!.ends.high)).toBeGreaterThanOrEqual(late(few!.ends.high))
    }
    expect(found[0]!.ranges[1]!.begins).toEqual({ low: BEFORE, median: BEFORE, high: BEFORE })
    expect(found[3]!.ranges[1]!.ends.high).toBeGreaterThan(found[3]!.ranges[1]!.ends.low!)
  })
})

describe('the forecast of three levels', () => {
  test('takes an upgrade that is offered as accepted at once: its place in the next queue follows', () => {
    const done = story({ plan: presets.termos, at: '2026-01-10T12:00:00Z' }).members(8).placed().pull().everyonePays()
    expect(done.offers('m1')).toHaveLength(1)
    const before = forecast(liveOf(done)).places
    expect(before.every(({ level }) => level === 1)).toBe(true)
    const upgraded = forecast(liveOf(done.upgrades('m1'))).places
    expect(upgraded.filter(({ level }) => level === 2).map(({ memberId }) => memberId)).toEqual(['m1'])
    expect(upgraded.filter(({ level }) => level === 1).map(({ turns }) => turns)).toEqual(
      before.map(({ turns }) => turns),
    )
  })
})
