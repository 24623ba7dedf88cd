import { areEqual, fromBase64, toBase64, utf8 } from '#circle/bytes.ts'
import type { Sha256 } from '#circle/bytes.ts'
import { isSignedBy, parseCheckpoint, parseNote } from './checkpoint.ts'
import type { Checkpoint, NamedKey, VerifyEd25519 } from './checkpoint.ts'
import { PROOF_MAX, verifyConsistency } from './merkle.ts'
import type { TreeHead } from './merkle.ts'

// The answers of a witness, by C2SP tlog-witness (c2sp.org/tlog-witness). Pure: it keeps nothing and signs nothing.

/** A request to cosign: the size that the witness is thought to know, the proof from there, and the signed checkpoint. */
export type AddCheckpoint = {
  readonly oldSize: number
  readonly proof: readonly Uint8Array[]
  /** The checkpoint with its signatures, as it came. */
  readonly note: string
}

export function addCheckpointBody({ oldSize, proof, note }: AddCheckpoint): string {
  return [`old ${oldSize}`, ...proof.map(toBase64), '', note].join('\n')
}

/** The body of a request read; null when it is not one. */
export function parseAddCheckpoint(body: string): AddCheckpoint | null {
  const end = body.indexOf('\n\n')
  const [old, ...lines] = body.slice(0, Math.max(end, 0)).split('\n')
  const size = /^old (0|[1-9]\d{0,15})$/.exec(old ?? '')?.[1]
  const proof = lines.map(fromBase64).filter((hash) => hash?.length === 32) as Uint8Array[]
  if (size === undefined || !Number.isSafeInteger(Number(size))) return null
  if (proof.length !== lines.length || proof.length > PROOF_MAX) return null
  return { oldSize: Number(size), proof, note: body.slice(end + 2) }
}

export type WitnessTools = { readonly sha256: Sha256; readonly verify: VerifyEd25519 }

/** A log that a witness knows: its key, and the latest head that it cosigned; null before the first. */
export type KnownLog = { readonly key: NamedKey; readonly head: TreeHead | null }

/**
 * The answer to a request. `isFork`: the log's own key signed another root for the very size that the witness
 * cosigned, which no honest log does. `isUnproven`: the log's own key signed this, but the proof that came does not lead to
 * it. That proof may be anybody's, so the witness has to ask the log itself.
 */
export type WitnessAnswer =
  | { readonly status: 200; readonly checkpoint: Checkpoint; readonly text: string }
  | { readonly status: 409; readonly size: number; readonly isFork: boolean }
  | { readonly status: 422; readonly isUnproven: true }
  | { readonly status: 400 | 403 | 404 }

/** Decides on a request. `findLog` gives the log of an origin, or null for one that this witness does not watch. */
export function answerAddCheckpoint(
  { sha256, verify }: WitnessTools,
  request: AddCheckpoint | null,
  findLog: (origin: string) => KnownLog | null,
): WitnessAnswer {
  const note = request && parseNote(request.note)
  const checkpoint = note && parseCheckpoint(note.text)
  if (!request || !note || !checkpoint) return { status: 400 }
  const log = findLog(checkpoint.origin)
  if (!log) return { status: 404 }
  if (!isSignedBy(note, log.key, verify)) return { status: 403 }
  const { oldSize, proof } = request
  if (oldSize > checkpoint.size) return { status: 400 }
  const known = log.head ?? { size: 0, root: sha256(utf8('')) }
  const isFork = log.head !== null && checkpoint.size === known.size && !areEqual(checkpoint.root, known.root)
  if (isFork || oldSize !== known.size) return { status: 409, size: known.size, isFork }
  if (!verifyConsistency(sha256, known, checkpoint, proof)) return { status: 422, isUnproven: true }
  return { status: 200, checkpoint, text: note.text }
}
