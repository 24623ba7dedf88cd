import { areEqual, concat, fromBase64, fromHex, toBase64, toHex, utf8 } from '#circle/bytes.ts'
import type { Sha256 } from '#circle/bytes.ts'
import { BLOCK, leafHash, subtreeHash } from './merkle.ts'
import type { TreeHead } from './merkle.ts'
import type { LedgerEntry } from './entry.ts'

// Signed notes, checkpoints and cosignatures as C2SP writes them: c2sp.org/signed-note, c2sp.org/tlog-checkpoint and
// c2sp.org/tlog-cosignature. Every circle's ledger is one log.

/** The kind of a key, which is part of its id: an Ed25519 key that signs notes, or one that cosigns with a time. */
export const NOTE_KEY = 0x01
export const COSIGNATURE_KEY = 0x04
type KeyType = typeof NOTE_KEY | typeof COSIGNATURE_KEY

/** A public key with its name. Name and id together say which key a signature is of. */
export type NamedKey = {
  readonly name: string
  readonly type: KeyType
  readonly id: Uint8Array
  /** 32 bytes, as RFC 8032 writes an Ed25519 public key. */
  readonly publicKey: Uint8Array
}

export type NoteSignature = { readonly name: string; readonly id: Uint8Array; readonly signature: Uint8Array }

/** A text and what was signed under it. The text ends with a line feed. */
export type Note = { readonly text: string; readonly signatures: readonly NoteSignature[] }

/** Whether a signature is that of an Ed25519 key over a message. */
export type VerifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean

const KEY_BYTES = 32
const ID_BYTES = 4
const TIME_BYTES = 8
const SIGNATURE_BYTES = 64
const SIGNATURES_MAX = 100

