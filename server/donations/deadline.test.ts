import { expect, test } from 'vitest'
import { DAY_MS } from '#circle/period.ts'
import { clockOf, isPastRules } from './deadline.ts'
import type { DonationRow } from './find.ts'
import type { ReportRow } from './read-donations.ts'

const START = Date.parse('2026-12-10T12:00:00.000Z')
const on = (days: number) => START + days * DAY_MS
const iso = (days: number) => new Date(on(days)).toISOString()

/** An unpaid donation that is due 20 days after the start, about which its donor said something on its first day. */
const donation = (more: Partial<DonationRow> = {}) =>
  ({
    status: 'PENDING_PAYMENT',
    donorId: 'donor',
    reportId: 'report',
    deadlineAt: new Date(on(20)),
    rejectedAt: null,
    isUndecided: false,
    ...more,
  }) as DonationRow
const report = (more: Partial<ReportRow> = {}) =>
  ({
    id: 'report',
    reporterId: 'donor',
    reportedAt: new Date(START),
    holdsMs: null,
    endedAt: null,
    ...more,
  }) as ReportRow

const RUNS = { deadline: iso(20), clock_stopped: null }

test('the clock runs without a report, after its end, with a receipt, and where the report came too late', () => {
  expect(clockOf(donation(), undefined, on(1))).toEqual(RUNS)
  expect(clockOf(donation(), report({ endedAt: new Date(on(1)) }), on(1))).toEqual(RUNS)
  expect(clockOf(donation({ status: 'PENDING_CONFIRMATION' }), report(), on(1))).toEqual(RUNS)
  expect(clockOf(donation(), report({ reportedAt: new Date(on(21)) }), on(22))).toEqual(RUNS)
})

test('a report of the donor’s stops it for fourteen days, which count once they are over', () => {
  const stopped = { deadline: iso(20), clock_stopped: { until: iso(14), ends: iso(34) } }
  expect(clockOf(donation(), report(), on(1))).toEqual(stopped)
  expect(clockOf(donation(), report(), on(14) - 1)).toEqual(stopped)
  expect(clockOf(donation(), report(), on(14))).toEqual({ deadline: iso(34), clock_stopped: null })
})

test('a report holds only from a later rejection on, and one of the administration’s as long as it says', () => {
  const ends = (row: DonationRow, of: ReportRow) => clockOf(row, of, on(1)).clock_stopped
  expect(ends(donation({ rejectedAt: new Date(on(2)) }), report())).toEqual({ until: iso(14), ends: iso(32) })
  const of = report({ reporterId: null, holdsMs: 3 * DAY_MS })
  expect(ends(donation(), of)).toEqual({ until: iso(3), ends: iso(23) })
})

test('a report of the receiver’s, and any after a rejected receipt, stops it until it is decided', () => {
  const held = { deadline: iso(20), clock_stopped: { until: null, ends: null } }
  expect(clockOf(donation(), report({ reporterId: 'receiver' }), on(30))).toEqual(held)
  const rejected = donation({ isUndecided: true, rejectedAt: new Date(on(-1)) })
  expect(clockOf(rejected, report(), on(30))).toEqual(held)
})

test('unpaid past its deadline is only what is unpaid, and what no open report holds', () => {
  expect(isPastRules(donation(), null, on(20))).toBe(false)
  expect(isPastRules(donation(), null, on(20) + 1)).toBe(true)
  expect(isPastRules(donation({ status: 'PENDING_CONFIRMATION' }), null, on(30))).toBe(false)
  expect(isPastRules(donation(), report(), on(34))).toBe(false)
  expect(isPastRules(donation(), report(), on(34) + 1)).toBe(true)
  expect(isPastRules(donation(), report({ reporterId: 'receiver' }), on(60))).toBe(false)
})
