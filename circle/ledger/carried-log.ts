import { areEqual, concat, fromBase64url, fromHex, toBase64url, toHex } from '#circle/bytes.ts'
import type { Sha256 } from '#circle/bytes.ts'
import {
  checkpointText,
  namedKey,
  NOTE_KEY,
  originOf,
  parseCheckpoint,
  parseNote,
  signatureLine,
} from './checkpoint.ts'

// The knowledge of one device about a circle's ledger, short enough for a link and a QR code: which circle, which key signs
// its log, and a checkpoint with that key's signature. It names no person.

/** `key`: the log's Ed25519 key in base64url; `note`: the checkpoint with its signature. */
export type CarriedLog = { readonly circle_id: string; readonly key: string; readonly note: string }

const VERSION = 1
/** Version, circle id, key, size, root, signature. */
const LENGTHS = [1, 16, 32, 6, 32, 64] as const
const LENGTH = LENGTHS.reduce<number>((sum, length) => sum + length, 0)

/** The text that carries a log. Null where its note has no signature of its key. */
export function carriedLogText(sha256: Sha256, { circle_id, key, note }: CarriedLog): string | null {
  const [id, publicKey] = [fromHex(circle_id.replaceAll('-', '')), fromBase64url(key)]
  const parsed = parseNote(note)
  const checkpoint = parsed && parseCheckpoint(parsed.text)
  if (!checkpoint || id?.length !== 16 || publicKey?.length !== 32) return null
  const own = namedKey(sha256, originOf(circle_id), NOTE_KEY, publicKey)
  const signed = parsed.signatures.find(({ name, id: keyId }) => name === own.name && areEqual(keyId, own.id))
  if (signed?.signature.length !== 64) return null
  const size = new Uint8Array(8)
  new DataView(size.buffer).setBigUint64(0, BigInt(checkpoint.size))
  const bytes = concat(Uint8Array.of(VERSION), id, publicKey, size.slice(2), checkpoint.root, signed.signature)
  return toBase64url(bytes)
}

/** A log read from its text, its signature unverified; null for anything else, a text that was cut included. */
export function parseCarriedLog(sha256: Sha256, text: string): CarriedLog | null {
  const bytes = fromBase64url(text)
  if (bytes?.length !== LENGTH || bytes[0] !== VERSION) return null
  let at = 0
  const [, id, publicKey, size, root, signature] = LENGTHS.map((length) => bytes.slice(at, (at += length)))
  const circle_id = toHex(id!).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const entries = new DataView(concat(new Uint8Array(2), size!).buffer).getBigUint64(0)
  if (entries > BigInt(Number.MAX_SAFE_INTEGER)) return null
  const origin = originOf(circle_id)
  const line = signatureLine(namedKey(sha256, origin, NOTE_KEY, publicKey!), signature!)
  const note = `${checkpointText({ origin, size: Number(entries), root: root! })}\n${line}`
  return { circle_id, key: toBase64url(publicKey!), note }
}
