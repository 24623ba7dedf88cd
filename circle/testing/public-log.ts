import { toBase64, toBase64url, toHex, utf8 } from '#circle/bytes.ts'
import { checkpointOf, checkpointText, entryLeaf, originOf } from '#circle/ledger/checkpoint.ts'
import { consistencyRanges, subtreeHash } from '#circle/ledger/merkle.ts'
import { sha256, signerOf } from './ed25519.ts'

// A circle's log as its public calls answer it, from the hashes of ten entries.

export const LOG_CIRCLE = '0199aaaa-0000-7000-8000-000000000001'
const KEY: Uint8Array = new Uint8Array(32).fill(7)

export type LogEntries = readonly { readonly hash: string }[]

/** The hashes of a ledger of ten entries; `differsFrom`: from which number on it tells another history. */
export const tenEntries = (differsFrom = Infinity): LogEntries =>
  Array.from({ length: 10 }, (_, index) => ({
    hash: toHex(sha256(utf8(`${index} ${index + 1 >= differsFrom ? 'lie' : 'truth'}`))),
  }))

/** A signed checkpoint of the first entries, as a device keeps it; `seed`: of the key that signs. */
export function logOf(entries: LogEntries, size: number, seed = KEY) {
  const signer = signerOf(originOf(LOG_CIRCLE), seed)
  const note = signer.signs(checkpointText(checkpointOf(sha256, LOG_CIRCLE, entries, size)))
  return { circle_id: LOG_CIRCLE, key: toBase64url(signer.note.publicKey), note, named: signer.note }
}

/** The answer to a public call about the log of ten entries: its checkpoint, or a proof of consistency. */
export function answerOfLog(address: string, entries: LogEntries, seed = KEY): Response {
  const { pathname, searchParams } = new URL(address, 'http://ciranda.test')
  if (pathname.endsWith('/checkpoint')) return new Response(logOf(entries, 10, seed).note)
  const [from, to] = [Number(searchParams.get('from')), Number(searchParams.get('to'))]
  const leaf = (index: number) => entryLeaf(sha256, entries[index]!.hash)
  const proof = consistencyRanges(from, to).map((range) => toBase64(subtreeHash(sha256, { leaf }, range)))
  return Response.json({ from, to, proof })
}
