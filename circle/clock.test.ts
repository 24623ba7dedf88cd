import { describe, expect, test } from 'vitest'
import { cameLate, findOpenReport } from './clock.ts'

const [DONOR, RECEIVER] = ['m3', 'm1']
const DEADLINE = 1_000

describe('a report that came when the deadline had passed', () => {
  const late = (reportedAt: number, changed: Partial<Parameters<typeof cameLate>[0]> = {}, reporterId = DONOR) =>
    cameLate(
      { donorId: DONOR, deadlineAt: DEADLINE, rejectedAt: null, isUndecided: false, ...changed },
      { reporterId, reportedAt },
    )

  test('is a donor’s own, after the last moment; at that moment it is in time', () => {
    expect([late(DEADLINE), late(DEADLINE + 1)]).toEqual([false, true])
  })

  test('is none where the other party reported, or a case that nobody opened for themselves', () => {
    expect(late(DEADLINE + 1, {}, RECEIVER)).toBe(false)
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

test('a donation without a report has none that is open, whatever stands in the circle', () => {
  const reports = new Map([[null as unknown as string, { id: 'r' }]]) as never
  expect(findOpenReport({ reports }, { reportId: null })).toBeNull()
})
