import { sha256 } from '@noble/hashes/sha2.js'
import { toHex, utf8 } from '#circle/bytes.ts'

/** The SHA-256 of a text in hexadecimal, as the ledger has it; computed here, since without TLS the browser's own is missing. */
export function hashText(text: string): string {
  return toHex(sha256(utf8(text)))
}
