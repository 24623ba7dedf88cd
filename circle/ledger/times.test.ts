import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { chained } from '#circle/testing/ledger.ts'
import { shortPlan } from '#circle/testing/walk.ts'
import type { CircleEvent } from '#circle/state.ts'
import { verifyTimes } from './times.ts'
import type { CheckedHead } from './verdict.ts'

const CIRCLE = 'roda'
const HOUR = 3_600_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const joined = Array.from({ length: 9 }, (_, n): CircleEvent => ({ kind: 'member.approved', memberId: `m${n}` }))
const created = { kind: 'circle.created', mode: 'real', plan: shortPlan } as CircleEvent
const entries = chained(CIRCLE, [created, ...joined], sha256)
const timeOf = (seq: number) => Date.parse(entries[seq - 1]!.at)

/** A head of the fifth entry, signed so long after it. */
const headAfter = (ms: number, changed: Partial<CheckedHead> = {}): CheckedHead => {
  const at = new Date(timeOf(5) + ms).toISOString()
  return { circle_id: CIRCLE, seq: 5, hash: entries[4]!.hash, at, key: 'k', signature: 's', isSigned: true, ...changed }
}
const found = (kept: readonly CheckedHead[], now?: number, of = entries) => {
  const faults: string[] = []
  verifyTimes(of, { circleId: CIRCLE, kept, ...(now === undefined ? {} : { now }) }, (code, where) =>
    faults.push(`${code} ${where?.seq}`),
  )
  return faults
}

test('a wait dated back behind a head kept 80 hours later is found, and an entry dated before one that has it not', () => {
  expect(found([headAfter(80 * HOUR)])).toEqual(['time.dated_back 6'])
  expect(found([headAfter(-HOUR)])).toEqual(['time.dated_back 5'])
})

test('heads kept at their time, clocks minutes apart, and heads of others or unsigned find nothing', () => {
  expect(found([headAfter(0), headAfter(9 * 60_000), headAfter(-9 * 60_000)])).toEqual([])
  expect(found([headAfter(80 * HOUR, { isSigned: false }), headAfter(80 * HOUR, { circle_id: 'outra' })])).toEqual([])
  expect(found([headAfter(80 * HOUR, { seq: 10 })])).toEqual([])
})

test('months pulled ahead of time are found; a device whose clock is a day behind finds nothing', () => {
  const end = timeOf(10)
  expect(found([], end - 27 * HOUR)).toEqual(['time.ahead 10'])
  expect(found([], end - 25 * HOUR)).toEqual([])
  expect(found([], end + 9_000 * HOUR)).toEqual([])
})

test('a circle under a test clock, which says so for ever, has no times to hold to', () => {
  const moved = [{ ...entries[0]!, kind: 'circle.clock_moved' }, ...entries.slice(1)]
  expect(found([headAfter(80 * HOUR)], 0, moved)).toEqual([])
})
