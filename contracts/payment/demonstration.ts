import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * A key for demonstrations: well-formed, the same for the same seed, and nobody's. A bank registers an e-mail key only
 * after a code sent to that address comes back, and no address under `.invalid` can ever receive mail (RFC 2606), so a
 * payment finds no account.
 */
export function demonstrationPixKey(seed: string): string {
  return `${bytesToHex(sha256(utf8ToBytes(seed))).slice(0, 16)}@demonstracao.invalid`
}
