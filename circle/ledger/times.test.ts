import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { chained } from '#circle/testing/ledger.ts'
import { shortPlan } from '#circle/testing/walk.ts'
import type { CircleEvent } from '#circle/state.ts'
import { verifyTimes } from './times.ts'
import { originOf } from './checkpoint.ts'
import type { CheckedCheckpoint, CheckedHead } from './verdict.ts'

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

test('an end signed while the clock was ahead tells no more than the clock of the device that kept it', () => {
  const keptAt = timeOf(5) + 9 * 60_000
  expect(found([headAfter(3 * HOUR, { keptAt })])).toEqual([])
  expect(found([headAfter(80 * HOUR, { keptAt: timeOf(5) + 79 * HOUR })])).toEqual(['time.dated_back 6'])
  expect(found([headAfter(-HOUR, { keptAt })])).toEqual(['time.dated_back 5'])
})

test('months pulled ahead of time are found; a device whose clock is a day behind finds nothing', () => {
  const end = timeOf(10)
  expect(found([], end - 27 * HOUR)).toEqual(['time.ahead 10'])
  expect(found([], end - 25 * HOUR)).toEqual([])
  expect(found([], end + 9_000 * HOUR)).toEqual([])
})

test('an end that is asked for now, and signed with a time of days ago, is found: what is kept of it would tell of no wait', () => {
  const head = headAfter(0)
  const staleAt = (ms: number, changed: object = {}) => {
    const faults: string[] = []
    const asked = { circleId: CIRCLE, head, now: Date.parse(head.at) + ms, isFresh: true, ...changed } as const
    verifyTimes(entries, asked, (code, where) => faults.push(`${code} ${where?.seq}`))
    return faults.filter((fault) => fault.startsWith('time.stale'))
  }
  expect([staleAt(27 * HOUR), staleAt(25 * HOUR)]).toEqual([['time.stale 5'], []])
  expect(staleAt(0, { head: { ...head, at: '' } })).toEqual(['time.stale 5'])
  expect(staleAt(999 * HOUR, { isFresh: undefined })).toEqual([])
})

const moved = (of: typeof entries) =>
  of.map((entry) => (entry.seq === 8 ? { ...entry, kind: 'circle.clock_moved' } : entry))

test('a wait dated back behind a witness’s cosignature is found, whose clock may be a day wrong', () => {
  const seen = (ms: number, changed: Partial<CheckedCheckpoint> = {}) => {
    const faults: string[] = []
    const checkpoint = { origin: originOf(CIRCLE), size: 5, root: new Uint8Array(32), isSigned: true }
    const kept = [{ ...checkpoint, seenAt: [timeOf(5) + ms], ...changed }]
    const checkpoints = { kept, sha256: (bytes: Uint8Array) => bytes }
    verifyTimes(entries, { circleId: CIRCLE, checkpoints }, (code, where) => faults.push(`${code} ${where?.seq}`))
    return faults
  }
  expect(seen(72 * HOUR)).toEqual(['time.dated_back 6'])
  expect(seen(-72 * HOUR)).toEqual(['time.dated_back 5'])
  expect([seen(25 * HOUR), seen(-25 * HOUR), seen(0, { seenAt: [] })]).toEqual([[], [], []])
  expect([seen(72 * HOUR, { isSigned: false }), seen(72 * HOUR, { origin: originOf('outra') })]).toEqual([[], []])
})

test('a clock moved by hand excuses nothing in a real circle, and is a fault itself', () => {
  const late = [headAfter(80 * HOUR)]
  expect(found(late, timeOf(10) - 27 * HOUR, moved(entries))).toEqual([
    'time.moved_by_hand 8',
    'time.dated_back 6',
    'time.ahead 10',
  ])
  expect(found([headAfter(0)], timeOf(10), moved(entries))).toEqual(['time.moved_by_hand 8'])
})

test('in a demonstration it excuses the times from there on, and none before', () => {
  const demonstration = chained(CIRCLE, [{ ...created, mode: 'demonstracao' } as CircleEvent, ...joined], sha256)
  const headOf = (seq: number, ms: number) => headAfter(ms, { seq, hash: demonstration[seq - 1]!.hash })
  expect(found([headOf(5, 80 * HOUR), headOf(7, 80 * HOUR), headOf(9, -80 * HOUR)], 0, moved(demonstration))).toEqual([
    'time.dated_back 6',
  ])
  expect(found([headOf(7, 80 * HOUR), headOf(9, 80 * HOUR)], timeOf(7), moved(demonstration))).toEqual([])
})
