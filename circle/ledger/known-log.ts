import { areEqual, fromBase64, toHex, utf8 } from '#circle/bytes.ts'
import type { Sha256 } from '#circle/bytes.ts'
import { entryLeaf } from './checkpoint.ts'
import { entryText } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { PROOF_MAX, verifyConsistency, verifyInclusion } from './merkle.ts'
import type { TreeHead } from './merkle.ts'

// A device can tell this much of a ledger that it has not read: by proofs of a few hashes, from the checkpoint that it keeps.

/** The sizes between which a proof is needed to hold two checkpoints of one log to each other; null where none is. */
export function proofBetween(one: TreeHead, other: TreeHead): { readonly from: number; readonly to: number } | null {
  if (one.size === other.size) return null
  return { from: Math.min(one.size, other.size), to: Math.max(one.size, other.size) }
}

/** Whether two checkpoints are of one history, whichever is the longer. `proof`: hashes in base64, between their sizes. */
export function isOneHistory(sha256: Sha256, one: TreeHead, other: TreeHead, proof: readonly string[]): boolean {
  if (one.size === other.size) return areEqual(one.root, other.root)
  const hashes = hashesOf(proof)
  const [old, present] = one.size < other.size ? [one, other] : [other, one]
  return hashes !== null && verifyConsistency(sha256, old, present, hashes)
}

/**
 * Whether an entry is what its hash says, and in the ledger of which a checkpoint is. `proof`: of inclusion, as hashes in
 * base64.
 */
export function isEntryOf(
  sha256: Sha256,
  circleId: string,
  entry: LedgerEntry,
  proof: readonly string[],
  head: TreeHead,
): boolean {
  return toHex(sha256(utf8(entryText(circleId, entry)))) === entry.hash && isHashOf(sha256, entry, proof, head)
}

/** Whether a ledger has an entry of this hash at this number. */
export function isHashOf(
  sha256: Sha256,
  { seq, hash }: Pick<LedgerEntry, 'seq' | 'hash'>,
  proof: readonly string[],
  head: TreeHead,
): boolean {
  const hashes = hashesOf(proof)
  if (hashes === null || !/^[0-9a-f]{64}$/.test(hash)) return false
  return verifyInclusion(sha256, { index: seq - 1, hash: entryLeaf(sha256, hash) }, head, hashes)
}

function hashesOf(proof: readonly string[]): Uint8Array[] | null {
  const hashes = proof.slice(0, PROOF_MAX + 1).map(fromBase64)
  return hashes.length <= PROOF_MAX && hashes.every((hash) => hash?.length === 32) ? (hashes as Uint8Array[]) : null
}
