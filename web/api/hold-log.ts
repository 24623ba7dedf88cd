import { sha256 } from '@noble/hashes/sha2.js'
import { originOf } from '#circle/ledger/checkpoint.ts'
import { isHashOf, isOneHistory, proofBetween } from '#circle/ledger/known-log.ts'
import type { TreeHead } from '#circle/ledger/merkle.ts'
import { ApiError, request } from './client.ts'
import { checkedCheckpoint } from './checkpoint.ts'
import { keepLog, keptHeads, knownLogs } from './known-logs.ts'
import type { KnownLog } from './known-logs.ts'

/** Thrown where a ledger is not the one that this device knows: another key, another past, or an end cut off. */
export class OtherLog extends Error {}

/**
 * Holds a checkpoint to what this device knows of its circle's ledger: it is signed by the key kept, and of one history
 * with the checkpoint kept, by a proof of a few hashes. The longer of the two is kept; what a device sees first, too.
 * `given`: a proof that came along, which is asked for where none did. Throws `OtherLog`, and what a request throws.
 */
export async function holdLog(shown: KnownLog, given?: GivenProof): Promise<TreeHead> {
  const { circle_id } = shown
  const present = await headOf(shown)
  const known = knownLogs().find((log) => log.circle_id === circle_id) ?? (await logOfKeptHead(circle_id))
  if (known) {
    const kept = await headOf(known)
    if (known.key !== shown.key || !(await areOneHistory(circle_id, kept, present, given))) throw new OtherLog()
    if (kept.size >= present.size) keepLog(known)
    else keepLog(shown)
  } else keepLog(shown)
  return present
}

/**
 * The knowledge of this device about a circle's ledger, to be handed on: the checkpoint that it keeps, or a newer one that has the
 * entry up to which it verified. Null where it knows nothing yet. Throws as `holdLog` does.
 */
export async function knownHere(circleId: string): Promise<KnownLog | null> {
  const known = knownLogs().find((log) => log.circle_id === circleId) ?? null
  const size = known ? (await headOf(known)).size : 0
  if (!keptHeads().some(({ circle_id, seq }) => circle_id === circleId && seq > size)) return known
  const newer = await logOfKeptHead(circleId)
  if (newer) await holdLog(newer)
  return newer
}

/** A checkpoint read, of this circle's log and signed by the key beside it. */
async function headOf(log: KnownLog): Promise<TreeHead> {
  const { origin, size, root, isSigned } = await checkedCheckpoint(log.note, log).catch(() => {
    throw new OtherLog()
  })
  if (!isSigned || origin !== originOf(log.circle_id)) throw new OtherLog()
  return { size, root }
}

/** A proof that the ledger goes on from its first `from` entries to the checkpoint that comes with it. */
type GivenProof = { readonly from: number; readonly continues: readonly string[] }

async function areOneHistory(id: string, kept: TreeHead, present: TreeHead, given?: GivenProof): Promise<boolean> {
  const between = proofBetween(kept, present)
  if (!between) return isOneHistory(sha256, kept, present, [])
  const isGiven = given?.from === between.from && between.from === kept.size
  return isOneHistory(sha256, kept, present, isGiven ? given.continues : await consistencyProof(id, between))
}

/** The number of entries up to which this device knows a circle's ledger; 0 where it knows nothing of it. */
export function knownSize(circleId: string | null): number {
  const known = knownLogs().find(({ circle_id }) => circle_id === circleId)
  const size = Number(known?.note.split('\n')[1])
  return Number.isSafeInteger(size) ? size : 0
}

async function consistencyProof(id: string, { from, to }: { from: number; to: number }): Promise<readonly string[]> {
  try {
    const query = { from: String(from), to: String(to) }
    return (await request('GET /logs/{id}/consistency', { params: { id }, query })).proof
  } catch (error) {
    // The ledger ends before what this device has seen of it.
    if (error instanceof ApiError && error.code === 'ledger.no_such_size') throw new OtherLog()
    throw error
  }
}

/**
 * The knowledge of a device that verified the ledger before checkpoints were kept: a checkpoint of now that has the entry at which
 * its latest head stood, signed by that head's key. Null where it keeps no head either.
 */
async function logOfKeptHead(id: string): Promise<KnownLog | null> {
  const heads = keptHeads().filter(({ circle_id, seq }) => circle_id === id && seq > 0)
  const head = heads.toSorted((a, b) => a.seq - b.seq).at(-1)
  if (!head) return null
  const { note } = await request('POST /ledger/checkpoint')
  const log = { circle_id: id, key: head.key, note }
  const present = await headOf(log)
  if (present.size < head.seq) throw new OtherLog()
  const query = { seq: String(head.seq), size: String(present.size) }
  const { proof } = await request('GET /logs/{id}/inclusion', { params: { id }, query })
  if (!isHashOf(sha256, head, proof, present)) throw new OtherLog()
  return log
}
