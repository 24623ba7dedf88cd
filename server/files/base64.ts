import { setImmediate as nextTurn } from 'node:timers/promises'

// A slice takes a fraction of a millisecond. It is a multiple of 4, so that every slice decodes by itself.
const SLICE = 256 * 1024
const dataUrlPrefix = /^data:[a-z0-9.+-]*(?:\/[a-z0-9.+-]*)?(?:;[a-z0-9.+=-]*)*;base64,/i

/** The number of bytes that a base64 text stands for, known before decoding it. */
export function decodedLength(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Math.floor((text.length * 3) / 4) - padding
}

/** A base64 text without its data-URL prefix and surrounding white space. */
export function withoutDataUrl(text: string): string {
  const prefix = dataUrlPrefix.exec(text.slice(0, 200).trimStart())
  return prefix ? text.trim().slice(prefix[0].length) : text.trim()
}

/**
 * The bytes of a base64 text (RFC 4648 §4: padded, nothing else inside). It decodes slice by slice, so that other
 * requests get a turn. Null when the text is not base64.
 */
export async function decodeBase64(text: string): Promise<Buffer | null> {
  if (text.length === 0 || text.length % 4 !== 0) return null
  const bytes = Buffer.allocUnsafe(decodedLength(text))
  for (let at = 0; at < text.length; at += SLICE) {
    if (at > 0) await nextTurn()
    const slice = text.slice(at, at + SLICE)
    const start = (at / 4) * 3
    const end = start + bytes.write(slice, start, 'base64')
    // Node's decoder skips unknown characters. Only a text that encodes back to itself is valid base64, and only its
    // end may be padded.
    if (end !== Math.min(start + (SLICE / 4) * 3, bytes.length) || bytes.toString('base64', start, end) !== slice)
      return null
  }
  return bytes
}
