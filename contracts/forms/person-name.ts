import { lineFault, tidyLine } from './clean-line.ts'

export const nameMessages = {
  characters: 'Use só letras, espaços, hífen, apóstrofo e ponto.',
  reserved: 'Este nome é reservado à administração do círculo.',
} as const

/**
 * Letters of the Latin alphabet as the languages that people bring to Brazil write them, each with at most two marks of its
 * own. Other alphabets, small capitals and full-width forms look like Latin letters and would let somebody take a name.
 */
const LETTER =
  '[A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u017E\\u01CD-\\u01DC\\u0218-\\u021B\\u1E00-\\u1EFF]\\p{M}{0,2}'
/** Parts joined by a space, a hyphen, an apostrophe or a dot; a part may end with a dot, as `Jr.` does. */
const NAME = new RegExp(`^${LETTER}(?:${LETTER}|[-'’](?=${LETTER})|\\.| (?=${LETTER}))*$`, 'u')

/** A name as it is kept: in NFC, with single spaces. */
export function tidyName(name: string): string {
  return tidyLine(name).replaceAll(/ +/g, ' ')
}

/**
 * The fault of a person's first or last name, in NFC and with single spaces (`tidyName`), as a sentence; null when it has
 * none. A name cannot hold a digit, so it cannot hold a PIX key or a phone either.
 */
export function nameFault(name: string): string | null {
  return lineFault(name) ?? (NAME.test(name) && !name.includes('..') ? null : nameMessages.characters)
}

const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
  [/ß/g, 'ss'],
  [/[æǣ]/g, 'ae'],
  [/œ/g, 'oe'],
  [/ø/g, 'o'],
  [/đ|ð/g, 'd'],
  [/ħ/g, 'h'],
  [/ŧ/g, 't'],
  [/ĸ/g, 'k'],
  [/ŋ/g, 'n'],
  [/ı/g, 'i'],
  [/ł/g, 'l'],
  [/[^a-z]/g, ''],
  // Pairs and letters that a reader takes for others.
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[lj]/g, 'i'],
]

/** Names that only the circle itself has, or speaks under. */
const RESERVED = [
  'Conta administrativa',
  'Administração',
  'Administração da Ciranda',
  'Administração do círculo',
  'Administrador',
  'Administradora',
  'Administrador da Ciranda',
  'Administradora da Ciranda',
  'Ciranda',
  'Suporte',
  'Suporte da Ciranda',
  'Equipe Ciranda',
  'Equipe da Ciranda',
  'Tesouraria',
  'Operador do círculo',
].map(skeleton)
/** The account that the circle's own donations name; no name may even contain it. */
const ACCOUNT = skeleton('Conta administrativa')

/** Whether a person's whole name reads as the administration's, however its letters are written. */
export function isReservedName(firstName: string, lastName: string): boolean {
  const whole = skeleton(`${firstName}${lastName}`)
  return (
    whole.includes(ACCOUNT) || [whole, skeleton(firstName), skeleton(lastName)].some((name) => RESERVED.includes(name))
  )
}

/** A name as a hasty eye reads it: without case, accents, spaces and signs, and with look-alikes as one. */
function skeleton(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return LOOK_ALIKES.reduce((text, [from, to]) => text.replaceAll(from, to), plain)
}
