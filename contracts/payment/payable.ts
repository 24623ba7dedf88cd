import { isValidBitcoinAddress, isValidUsdtAddress } from './crypto-address.ts'
import { isValidCnpj } from './documents.ts'

export type Payable = 'br_code' | 'email' | 'number' | 'document' | 'random_key' | 'crypto' | 'web_address'

export const payableMessages: Readonly<Record<Payable, string>> = {
  br_code: 'Uma demonstração não pode mostrar um código PIX.',
  email: 'Uma demonstração não pode mostrar um e-mail: ele serve de chave PIX.',
  number: 'Uma demonstração não pode mostrar um telefone nem um documento: eles servem de chave PIX.',
  document: 'Uma demonstração não pode mostrar CPF nem CNPJ: eles servem de chave PIX.',
  random_key: 'Uma demonstração não pode mostrar uma chave PIX.',
  crypto: 'Uma demonstração não pode mostrar um endereço de Bitcoin ou USDT.',
  web_address: 'Uma demonstração não pode mostrar um endereço da internet: ele pode levar a um pagamento.',
}

/** A phone with its area code has ten digits, and every key of digits alone has more. */
const DIGITS_MIN = 10

/**
 * Finds in a text something that could be paid to, or tells where: a BR Code, an e-mail, a phone, a CPF or CNPJ, a random key,
 * a crypto or web address; null when nothing does. It reads the text as a person would who wants to pay: full-width and
 * other scripts' digits, spaces and signs between them, an 'arroba' written out. A key in words ('onze nove oito…') is
 * beyond it.
 */
export function findPayable(text: string): Payable | null {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/(?![0-9])\p{Nd}/gu, '0')
    .toLowerCase()
  const tight = plain.replaceAll(/[\s\p{P}\p{S}]+/gu, '')
  const code = tight.indexOf('000201')
  if ((code >= 0 && /26|5802br/.test(tight.slice(code + 6))) || tight.includes('brgovbcbpix')) return 'br_code'
  // One space for many: a sign is looked for between any number of them, which would cost the cube of their number.
  if (isEmail(plain.replaceAll(/\s+/g, ' '))) return 'email'
  if (hasCryptoAddress(text)) return 'crypto'
  if (hasRandomKey(plain)) return 'random_key'
  if (runsOfDigits(plain).some((digits) => digits.length >= DIGITS_MIN)) return 'number'
  if (hasCnpj(plain)) return 'document'
  return /https?:|www\.|\b[a-z0-9-]+\.(com|net|org|br|me|io|app|link|ly|page|site|online|bio|gg|co)\b/.test(plain)
    ? 'web_address'
    : null
}

/** Also with spaces around the sign, which may be written out, and with the dots too. */
function isEmail(plain: string): boolean {
  const written = plain
    .replaceAll(/\s*[([{<]?\s*(?:@|\barroba\b|\bat\b)\s*[)\]}>]?\s*/g, '@')
    .replaceAll(/\s*(?:\bponto\b|\bdot\b)\s*/g, '.')
  // Of a written-out sign, only what has a domain after it is an address.
  return /[\p{L}0-9._%+-]+@[\p{L}0-9-]+(?:\.[\p{L}0-9-]+)+/u.test(written) || /[\p{L}0-9]\s*@\s*[\p{L}0-9]/u.test(plain)
}

/** The digits of each stretch that a reader takes for one number: with up to three spaces or signs between two of them. */
function runsOfDigits(plain: string): string[] {
  const stretches = plain.match(/[0-9](?:[\s\p{P}\p{S}]{0,3}[0-9])*/gu) ?? []
  return stretches.filter((stretch) => !isDates(stretch)).map((stretch) => stretch.replaceAll(/[^0-9]/g, ''))
}

/**
 * A random key has 32 hexadecimal digits. The letter that ends a word before it ('Chave', 'cada') is one too, so what
 * counts is that as many stand in a row, not where they begin. A whole word of more of them is a hash; without numbers,
 * or of dates and amounts, it is a sentence.
 */
function hasRandomKey(plain: string): boolean {
  const words = plain.replaceAll(/(?<![\p{L}\p{N}])[0-9a-f]{33,}(?![\p{L}\p{N}])/gu, '|z|')
  return words.split(/[^0-9a-f\s\p{P}\p{S}]+/u).some((stretch) => {
    const rest = stretch.replaceAll(DATES_AND_BETWEEN, '').replaceAll(AMOUNT, '')
    return countHex(stretch) >= 32 && countHex(rest) >= 12 && /[0-9]/.test(rest)
  })
}

function countHex(text: string): number {
  return text.match(/[0-9a-f]/g)?.length ?? 0
}

const DATE = '(?:(?:[0-3]?[0-9][/.-])?[01]?[0-9][/.-])?(?:19|20)[0-9]{2}'
const HOUR = '[0-2]?[0-9]:[0-5][0-9]'
/** Dates, and the words between two of them that could be read as hexadecimal. */
const DATES_AND_BETWEEN = new RegExp(`\\b(?:${DATE}|a|e|de|da)\\b`, 'g')
const AMOUNT = /\$\s*[0-9]{1,3}(?:\.[0-9]{3})*,[0-9]{2}\b/g
const ONLY_DATES = new RegExp(`^(?:${DATE}(?:[\\s,]{1,2}${HOUR})?(?:[\\s,–-]{1,3}|$))+$`)

/** Dates and years side by side, also with an hour, as a circle's name may tell from when to when it runs. */
function isDates(stretch: string): boolean {
  return ONLY_DATES.test(stretch)
}

function hasCryptoAddress(text: string): boolean {
  return (text.normalize('NFKC').match(/[0-9A-Za-z]{25,90}/g) ?? []).some(
    (word) => isValidBitcoinAddress(word) || isValidUsdtAddress(word),
  )
}

/** From the beginning of a word, and with a sign or none between its parts; looked for at every word, also within another. */
const CNPJ_SHAPE = /(?<![0-9a-z])(?=([0-9a-z]{2}(?:[\s./-]?[0-9a-z]{3}){2}[\s./-]?[0-9a-z]{4}[\s./-]?[0-9]{2}))/g

/** A CNPJ may hold letters since 2026, and then has too few digits in a row to be found by them. */
function hasCnpj(plain: string): boolean {
  return [...plain.matchAll(CNPJ_SHAPE)].some(([, written]) => isValidCnpj(written!.replaceAll(/[\s./-]/g, '')))
}

/** The fault of a circle's text in a demonstration, as a sentence for its field; null when it has none. */
export function payableFault(text: string): string | null {
  const found = findPayable(text)
  return found === null ? null : payableMessages[found]
}

export const COVERED = '(texto encoberto: em uma demonstração não aparecem chaves, contatos nem endereços)'

/** A text of somebody else as a reader in a demonstration sees it: covered, where it could be paid to. */
export function withoutPayable(text: string): string {
  return findPayable(text) === null ? text : COVERED
}
