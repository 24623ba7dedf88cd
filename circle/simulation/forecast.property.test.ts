import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Command } from '../circle.ts'
import { decide } from '../circle.ts'
import { queueOf } from '../decision.ts'
import { upgradesOffered } from '../levels.ts'
import { DAY_MS, nextPeriod, nextPull, periodOf, periodStart } from '../period.ts'
import type { Level } from '../plan.ts'
import { levelsOf } from '../plan.ts'
import { CAPACITY } from '../queue.ts'
import { isCounted, sharesMisfit } from '../shares.ts'
import type { CircleEvent, CircleState } from '../state.ts'
import { dose } from '../testing/dose.ts'
import { monthsFrom } from './calendar.ts'
import { FastCircle } from './fast-circle.ts'
import { forecast, FORECAST_MONTHS } from './forecast.ts'
import { openingOf } from './opening.ts'
import { ReferenceCircle } from './reference-circle.ts'
import { continueMonths } from './scenario.ts'
import { SeededRandom } from './seeded-random.ts'
import { livedCircle } from './testing/live.ts'
import type { Lived } from './testing/live.ts'
import { BEFORE } from './turn-log.ts'

const CIRCLES = dose(60, 500)
/** Always the same circles, since by chance too few of them may have been asked this month already. */
const SEED = 20_261_128

/** On the fifth of a month at noon. */
const pullAt = (period: string) => periodStart(period) + (4 * 24 + 12) * 3_600_000

type Turn = { begins: string; ends: string | null }

/**
 * Lives on from an instant with everybody paying: a plain loop over `decide` that knows neither openings nor arrays. Reports
 * end without a decision on the money, receipts that wait are confirmed, upgrades offered are accepted, and four times a
 * month or more everybody pays what is open, oldest first.
 */
function whatHappens({ state: live, now }: Lived, months: number): Map<string, Turn[]> {
  let state = live
  let at = now
  let ids = 0
  const turns = new Map<string, Turn[]>()
  for (const { id, turnId } of live.entries.values())
    turns.set(id, turnId === null ? [] : [{ begins: 'before', ends: null }])
  const running = new Map<string, Turn>()
  for (const [key, [turn]] of turns) if (turn) running.set(key, turn)

  const note = (event: CircleEvent) => {
    if (!('entryId' in event) || !('memberId' in event)) return
    // A place that is lost and given again has another id.
    const others = [...live.entries.values()].filter(
      ({ level, memberId }) => level === event.level && memberId === event.memberId,
    )
    const key = turns.has(event.entryId) ? event.entryId : (others[0]?.id ?? event.entryId)
    if (event.kind === 'turn.started') {
      const turn = { begins: periodOf(at), ends: null }
      turns.get(key)?.push(turn)
      running.set(key, turn)
    }
    if (event.kind === 'turn.completed') running.get(key)!.ends = periodOf(at)
  }
  const perform = (command: Command) => {
    const result = decide(state, command, { now: at, newId: () => `then-${String((ids += 1)).padStart(6, '0')}` })
    if (!result.ok) throw new Error(`${command.kind}: ${result.code}`)
    state = result.state
    for (const event of result.events) note(event)
    return result.events
  }
  const goUp = (memberId: string) => {
    if (state.members.get(memberId)!.status !== 'approved') return
    for (const fromLevel of levelsOf(state.plan).slice(0, -1)) {
      const toLevel = (fromLevel + 1) as Level
      const isOffered = upgradesOffered(state, memberId).some((offer) => offer.fromLevel === fromLevel)
      if (isOffered && queueOf({ state }, toLevel).length < CAPACITY)
        perform({ kind: 'accept_upgrade', memberId, fromLevel, toLevel })
    }
  }
  const confirm = (donationId: string) => {
    const { receiverId, sentCents } = state.donations.get(donationId)!
    const by = receiverId === null ? ('administration' as const) : { memberId: receiverId }
    const sum = sentCents === null ? {} : { cents: sentCents }
    return perform({ kind: 'confirm', donationId, by, ...sum }).filter((event) => event.kind === 'turn.completed')
  }
  const byAge = () => [...state.members.keys()].sort()
  const inOrder = (status: string) =>
    [...state.donations.values()].filter((each) => each.status === status).sort((a, b) => a.order - b.order)

  const passedOver = [...live.members.values()].filter(({ isPassedOver }) => isPassedOver)
  for (const memberId of passedOver.map(({ id }) => id).sort()) perform({ kind: 'serve_again', memberId })
  for (const reportId of live.reports.keys()) perform({ kind: 'set_report_status', reportId, status: 'DISMISSED' })
  perform({ kind: 'expire', late: true })
  for (const { id } of inOrder('PENDING_CONFIRMATION')) confirm(id)
  for (const { id, donorId, obligationId, parts } of inOrder('PENDING_PAYMENT').filter(
    (each) => each.parts > 0 || each.isLate,
  )) {
    const cents = parts > 0 ? { cents: state.obligations.get(obligationId)!.amountCents } : {}
    perform({ kind: 'send_receipt', donationId: id, memberId: donorId, ...cents })
    confirm(id)
  }
  const { pulledPeriod, plan } = live
  // Such a roda waits until its places fit its plan.
  const isMisfit = live.nextOrder === 1 && sharesMisfit(live) !== null
  for (const memberId of byAge()) goUp(memberId)
  const { rounds } = monthsFrom(now, { months, pulledPeriod, pullAt, deadlineDays: plan.deadlineDays })
  for (const round of rounds) {
    at = round.at
    perform({ kind: 'expire' })
    if (round.pulls) {
      for (const memberId of byAge()) {
        if (state.members.get(memberId)!.reentry !== 'allowed') continue
        const taken = new Set(queueOf({ state }, 1).map(({ position }) => position))
        const position = Array.from({ length: CAPACITY }, (_, index) => CAPACITY - index).find(
          (free) => !taken.has(free),
        )
        if (position !== undefined) perform({ kind: 'place', memberId, level: 1, position, isReceiver: false })
      }
      if (!isMisfit) perform({ kind: 'generate_pull' })
    }
    for (const { order, donorId } of inOrder('PENDING_PAYMENT')) {
      // A donation released by an earlier payment of the round may have another receiver now.
      const open = [...state.donations.values()].find((donation) => donation.order === order)
      if (!open || (state.obligations.get(open.obligationId)!.pausedUntil ?? 0) > at) continue
      perform({ kind: 'send_receipt', donationId: open.id, memberId: donorId })
      for (const event of confirm(open.id)) if ('memberId' in event) goUp(event.memberId)
    }
  }
  return turns
}

