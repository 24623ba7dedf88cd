import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { onlyDigits } from './documents.ts'
import { normalizePhone } from './phones.ts'

/**
 * A key for demonstrations: well-formed, the same for the same seed, and nobody's. A bank registers an e-mail key only
 * after a code sent to that address comes back, and no address under `.invalid` can ever receive mail (RFC 2606), so a
 * payment finds no account.
 */
export function demonstrationPixKey(seed: string): string {
  return `${bytesToHex(sha256(utf8ToBytes(seed))).slice(0, 16)}@demonstracao.invalid`
}

/** A phone that its owner recognises and nobody can pay or call: `(11) 9••••-4321`. */
export function maskPhone(phone: string): string {
  const digits = normalizePhone(phone) ?? onlyDigits(phone)
  return digits.length < 10 ? '••••' : `(${digits.slice(0, 2)}) ${digits.slice(2, 3)}••••-${digits.slice(-4)}`
}

/** An e-mail that its owner recognises and nobody can pay or write to: `m•••@…`. */
export function maskEmail(email: string): string {
  return `${[...email][0] ?? ''}•••@…`
}

/** The owner's name that stands on every code of a demonstration. */
export const DEMONSTRATION_NAME = 'DEMONSTRACAO NAO PAGUE'
