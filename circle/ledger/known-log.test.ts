import { describe, expect, test } from 'vitest'
import { toBase64, toHex, utf8 } from '#circle/bytes.ts'
import { sha256 } from '#circle/testing/ed25519.ts'
import { checkpointOf, entryLeaf } from './checkpoint.ts'
import { entryText, GENESIS_HASH } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { isEntryOf, isHashOf, isOneHistory, proofBetween } from './known-log.ts'
import { consistencyRanges, inclusionRanges, subtreeHash } from './merkle.ts'
import type { Range } from './merkle.ts'

const CIRCLE = '0199aaaa-0000-7000-8000-000000000001'

/** A ledger of some entries; `differsFrom`: the number from which on it tells another history. */
function ledgerOf(size: number, differsFrom = Infinity): LedgerEntry[] {
  const entries: LedgerEntry[] = []
  for (let seq = 1; seq <= size; seq += 1) {
    const payload = { amountCents: seq >= differsFrom ? 50_000 : 10_000 }
    const at = new Date(seq * 1000).toISOString()
    const entry = { seq, at, actor_id: null, kind: 'k', payload, previous_hash: entries.at(-1)?.hash ?? GENESIS_HASH }
    entries.push({ ...entry, hash: toHex(sha256(utf8(entryText(CIRCLE, entry)))) })
  }
  return entries
}

const headOf = (entries: readonly LedgerEntry[], size = entries.length) => checkpointOf(sha256, CIRCLE, entries, size)
const hashesOf = (entries: readonly LedgerEntry[], ranges: readonly Range[]) =>
  ranges.map((range) =>
    toBase64(subtreeHash(sha256, { leaf: (index) => entryLeaf(sha256, entries[index]!.hash) }, range)),
  )
const inclusion = (entries: readonly LedgerEntry[], seq: number, size = entries.length) =>
  hashesOf(entries, inclusionRanges(seq - 1, size))
const consistency = (entries: readonly LedgerEntry[], from: number, to: number) =>
  hashesOf(entries, consistencyRanges(from, to))

describe('a device that has not read the ledger', () => {
  const truth = ledgerOf(300)
  const lie = ledgerOf(300, 120)

  test('knows of two checkpoints that they are of one history, whichever is the longer, and by no proof that another log is', () => {
    const [kept, now] = [headOf(truth, 131), headOf(truth)]
    expect(proofBetween(now, kept)).toEqual({ from: 131, to: 300 })
    expect(proofBetween(kept, kept)).toBeNull()
    const proof = consistency(truth, 131, 300)
    expect(isOneHistory(sha256, kept, now, proof)).toBe(true)
    expect(isOneHistory(sha256, now, kept, proof)).toBe(true)
    expect(isOneHistory(sha256, kept, kept, [])).toBe(true)
    for (const forged of [consistency(lie, 131, 300), proof, [], proof.slice(1), [...proof, proof[0]!], ['?']])
      expect(isOneHistory(sha256, kept, headOf(lie), forged)).toBe(false)
    expect(isOneHistory(sha256, kept, headOf(lie, 131), [])).toBe(false)
  })

  test('knows of an entry that it is the ledger’s, and of another’s, an altered one or one in another place that it is not', () => {
    const head = headOf(truth)
    for (const seq of [1, 119, 120, 256, 257, 300])
      expect(isEntryOf(sha256, CIRCLE, truth[seq - 1]!, inclusion(truth, seq), head)).toBe(true)
    const [entry, proof] = [truth[199]!, inclusion(truth, 200)]
    expect(isHashOf(sha256, entry, proof, head)).toBe(true)
    for (const [other, path] of [
      [{ ...entry, payload: { amountCents: 50_000 } }, proof],
      [lie[199]!, inclusion(lie, 200)],
      [lie[199]!, proof],
      [{ ...entry, seq: 201 }, proof],
      [{ ...entry, hash: entry.hash.toUpperCase() }, proof],
      [{ ...entry, hash: 'f'.repeat(63) }, proof],
      [entry, inclusion(truth, 201)],
      [entry, proof.slice(1)],
      [entry, Array<string>(64).fill(proof[0]!)],
    ] as const)
      expect(isEntryOf(sha256, CIRCLE, other, path, head)).toBe(false)
    expect(isEntryOf(sha256, CIRCLE.replace('1', '2'), entry, proof, head)).toBe(false)
  })
})
