import { Refusal } from '#server/lib/refusal.ts'
import { errorMessage } from '#contracts/errors.ts'

// The most common leaked passwords, in English and Portuguese. Combinations of them are refused too.
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
 * data.
 */
export function ensureStrongPassword(password: string, own: Own): void {
  const plain = password.toLowerCase().replaceAll(/\s/g, '')
  const isWeak =
    COMMON.has(plain) ||
    COMMON_WORDS.has(withoutTail(plain)) ||
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
 * usual form. They are compared without accents, spaces and signs, ignoring digits or signs at a password's end.
 */
function ownTexts({ email, firstName, lastName, phone, cpf, birthDate }: Own): Set<string> {
  const [year = '', month = '', day = ''] = (birthDate ?? '').split('-')
  const names = `${firstName} ${lastName}`.split(/\s+/).map(fold).filter(Boolean)
  const whole = [fold(firstName), fold(lastName), fold(firstName + lastName), fold(lastName + firstName)]
  const address = email.split('@')
  const dates = [day + month + year, year + month + day, month + day + year, day + month + year.slice(2)]
  const digits = [phone ?? '', (phone ?? '').replace(/^\+?55/, ''), cpf ?? ''].map(fold)
  return new Set(
    [
      ...names,
      ...whole,
      fold(email),
      ...address.map(fold),
      fold(address[1]?.split('.')[0] ?? ''),
      ...dates,
      ...digits,
    ].filter((text) => text.length >= 3),
  )
}

/** Whether a password consists only of the person's data, in any order, with digits or signs around it. */
function isOwnData(password: string, own: Own): boolean {
  const texts = ownTexts(own)
  const plain = fold(password)
  if (texts.has(plain)) return true
  const longestFirst = [...texts].toSorted((a, b) => b.length - a.length)
  const left = longestFirst.reduce((text, piece) => text.replaceAll(piece, ''), plain)
  return /\p{L}/u.test(plain) && /^\d*$/.test(left)
}

/** Lower case without accents, spaces and signs, which are the usual variations of a memorized text. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
