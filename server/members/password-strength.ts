import { isCommonPassword } from './common-passwords.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { errorMessage } from '#contracts/errors.ts'

// Passwords that Brazilians try first and the list of the most common ones (common-passwords.ts) does not have; each is
// refused with other digits at its end too.
const COMMON = new Set(
  `12345678 123456789 1234567890 11111111 00000000 87654321 password password1 qwertyui qwerty123 qwertyuiop 1q2w3e4r 1q2w3e4r5t abcd1234 abc12345 a1b2c3d4
   iloveyou sunshine princess football baseball superman whatever trustno1 letmein1 welcome1 admin123 administrator senha123 senha1234 minhasenha mudar123
   brasil123 flamengo corinthians palmeiras saopaulo vascodagama gremio123 internacional cruzeiro botafogo fluminense santos123 deusefiel deus1234 jesuscristo
   jesus123 amor1234 teamo123 felicidade familia1 gabriel1 12341234 12344321 13579000 102030405060 10203040 asdfghjkl asdf1234 zxcvbnm1 q1w2e3r4 123mudar
   ciranda1 ciranda123`.split(/\s+/),
)

/** Common passwords without the digits and signs at their end: `senha2024!` is guessed as soon as `senha123`. */
const COMMON_WORDS = new Set(
  [...COMMON]
    .map(withoutTail)
    .filter((word) => word.length >= 5)
    .concat('senha', 'admin'),
)

type Own = {
  email: string
  firstName: string
  lastName: string
  phone?: string | null
  cpf?: string | null
  birthDate?: string | null
}

/**
 * Refuses passwords that are guessed first: a common one, one repeated sign, a plain run of digits, or the person's own
 * data; also with digits and signs for letters, and one's own data reversed.
 */
export function ensureStrongPassword(password: string, own: Own): void {
  const plain = password.toLowerCase().replaceAll(/\s/g, '')
  const isWeak =
    isCommonPassword(password) ||
    [...leetReadings(plain), plain].some(
      (text) => COMMON.has(text) || COMMON_WORDS.has(withoutTail(text)) || isCommonPassword(text),
    ) ||
    /^(.)\1+$/.test(plain) ||
    isRun(plain) ||
    isOwnData(password, own)
  if (isWeak) throw new Refusal('user.weak_password', { fields: { password: errorMessage('user.weak_password') } })
}

function withoutTail(text: string): string {
  return text.replace(/[^\p{L}]+$/u, '')
}

function isRun(text: string): boolean {
  return /^\d+$/.test(text) && ('01234567890123456789'.includes(text) || '98765432109876543210'.includes(text))
}

/**
 * The texts that acquaintances would guess: each name alone and combined, e-mail, phone, CPF, and the birth date in any
 * order. They are compared without case, accents, spaces and signs.
 */
function ownTexts({ email, firstName, lastName, phone, cpf, birthDate }: Own): string[] {
  const [year = '', month = '', day = ''] = (birthDate ?? '').split('-')
  const names = `${firstName} ${lastName}`.split(/\s+/)
  const [local = '', domain = ''] = email.split('@')
  const parts = [day, month].filter(Boolean)
  const years = [year, year.slice(2)].filter(Boolean)
  const dates = years.flatMap((one) => [...orders([...parts, one]), ...parts.flatMap((part) => orders([part, one]))])
  const national = (phone ?? '').replace(/^\+?55/, '')
  const texts = [
    ...names,
    firstName,
    lastName,
    firstName + lastName,
    lastName + firstName,
    email,
    local,
    domain,
    domain.split('.')[0]!,
    ...local.split(/[^\p{L}]+/u),
    ...dates,
    ...orders(parts),
    year,
    phone ?? '',
    national,
    national.slice(2),
    cpf ?? '',
    (cpf ?? '').slice(0, 9),
  ]
  return [...new Set(texts.map(fold))].filter((text) => text.length >= 3).toSorted((a, b) => b.length - a.length)
}

/** Every order of two or three pieces, written one after another. */
function orders(pieces: readonly string[]): string[] {
  if (pieces.length < 2) return [...pieces]
  return pieces.flatMap((piece, at) => orders(pieces.toSpliced(at, 1)).map((rest) => piece + rest))
}

/** A sign of a password: as it was typed, and as a reader takes it. */
type Sign = { readonly typed: string; readonly read: string }

/** How many digits or signs around one's own digits do not make a password of them. */
const DIGITS_AROUND_MAX = 3

/** Whether a password consists only of the person's data, in any order, with digits or signs around it. */
function isOwnData(password: string, own: Own): boolean {
  const texts = ownTexts(own)
  const signs = [...password.normalize('NFD').toLowerCase()].filter((sign) => !/[\p{M}\s]/u.test(sign))
  const asTyped = signs.filter((sign) => /[\p{L}\p{N}]/u.test(sign)).map((sign) => ({ typed: sign, read: sign }))
  const views: Sign[][] = [
    asTyped,
    ...LEET.map((leet) => signs.map((sign) => ({ typed: sign, read: leet[sign] ?? sign }))),
  ]
  return views.flatMap((view) => [view, view.toReversed()]).some((view) => isMadeOf(view, texts))
}

function isMadeOf(signs: readonly Sign[], texts: readonly string[]): boolean {
  let left = signs
  for (const text of texts)
    for (let at = find(left, text); at !== -1; at = find(left, text)) left = left.toSpliced(at, text.length)
  if (left.length === signs.length) return false
  // Digits alone may well hold somebody's year of birth; they are one's own when hardly anything else is there.
  const isOfDigits = signs.every(({ typed }) => /\d/.test(typed))
  return left.every(({ typed }) => !/\p{L}/u.test(typed)) && (!isOfDigits || left.length <= DIGITS_AROUND_MAX)
}

function find(signs: readonly Sign[], text: string): number {
  return signs
    .map(({ read }) => read)
    .join('')
    .indexOf(text)
}

/** Digits and signs that stand for letters; `1` for either of two. */
const LEET: readonly Readonly<Record<string, string>>[] = ['i', 'l'].map((one) => ({
  0: 'o',
  1: one,
  2: 'z',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '+': 't',
  '(': 'c',
  '€': 'e',
}))

/** The readings of a text whose digits and signs stand for letters, up to any of those at its end. */
function leetReadings(text: string): string[] {
  const ends = Array.from({ length: text.length - withoutTail(text).length + 1 }, (_, at) => text.length - at)
  return LEET.flatMap((leet) =>
    ends.map((end) => Array.from(text.slice(0, end), (sign) => leet[sign] ?? sign).join('') + text.slice(end)),
  )
}

/** Lower case without accents, spaces and signs, which are the usual variations of a memorized text. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
