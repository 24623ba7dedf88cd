import type { CircleMode } from '#circle/state.ts'
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
 * other scripts' digits, spaces and signs between them, an 'arroba' written out. A key in words ('onze nove oito…'), or with
 * letters of words for its digits (O for 0), is beyond it.
 */
export function findPayable(text: string): Payable | null {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[\p{M}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/(?![0-9])\p{Nd}/gu, '0')
    .toLowerCase()
  const tight = plain.replaceAll(/[\s\p{P}\p{S}]+/gu, '')
  const code = tight.indexOf('000201')
  if ((code >= 0 && /26|5802br/.test(tight.slice(code + 6))) || tight.includes('brgovbcbpix')) return 'br_code'
  // One space for many: a sign is looked for between any number of them, which would cost the cube of their number.
  if (isEmail(plain.replaceAll(/\s+/g, ' '))) return 'email'
  if (hasCryptoAddress(text)) return 'crypto'
  if (hasRandomKey(text)) return 'random_key'
  if (runsOfDigits(plain).some((digits) => digits.length >= DIGITS_MIN)) return 'number'
  if (hasCnpj(plain)) return 'document'
  return /https?:|www\.|[a-z0-9-]\.(com|net|org|br|me|io|app|link|ly|page|site|online|bio|gg|co)\b/.test(plain)
    ? 'web_address'
    : null
}

/** Also with spaces around the sign, which may be written out, and with the dots too. */
function isEmail(plain: string): boolean {
  const written = plain
    .replaceAll(/\s*[([{<]?\s*(?:@|\barroba\b|\bat\b)\s*[)\]}>]?\s*/g, '@')
    .replaceAll(/\s*(?:\bponto\b|\bdot\b)\s*/g, '.')
  // Of a written-out sign, only what has a domain after it is an address.
  return /[\p{L}0-9._%+-]@[\p{L}0-9-]+\.[\p{L}0-9-]/u.test(written) || /[\p{L}0-9]\s*@\s*[\p{L}0-9]/u.test(plain)
}

/** The digits of each stretch that a reader takes for one number: with up to three spaces or signs between two of them. */
function runsOfDigits(plain: string): string[] {
  const stretches = plain.match(/[0-9](?:[\s\p{P}\p{S}]{0,3}[0-9])*/gu) ?? []
  return stretches.filter((stretch) => !isDates(stretch)).map((stretch) => stretch.replaceAll(/[^0-9]/g, ''))
}

/** The shape of a UUID, as every random key has it (RFC 9562): its version and its variant stand in the same two places. */
const RANDOM_KEY = /[0-9a-f]{12}[1-8][0-9a-f]{3}[89ab][0-9a-f]{15}/

/**
 * Looks for 32 hexadecimal digits in a row with the shape of a random key, whatever stands between them that no Portuguese word is
 * written with. The letters that end a word before it ('Chave', 'cada') are such digits too, so it may begin anywhere. So it may
 * within a longer row: the hash of an entry is found like two keys that are glued together, since nothing tells the two apart.
 * That costs nobody anything: what shows hashes in a demonstration (the ledger, its papers) is no text that a person types.
 */
function hasRandomKey(text: string): boolean {
  return [withOddAsSigns(text), withOddAsDigits(text)].some((read) => read.split(OTHER_LETTERS).some(holdsRandomKey))
}

/** Of numbers, dates and amounts alone, with the words between them, a row of digits is a sentence. */
function holdsRandomKey(stretch: string): boolean {
  if (!RANDOM_KEY.test(hexOf(stretch))) return false
  const rest = hexOf(stretch.replaceAll(TIMES_AND_BETWEEN, '').replaceAll(AMOUNT, ''))
  return rest.length >= 12 && /[0-9]/.test(rest)
}

function hexOf(text: string): string {
  return text.replaceAll(/[^0-9a-f]/g, '')
}

const OTHER_LETTERS = /[g-z\p{Script=Cyrillic}\p{Script=Greek}]+/u

/** Ordinals and raised, enclosed or letter-like characters: somebody may write them for a letter, for a digit or for a dash. */
const ORNAMENTS =
  /[ªº²³¹¼-¾\u02B0-\u02FF\u1D2C-\u1D6A\u1D78-\u1DBF\u2070-\u209F\u2100-\u218B\u2460-\u24FF\u2776-\u2793\u3200-\u33FF\u{1F100}-\u{1F1FF}]/gu

/** Those of them that are a digit, or a letter from A to F, without Unicode's saying which. */
const ENCLOSED_DIGIT = /[\p{No}\u{1F150}-\u{1F155}\u{1F170}-\u{1F175}\u{1F1E6}-\u{1F1EB}]/u

/** Letters that look like one of a to f, or like a digit, and are none. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑᴀ',
  b: 'вьβʙ',
  c: 'сϲᴄ',
  d: 'ԁᴅđð',
  e: 'еєεᴇ',
  f: 'ƒϝꜰғ',
  0: 'οо',
  3: 'зʒ',
  6: 'б',
}
const READ_AS = new Map(Object.entries(LOOK_ALIKES).flatMap(([read, all]) => [...all].map((one) => [one, read])))

/** A digit whose value is not known: it fits every place of a random key. */
const ANY_DIGIT = '8'

/** In small letters without marks, those of full width and of mathematics like any others. */
function inPlainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?![0-9])\p{Nd}/gu, ANY_DIGIT)
    .toLowerCase()
}

/** The text of somebody who writes odd characters between the digits. */
function withOddAsSigns(text: string): string {
  return inPlainLetters(text.replaceAll(ORNAMENTS, ' ')).replaceAll(/\P{ASCII}/gu, ' ')
}

/** The text of somebody who writes odd characters instead of digits. */
function withOddAsDigits(text: string): string {
  const plain = inPlainLetters(text.replaceAll(ORNAMENTS, digitOf))
  return plain.replaceAll(/[^\p{ASCII}]/gu, (letter) => READ_AS.get(letter) ?? letter)
}

function digitOf(ornament: string): string {
  const read = inPlainLetters(ornament).replaceAll(/[^0-9a-z]/g, '')
  if (read === '') return ENCLOSED_DIGIT.test(ornament) ? ANY_DIGIT : ' '
  return /[g-z]/.test(read) ? ' ' : read
}

const DATE = '(?:(?:[0-3]?[0-9][/.-])?[01]?[0-9][/.-])?(?:19|20)[0-9]{2}'
const HOUR = '[0-2]?[0-9]:[0-5][0-9]'
/** Dates and hours, and the words between two of them that could be read as hexadecimal. */
const TIMES_AND_BETWEEN = new RegExp(`\\b(?:${DATE}|${HOUR}|a|e|de|da)\\b`, 'g')
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

/** A text of somebody else as its reader is shown it: as it is in a real circle. */
export function shownIn(mode: CircleMode, text: string): string {
  return mode === 'real' ? text : withoutPayable(text)
}

/** A text of somebody else as a reader in a demonstration sees it: covered, where it could be paid to. */
export function withoutPayable(text: string): string {
  return findPayable(text) === null ? text : COVERED
}
