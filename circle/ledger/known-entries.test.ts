import { expect, test } from 'vitest'
import { rodaLedger } from '#circle/testing/roda-ledger.ts'
import { inverseOf } from '#circle/undo.ts'
import { knownEntries } from './known-entries.ts'
import { isEventKind } from './event-kinds.ts'

test('entries that are known leave the state that the rules decided, and a decision is known whole or not at all', () => {
  const { does, draw, entries, state } = rodaLedger()
  draw()
  does('cida', { kind: 'generate_pull' })
  for (let upTo = 1; upTo < entries.length; upTo += 1) {
    const { count } = knownEntries(entries, upTo)
    expect(count).toBeLessThanOrEqual(upTo)
    expect(isEventKind(entries[count]!.kind)).toBe(false)
  }
  expect(knownEntries(entries, entries.length)).toEqual({ count: entries.length, state: state() })
})

test('where an undoing follows of a change from before, which deciding alone tells, nothing is known', () => {
  const { does, entries, state } = rodaLedger()
  const before = state()
  const seq = entries.length + 1
  does('cida', { kind: 'place', memberId: 'ana', level: 1, position: 1, isReceiver: false })
  const changed = entries.length
  does('cida', { kind: 'undo', seq, inverse: inverseOf(before, state(), 1) })
  const counts = [seq - 1, changed, entries.length].map((upTo) => knownEntries(entries, upTo).count)
  expect(counts).toEqual([seq - 1, 0, entries.length])
})
