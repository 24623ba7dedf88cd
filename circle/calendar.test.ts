import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asksIn, calendarDueAt, CALENDAR_NOTICE_MS, isAskedFor, missedByCalendar, nextByCalendar } from './calendar.ts'
import { DAY_MS, nextPeriod, periodOf, periodStart } from './period.ts'
import { dose } from './testing/dose.ts'

const at = (text: string) => Date.parse(text)
const long = at('2020-01-01T00:00:00Z')
const nothing = { pulledPeriod: null, calendarPeriod: null }

describe('the contribution calendar', () => {
  test('means a day and hour in São Paulo', () => {
    expect(calendarDueAt({ day: 7, hour: 9 }, '2026-12')).toBe(at('2026-12-07T09:00:00-03:00'))
    expect(calendarDueAt({ day: 1, hour: 0 }, '2026-12')).toBe(at('2026-12-01T03:00:00Z'))
    expect(calendarDueAt({ day: 31, hour: 23 }, '2026-12')).toBe(at('2026-12-31T23:00:00-03:00'))
  })

  test.each([
    ['2026-02', '2026-02-28'],
    ['2028-02', '2028-02-29'],
    ['2026-04', '2026-04-30'],
    ['2026-05', '2026-05-31'],
  ])('asks on the last day of a month that is too short: the 31st of %s is %s', (period, day) => {
    expect(calendarDueAt({ day: 31, hour: 9 }, period)).toBe(at(`${day}T09:00:00-03:00`))
  })

  test('falls within its own month, for every day, hour and month', () => {
    const months = fc.integer({ min: 2020 * 12, max: 2060 * 12 }).map((month) => {
      const [year, of] = [Math.floor(month / 12), (month % 12) + 1]
      return `${year}-${String(of).padStart(2, '0')}`
    })
    fc.assert(
      fc.property(months, fc.integer({ min: 1, max: 31 }), fc.integer({ min: 0, max: 23 }), (period, day, hour) => {
        const due = calendarDueAt({ day, hour }, period)
        expect(periodOf(due)).toBe(period)
        expect(due).toBeGreaterThanOrEqual(periodStart(period))
        expect(due).toBeLessThan(periodStart(nextPeriod(period)))
      }),
      { numRuns: dose(200, 5_000) },
    )
  })

  test('begins with the first month that everybody can be told of three days before', () => {
    const set = (text: string) => ({ day: 7, hour: 9, setAt: at(text) })
    expect(asksIn(set('2026-11-04T09:00:00-03:00'), '2026-11')).toBe(true)
    expect(asksIn(set('2026-11-04T09:00:00.001-03:00'), '2026-11')).toBe(false)
    const next = nextByCalendar(set('2026-11-05T12:00:00-03:00'), nothing, at('2026-11-05T12:00:00-03:00'))
    expect(next).toEqual({ period: '2026-12', at: at('2026-12-07T09:00:00-03:00') })
  })

  test('asks for the present month also after its hour, and for none that has ended', () => {
    const calendar = { day: 7, hour: 9, setAt: long }
    const next = (now: string, asked = nothing) => nextByCalendar(calendar, asked, at(now)).period
    expect(next('2026-11-30T23:59:59-03:00')).toBe('2026-11')
    expect(next('2026-12-01T00:00:00-03:00')).toBe('2026-12')
    expect(next('2026-11-07T09:00:00-03:00', { pulledPeriod: '2026-11', calendarPeriod: null } as never)).toBe(
      '2026-12',
    )
    expect(next('2026-11-07T09:00:00-03:00', { pulledPeriod: null, calendarPeriod: '2026-11' } as never)).toBe(
      '2026-12',
    )
  })

  test('asks for nothing again when the clock is set back', () => {
    const calendar = { day: 7, hour: 9, setAt: long }
    const asked = { pulledPeriod: '2026-12', calendarPeriod: '2026-12' }
    expect(nextByCalendar(calendar, asked, at('2026-11-10T12:00:00Z')).period).toBe('2027-01')
    expect(isAskedFor(asked, '2026-11')).toBe(true)
  })

  test('names the month that went by with nothing running, and none that was asked for or that it was not to ask for', () => {
    const calendar = { day: 7, hour: 9, setAt: long }
    const now = at('2026-12-02T12:00:00Z')
    expect(missedByCalendar(calendar, nothing, now)).toBe('2026-11')
    expect(missedByCalendar(calendar, { pulledPeriod: '2026-11', calendarPeriod: null }, now)).toBeNull()
    expect(missedByCalendar(calendar, { pulledPeriod: null, calendarPeriod: '2026-11' }, now)).toBeNull()
    expect(missedByCalendar({ ...calendar, setAt: at('2026-11-20T12:00:00Z') }, nothing, now)).toBeNull()
  })

  test('gives a notice of three days', () => {
    expect(CALENDAR_NOTICE_MS).toBe(3 * DAY_MS)
  })
})
