import { isValidCnpj as hasCnpjCheckDigits } from '@brazilian-utils/brazilian-utils/is-valid-cnpj'
import { isValidCpf as hasCpfCheckDigits } from '@brazilian-utils/brazilian-utils/is-valid-cpf'

/** The digits 0–9 of a text, in order. */
export function onlyDigits(text: string): string {
  return text.replace(/[^0-9]/g, '')
}

/** Whether 11 digits without a mask are a CPF: check digits right, no repeated digit. */
export function isValidCpf(digits: string): boolean {
  return /^[0-9]{11}$/.test(digits) && hasCpfCheckDigits(digits)
}

/**
 * Whether 14 characters without a mask are a CNPJ, of digits or (since 2026) with letters: check digits right, no
 * repeated character.
 */
export function isValidCnpj(characters: string): boolean {
  if (!/^[0-9A-Za-z]{12}[0-9]{2}$/.test(characters)) return false
  // The library refuses repeated digits, not repeated letters.
  if (/^(.)\1{11}/i.test(characters)) return false
  return hasCnpjCheckDigits(characters, { version: 2 })
}

/** A CPF or CNPJ without a mask as people write it, `529.982.247-25` or `11.222.333/0001-81`; anything else as it is. */
export function formatDocument(characters: string): string {
  if (isValidCpf(characters)) return characters.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  return isValidCnpj(characters) ? characters.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5') : characters
}
