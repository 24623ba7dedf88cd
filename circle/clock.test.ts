import { describe, expect, test } from 'vitest'
import { cameLate, findOpenReport, OWN_REPORT_STOP_MS, reportHoldsUntil } from './clock.ts'

const [DONOR, RECEIVER] = ['m3', 'm1']
const DEADLINE = 1_000

describe('a report that came when the deadline had passed', () => {
  const late = (
    reportedAt: number,
    changed: Partial<Parameters<typeof cameLate>[0]> = {},
    reporterId: string | null = DONOR,
    holdsMs: number | null = null,
  ) =>
    cameLate(
      { donorId: DONOR, deadlineAt: DEADLINE, rejectedAt: null, isUndecided: false, ...changed },
      { reporterId, reportedAt, holdsMs },
    )

  test('is a donor’s own, after the last moment; at that moment it is in time', () => {
    expect([late(DEADLINE), late(DEADLINE + 1)]).toEqual([false, true])
  })

  test('is none where the other party reported, or a case that nobody opened for themselves', () => {
    expect([late(DEADLINE + 1, {}, RECEIVER), late(DEADLINE + 1, {}, null)]).toEqual([false, false])
    // One that holds for a time alone is as a donor's own.
    expect([late(DEADLINE, {}, null, 5), late(DEADLINE + 1, {}, null, 5)]).toEqual([false, true])
  })

  test('is none after a rejected receipt that nobody decided about: the donor may have paid', () => {
    expect(late(DEADLINE + 1, { isUndecided: true })).toBe(false)
  })

  test('is measured from a rejection that came after it, as its stop is', () => {
    expect(late(DEADLINE - 1, { rejectedAt: DEADLINE + 1 })).toBe(true)
    expect(late(DEADLINE + 1, { rejectedAt: DEADLINE - 1 })).toBe(true)
    expect(late(DEADLINE - 1, { rejectedAt: DEADLINE })).toBe(false)
  })
})

test('a report holds as long as it says, a donor’s own for fourteen days, any other until it is decided', () => {
  const until = (reporterId: string | null, holdsMs: number | null, isUndecided = false) =>
    reportHoldsUntil({ donorId: DONOR, isUndecided }, { reporterId, reportedAt: 7, holdsMs })
  expect([until(DONOR, null), until(RECEIVER, null), until(null, null)]).toEqual([7 + OWN_REPORT_STOP_MS, null, null])
  expect([until(null, 5), until(null, 0)]).toEqual([12, 7])
  expect([until(DONOR, null, true), until(null, 5, true)]).toEqual([null, null])
})

test('a donation without a report has none that is open, whatever stands in the circle', () => {
  const reports = new Map([[null as unknown as string, { id: 'r' }]]) as never
  expect(findOpenReport({ reports }, { reportId: null })).toBeNull()
})
