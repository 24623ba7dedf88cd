import { areEqual, utf8 } from '#circle/bytes.ts'
import {
  cosignaturesOf,
  namedKey,
  NOTE_KEY,
  originOf,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
} from '#circle/ledger/checkpoint.ts'
import type { Note } from '#circle/ledger/checkpoint.ts'
import type { SignedHead } from '#circle/ledger/entry.ts'
import type { CheckedCheckpoint } from '#circle/ledger/verdict.ts'
import { sha256 } from '@noble/hashes/sha2.js'

/**
 * A checkpoint as the server gave it, and whether the key that signed the ledger's end signed it. Where this machine cannot
 * tell, which the verdict says, it counts as signed. With it stands when each of these witnesses saw it. Throws for what is no checkpoint.
 */
export async function checkedCheckpoint(
  text: string,
  { circle_id, key }: Pick<SignedHead, 'circle_id' | 'key'>,
  witnesses: readonly string[] = [],
): Promise<CheckedCheckpoint> {
  const note = parseNote(text)
  if (!note) throw new Error('Not a checkpoint')
  return checkedNote(note, { circle_id, key }, witnesses)
}

/** The same of a note that was read. */
export async function checkedNote(
  note: Note,
  { circle_id, key }: Pick<SignedHead, 'circle_id' | 'key'>,
  witnesses: readonly string[],
): Promise<CheckedCheckpoint> {
  const checkpoint = parseCheckpoint(note.text)
  if (!checkpoint) throw new Error('Not a checkpoint')
  const publicKey = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
  const logKey = namedKey(sha256, originOf(circle_id), NOTE_KEY, publicKey)
  const own = note.signatures.filter(({ name, id }) => name === logKey.name && areEqual(id, logKey.id))
  const verified = await Promise.all(own.map(({ signature }) => isEd25519(publicKey, utf8(note.text), signature)))
  const seenAt = await Promise.all(witnesses.map((witness) => seenBy(note, witness)))
  return {
    ...checkpoint,
    isSigned: own.length > 0 && verified.every((isTrue) => isTrue !== false),
    seenAt: seenAt.flat(),
  }
}

/** When (epoch ms) a witness saw a checkpoint, by each true signature of its key. */
async function seenBy({ text, signatures }: Note, witness: string): Promise<number[]> {
  const key = parseVerifierKey(sha256, witness)
  if (!key) return []
  const seen = await Promise.all(
    cosignaturesOf(text, signatures, key).map(async ({ seconds, message, signature }) =>
      (await isEd25519(key.publicKey, message, signature)) ? [seconds * 1_000] : [],
    ),
  )
  return seen.flat()
}

/** Null where this machine cannot tell: an old browser, or a page without TLS. */
export async function isEd25519(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean | null> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (!subtle) return null
  try {
    const key = await subtle.importKey('raw', publicKey.slice(), 'Ed25519', false, ['verify'])
    return await subtle.verify('Ed25519', key, signature.slice(), message.slice())
  } catch (error) {
    return (error as Error).name === 'NotSupportedError' ? null : false
  }
}
