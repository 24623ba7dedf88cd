export type Own = {
  email: string
  firstName: string
  lastName: string
  phone?: string | null
  cpf?: string | null
  birthDate?: string | null
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
export function isOwnData(password: string, own: Own): boolean {
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
export const LEET: readonly Readonly<Record<string, string>>[] = ['i', 'l'].map((one) => ({
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

/** Lower case without accents, spaces and signs, which are the usual variations of a memorized text. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