describe('the forecast with everybody paying', () => {
  test('is what then happens, month by month, in circles with any plan and any history', () => {
    const seen = {
      turns: 0,
      running: 0,
      sent: 0,
      overdue: 0,
      reports: 0,
      places: 0,
      pulled: 0,
      offers: 0,
      unserved: 0,
      paused: 0,
      parts: 0,
      late: 0,
      ahead: 0,
      brought: 0,
      counted: 0,
      shares: 0,
    }
    const same = fc.property(livedCircle(14), (lived) => {
      const { state, now } = lived
      const found = forecast({ ...lived, pullAt })
      const happened = whatHappens(lived, FORECAST_MONTHS)
      const month = (index: number | null) =>
        index === null ? null : index === BEFORE ? 'before' : found.periods[index]
      const queues = levelsOf(state.plan).flatMap((level) => queueOf({ state }, level))
      expect(found.places.map(({ memberId }) => memberId)).toEqual(queues.map(({ memberId }) => memberId))
      for (const [index, { memberId, level, turns }] of found.places.entries()) {
        const told = turns.map(({ begins, ends }) => ({ begins: month(begins), ends: month(ends) }))
        expect(told, `${memberId} in N${level}`).toEqual(happened.get(queues[index]!.id))
        seen.turns += told.length
        seen.running += told.filter(({ begins }) => begins === 'before').length
      }
      seen.unserved += [...state.members.values()].filter(({ isPassedOver }) => isPassedOver).length
      seen.places += found.places.length
      seen.sent += [...state.donations.values()].filter(({ status }) => status === 'PENDING_CONFIRMATION').length
      seen.overdue += [...state.obligations.values()].filter(({ overdue }) => overdue).length
      seen.paused += [...state.obligations.values()].filter(({ pausedUntil }) => pausedUntil !== null).length
      seen.parts += [...state.donations.values()].filter(({ parts }) => parts > 0).length
      seen.late += [...state.donations.values()].filter(({ isLate }) => isLate).length
      seen.ahead += [...state.members.values()].filter(({ ahead }) => ahead.length > 0).length
      seen.brought += state.isBroughtIn ? 1 : 0
      seen.counted += isCounted(state) && state.nextOrder > 1 ? 1 : 0
      seen.shares += [...state.members.values()].filter(({ shares }) => shares > 1 && state.nextOrder > 1).length
      seen.reports += state.reports.size
      seen.pulled += nextPull(state.pulledPeriod, now).isDue ? 0 : 1
      seen.offers += [...state.members.keys()].filter((id) => upgradesOffered(state, id).length > 0).length
    })
    fc.assert(same, { numRuns: CIRCLES, seed: SEED })
    // Circles in which something never stood would prove nothing about it.
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThanOrEqual(CIRCLES / 60)
  })
})