export function namedKey(sha256: Sha256, name: string, type: KeyType, publicKey: Uint8Array): NamedKey {
  const id = sha256(concat(utf8(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, ID_BYTES)
  return { name, type, id, publicKey }
}

/** A verifier key as text: name, id in hex, and type with key in base64, joined by plus signs. */
export function verifierKeyText({ name, type, id, publicKey }: NamedKey): string {
  return `${name}+${toHex(id)}+${toBase64(concat(Uint8Array.of(type), publicKey))}`
}

/** A verifier key read from its text. Null for other kinds of keys, and where the id is not that of name and key. */
export function parseVerifierKey(sha256: Sha256, text: string): NamedKey | null {
  const [name, id, ...rest] = text.split('+')
  // Base64 has plus signs of its own.
  const bytes = fromBase64(rest.join('+'))
  if (!name || !id || !isKeyName(name) || !bytes || bytes.length !== 1 + KEY_BYTES) return null
  const type = bytes[0]
  if (type !== NOTE_KEY && type !== COSIGNATURE_KEY) return null
  const key = namedKey(sha256, name, type, bytes.slice(1))
  return toHex(key.id) === id ? key : null
}

/** The private key of a note's signer, as golang.org/x/mod/sumdb/note writes it: its name and its seed of 32 bytes. */
export function parseSignerKey(text: string): { readonly name: string; readonly seed: Uint8Array } | null {
  const [word, other, name, id, ...rest] = text.split('+')
  const bytes = fromBase64(rest.join('+'))
  if (word !== 'PRIVATE' || other !== 'KEY' || !name || !isKeyName(name) || fromHex(id ?? '')?.length !== ID_BYTES)
    return null
  if (bytes?.length !== 1 + KEY_BYTES || (bytes[0] !== NOTE_KEY && bytes[0] !== COSIGNATURE_KEY)) return null
  return { name, seed: bytes.slice(1) }
}

function isKeyName(name: string): boolean {
  return name !== '' && !/[\s+\p{Cc}]/u.test(name)
}

export function signatureLine({ name, id }: Pick<NamedKey, 'name' | 'id'>, signature: Uint8Array): string {
  return `— ${name} ${toBase64(concat(id, signature))}\n`
}

/** A note read from its text, its signatures unverified. Null when it is not one. */
export function parseNote(text: string): Note | null {
  // The last empty line parts the text from the signatures.
  const end = text.lastIndexOf('\n\n')
  const hasControls = Array.from(text).some((character) => character < ' ' && character !== '\n')
  if (end < 0 || !text.endsWith('\n') || hasControls || !text.isWellFormed()) return null
  const signatures = parseSignatureLines(text.slice(end + 2))
  return signatures && signatures.length > 0 ? { text: text.slice(0, end + 1), signatures } : null
}

/** The lines of signatures under a note. Null when one of them is not such a line. */
export function parseSignatureLines(text: string): NoteSignature[] | null {
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.length > SIGNATURES_MAX) return null
  const found: NoteSignature[] = []
  for (const line of lines) {
    const [dash, name, base64, more] = line.split(' ')
    const bytes = fromBase64(base64 ?? '')
    if (dash !== '—' || !name || !isKeyName(name) || more !== undefined || !bytes || bytes.length <= ID_BYTES)
      return null
    found.push({ name, id: bytes.slice(0, ID_BYTES), signature: bytes.slice(ID_BYTES) })
  }
  return found
}

const isOf = ({ name, id }: NamedKey, signature: NoteSignature) => signature.name === name && areEqual(signature.id, id)

/** Whether a note is signed by a key. One that bears a false signature of that key is not, whatever else it bears. */
export function isSignedBy(note: Note, key: NamedKey, verify: VerifyEd25519): boolean {
  const own = note.signatures.filter((signature) => isOf(key, signature))
  return own.length > 0 && own.every(({ signature }) => verify(key.publicKey, utf8(note.text), signature))
}

/** A log at a moment, in its own words: which log it is, how many leaves it has, and the root over them. */
export type Checkpoint = TreeHead & { readonly origin: string }

export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`
}

/** A checkpoint read from a note's text. Null when it is not one. Lines after the third are allowed, and say nothing. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin, size, root64, ...more] = text.split('\n')
  const root = fromBase64(root64 ?? '')
  if (!origin || !size || !/^(0|[1-9]\d{0,15})$/.test(size) || root?.length !== 32) return null
  if (more.pop() !== '' || more.includes('') || !Number.isSafeInteger(Number(size))) return null
  return { origin, size: Number(size), root }
}

/** The text that a witness signs: that it saw this checkpoint at a time, in seconds since 1970. */
export function cosignedText(seconds: number, text: string): string {
  return `cosignature/v1\ntime ${seconds}\n${text}`
}

/** The line of a cosignature: the time stands in front of the signature over `cosignedText`. */
export function cosignatureLine(key: Pick<NamedKey, 'name' | 'id'>, seconds: number, signature: Uint8Array): string {
  const time = new Uint8Array(TIME_BYTES)
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds))
  return signatureLine(key, concat(time, signature))
}

/** The signatures of a witness's key under a text, unverified: when each says it was made, and the message that it signs. */
export function cosignaturesOf(text: string, signatures: readonly NoteSignature[], key: NamedKey) {
  return signatures.flatMap((one) => {
    if (!isOf(key, one) || one.signature.length !== TIME_BYTES + SIGNATURE_BYTES) return []
    const seconds = new DataView(one.signature.buffer, one.signature.byteOffset).getBigUint64(0)
    if (seconds > BigInt(Number.MAX_SAFE_INTEGER)) return []
    const message = utf8(cosignedText(Number(seconds), text))
    return [{ seconds: Number(seconds), message, signature: one.signature.slice(TIME_BYTES) }]
  })
}

/** When a witness cosigned a text, in seconds since 1970; null when none of the signatures is a true one of its key. */
export function cosignedAt(
  text: string,
  signatures: readonly NoteSignature[],
  key: NamedKey,
  verify: VerifyEd25519,
): number | null {
  const found = cosignaturesOf(text, signatures, key).find(({ message, signature }) =>
    verify(key.publicKey, message, signature),
  )
  return found?.seconds ?? null
}

/**
 * The name of a circle's log, and of the key that signs it. It says nothing of an address: a server that moves keeps its
 * log, and so its past.
 */
export function originOf(circleId: string): string {
  return `ciranda/${circleId}`
}

/** The hash of a ledger's entry as a leaf: the leaf's data is the entry's own hash, as 32 bytes. */
export function entryLeaf(sha256: Sha256, hash: string): Uint8Array {
  const bytes = fromHex(hash)
  if (bytes?.length !== 32) throw new Error('An entry has a hash of 32 bytes in lower-case hex')
  return leafHash(sha256, bytes)
}

type Hashed = Pick<LedgerEntry, 'hash'>

/**
 * The checkpoint of a ledger's first `size` entries, all of them unless said otherwise; entries in their order. `block`: the hash of a
 * complete block of them, where somebody has it.
 */
export function checkpointOf(
  sha256: Sha256,
  circleId: string,
  entries: readonly Hashed[],
  size: number = entries.length,
  block?: (index: number) => Uint8Array,
): Checkpoint {
  const leaf = (index: number) => entryLeaf(sha256, entries[index]!.hash)
  const hashes = { leaf, ...(block ? { block } : {}) }
  return { origin: originOf(circleId), size, root: subtreeHash(sha256, hashes, [0, size]) }
}

const HASH_BYTES = 32

/**
 * The hashes of a ledger's complete blocks, each computed once, whoever asks. `known`: those of the first ones, one after the other,
 * as they were computed before.
 */
export function openTree(sha256: Sha256, entries: readonly Hashed[], known: Uint8Array = new Uint8Array()) {
  const computed = new Map<number, Uint8Array>()
  const leaf = (index: number) => entryLeaf(sha256, entries[index]!.hash)
  const block = (index: number): Uint8Array => {
    const from = HASH_BYTES * index
    const hash =
      computed.get(index) ??
      (from < known.length
        ? known.slice(from, from + HASH_BYTES)
        : subtreeHash(sha256, { leaf }, [BLOCK * index, BLOCK * (index + 1)]))
    computed.set(index, hash)
    return hash
  }
  const blocks = () => concat(...Array.from({ length: Math.floor(entries.length / BLOCK) }, (_, index) => block(index)))
  return { block, blocks }
}
