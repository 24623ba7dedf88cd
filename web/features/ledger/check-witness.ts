import { sha256 } from '@noble/hashes/sha2.js'
import { toBase64url } from '#circle/bytes.ts'
import { cosignaturesOf, parseNote, parseVerifierKey } from '#circle/ledger/checkpoint.ts'
import { isChosen } from '#circle/ledger/member-words.ts'
import type { MemberWords } from '#circle/ledger/member-words.ts'
import type { DayCheckpoint } from '#web/features/circle/api.ts'
import { isEd25519 } from '#web/api/checkpoint.ts'
import { holdLog, OtherLog } from '#web/api/hold-log.ts'

type Witness = DayCheckpoint['witnesses'][number]

/** The result of verifying a witness's cosignature on this device: when it signed how many entries, or why it is not true. */
export type Cosigned =
  | { readonly is: 'true'; readonly at: string; readonly size: number }
  | { readonly is: 'none' | 'false' | 'unknown' }

/**
 * Verifies that a witness signed a checkpoint of the ledger that this device knows: `false` where the signature is not that of its
 * key, or is under another ledger; `unknown` where this browser cannot tell.
 */
export async function checkCosigned(
  { key, cosigned }: Witness,
  log: Pick<DayCheckpoint, 'circle_id' | 'key'>,
): Promise<Cosigned> {
  if (!cosigned) return { is: 'none' }
  const [own, logKey] = [parseVerifierKey(sha256, key), parseVerifierKey(sha256, log.key)]
  const note = parseNote(cosigned.note)
  if (!own || !logKey || !note) return { is: 'false' }
  try {
    const shown = { circle_id: log.circle_id, key: toBase64url(logKey.publicKey), note: cosigned.note }
    const { size } = await holdLog(shown)
    for (const { seconds, message, signature } of cosignaturesOf(note.text, note.signatures, own)) {
      const isTrue = await isEd25519(own.publicKey, message, signature)
      if (isTrue === null) return { is: 'unknown' }
      if (isTrue) return { is: 'true', at: new Date(seconds * 1_000).toISOString(), size }
    }
  } catch (error) {
    if (!(error instanceof OtherLog)) throw error
  }
  return { is: 'false' }
}

/** Whether a witness is worth something to a reader: its signature is true, and they or half of the members chose its key. */
export function isWitnessed(
  key: string,
  { is }: Cosigned,
  words: MemberWords | null,
  readerId: string | null,
): boolean {
  return is === 'true' && words !== null && isChosen(words, key, readerId)
}
