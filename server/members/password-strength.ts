import { isCommonPassword } from './common-passwords.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { errorMessage } from '#contracts/errors.ts'
import { isOwnData, LEET } from './own-data.ts'
import type { Own } from './own-data.ts'

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

/** The readings of a text whose digits and signs stand for letters, up to any of those at its end. */
function leetReadings(text: string): string[] {
  const ends = Array.from({ length: text.length - withoutTail(text).length + 1 }, (_, at) => text.length - at)
  return LEET.flatMap((leet) =>
    ends.map((end) => Array.from(text.slice(0, end), (sign) => leet[sign] ?? sign).join('') + text.slice(end)),
  )
}
