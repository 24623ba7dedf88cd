import { areEqual, utf8 } from '#circle/bytes.ts'
import { namedKey, NOTE_KEY, originOf, parseCheckpoint, parseNote } from '#circle/ledger/checkpoint.ts'
import type { SignedHead } from '#circle/ledger/entry.ts'
import type { CheckedCheckpoint } from '#circle/ledger/verdict.ts'
import { sha256 } from '@noble/hashes/sha2.js'

/**
 * A checkpoint as the server gave it, and whether the key that signed the ledger's end signed it. Where this machine cannot
 * tell, which the verdict says, it counts as signed. Throws for what is no checkpoint.
 */
export async function checkedCheckpoint(
  text: string,
  { circle_id, key }: Pick<SignedHead, 'circle_id' | 'key'>,
): Promise<CheckedCheckpoint> {
  const note = parseNote(text)
  const checkpoint = note && parseCheckpoint(note.text)
  if (!checkpoint) throw new Error('Not a checkpoint')
  const publicKey = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
  const logKey = namedKey(sha256, originOf(circle_id), NOTE_KEY, publicKey)
  const own = note.signatures.filter(({ name, id }) => name === logKey.name && areEqual(id, logKey.id))
  const verified = await Promise.all(own.map(({ signature }) => isEd25519(publicKey, utf8(note.text), signature)))
  return { ...checkpoint, isSigned: own.length > 0 && verified.every((isTrue) => isTrue !== false) }
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
