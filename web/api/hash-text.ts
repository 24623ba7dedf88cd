import { sha256 } from '@noble/hashes/sha2.js'
import { toHex, utf8 } from '#circle/bytes.ts'

/** The SHA-256 of a text in hexadecimal, as the ledger has it; computed here, since without TLS the browser's own is missing. */
export function hashText(text: string): string {
  return toHex(sha256(utf8(text)))
}

/** The SHA-256 of a picture as it is sent, in lower-case hex; null where this browser cannot tell. */
export async function pictureHash(base64: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