describe('a future with missed contributions', () => {
  test('is the same by arrays and by decide, from any state: money, events and turns', () => {
    const same = fc.property(
      livedCircle(12),
      fc.constantFrom(0, 0.05, 0.1, 0.4, 1),
      fc.constantFrom(1, 0.5, 0),
      fc.nat(1000),
      ({ state, now }, missed, accepted, run) => {
        const opening = openingOf(state, now)
        const { plan } = opening
        const { pulledPeriod } = state
        const { rounds } = monthsFrom(now, { months: 12, pulledPeriod, pullAt, deadlineDays: plan.deadlineDays })
        const [fast, reference] = [FastCircle.from(opening), ReferenceCircle.from(opening)].map((circle) => {
          const ends = []
          for (const month of continueMonths(circle, { plan, missed, accepted }, new SeededRandom(7, run), rounds)) {
            const { given, received, counts, administration } = circle.tally
            ends.push({ month, given: [...given], received: [...received], counts: [...counts], administration })
          }
          const turns: number[][] = []
          circle.turns.forEach((...turn) => turns.push(turn))
          if (circle instanceof FastCircle) circle.ensureNothingLost()
          return { ends, turns, awaited: circle.turns.awaited }
        })
        expect(fast).toEqual(reference)
      },
    )
    fc.assert(same, { numRuns: dose(120, 3_000), seed: SEED })
  })
})

describe('the calendar of a forecast', () => {
  test('asks for each month once, from the first that was not asked, and never before now', () => {
    const states: readonly (string | null)[] = [null, '2026-10', '2026-11', '2026-12']
    for (const pulledPeriod of states) {
      for (const day of ['2026-11-02T12:00:00-03:00', '2026-11-20T12:00:00-03:00', '2026-11-30T23:30:00-03:00']) {
        const now = Date.parse(day)
        const { periods, rounds } = monthsFrom(now, { months: 24, pulledPeriod, pullAt, deadlineDays: 30 })
        const asked = rounds.filter(({ pulls }) => pulls).map(({ at }) => periodOf(at))
        const first = pulledPeriod === '2026-12' ? '2027-01' : pulledPeriod === '2026-11' ? '2026-12' : '2026-11'
        expect(asked[0]).toBe(first)
        for (const [index, period] of asked.slice(1).entries()) expect(period).toBe(nextPeriod(asked[index]!))
        expect(asked.at(-1)).toBe(periods.at(-1))
        expect(rounds[0]!.at).toBe(now)
        for (const [index, { at }] of rounds.slice(1).entries()) expect(at).toBeGreaterThanOrEqual(rounds[index]!.at)
      }
    }
  })
})

test('people who pay act before every deadline, to the millisecond', () => {
  const late = [1, 2, 5, 7, 10, 30, 31].flatMap((deadlineDays) => {
    const now = Date.parse('2026-01-05T12:00:00Z')
    const { rounds } = monthsFrom(now, { months: 24, pulledPeriod: null, pullAt, deadlineDays })
    return rounds.slice(1).filter(({ at }, index) => at - rounds[index]!.at > deadlineDays * DAY_MS)
  })
  expect(late).toEqual([])
})

test('a state is left as it was', () => {
  fc.assert(
    fc.property(livedCircle(8), (lived) => {
      const before: CircleState = structuredClone(lived.state)
      forecast({ ...lived, pullAt })
      expect(lived.state).toEqual(before)
    }),
    { numRuns: dose(10, 100) },
  )
})
