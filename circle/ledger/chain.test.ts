import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CircleEvent } from '../state.ts'
import { presets } from '../plan.ts'
import { chained } from '../testing/ledger.ts'
import { verifyChain } from './chain.ts'

const CIRCLE = '0192f3a0-0000-7000-8000-000000000001'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

test('what a device verified before and kept itself is not hashed anew, and whatever comes after it is', () => {
  const events: CircleEvent[] = [
    { kind: 'circle.created', mode: 'real', plan: presets.rotativo },
    ...['a', 'b', 'c'].map((memberId): CircleEvent => ({ kind: 'member.approved', memberId })),
  ]
  const entries = chained(CIRCLE, events, hashOf)
  const faultsOf = (changed: number, verifiedUpTo: number) => {
    let hashed = 0
    const found: string[] = []
    const read = entries.map((entry) => (entry.seq === changed ? { ...entry, payload: { memberId: 'z' } } : entry))
    const sha256 = (text: string) => {
      hashed += 1
      return hashOf(text)
    }
    verifyChain(CIRCLE, read, { sha256, verifiedUpTo }, (code, { seq } = {}) => found.push(`${code} ${seq}`))
    return [hashed, ...found]
  }
  expect(faultsOf(0, 0)).toEqual([4])
  expect(faultsOf(0, 2)).toEqual([2])
  expect(faultsOf(3, 2)).toEqual([2, 'entry.altered 3'])
  // Its own copy is the device's to trust; the entry after it has to go on from it all the same.
  expect(faultsOf(2, 2)).toEqual([2])
  const [first, second, ...rest] = entries
  const other = [first!, { ...second!, hash: hashOf('another') }, ...rest]
  const found: string[] = []
  verifyChain(CIRCLE, other, { sha256: hashOf, verifiedUpTo: 2 }, (code, { seq } = {}) => found.push(`${code} ${seq}`))
  expect(found).toEqual(['entry.unlinked 3'])
})
