import { utf8 } from '#circle/bytes.ts'
import { checkpointText } from './checkpoint.ts'
import type { Checkpoint } from './checkpoint.ts'

// People compare these by voice or in a group, so that two ledgers are found: docs/decisions/053-code-of-the-day.md.

/** PBKDF2 with HMAC-SHA-256, 32 bytes, as each place has it. */
export type Stretch = (password: Uint8Array, salt: Uint8Array, rounds: number) => Uint8Array | Promise<Uint8Array>

/** Each try of somebody who prepares two ledgers costs so many rounds, and each honest phone some tenths of a second. */
const ROUNDS = 2 ** 17

const DIGITS = 12
const DIGIT_BYTES = 8
const WORDS = 8
const WORD_BITS = 11

/** A checkpoint's marks of a day: twelve digits, and 88 bits for eight words. */
export type DayMarks = { readonly code: string; readonly wordBits: Uint8Array }

/**
 * The marks by which a checkpoint is compared on a day (`2026-11-24`). `groupNumber`: a number that nobody could know before this
 * device had the checkpoint; its digits alone count. With it no power makes the codes of two ledgers agree; without it,
 * whoever prepares both can, and the words take some years of a graphics card.
 */
export async function dayMarks(
  checkpoint: Checkpoint,
  { day, groupNumber = '' }: { readonly day: string; readonly groupNumber?: string },
  stretch: Stretch,
): Promise<DayMarks> {
  const password = utf8(`${checkpointText(checkpoint)}${day}\n${groupNumber.replaceAll(/\D/g, '')}\n`)
  const bytes = await stretch(password, utf8('ciranda day code v2\n'), ROUNDS)
  const value = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0) % 10n ** BigInt(DIGITS)
  const digits = value.toString().padStart(DIGITS, '0')
  const code = [0, 4, 8].map((from) => digits.slice(from, from + 4)).join(' ')
  return { code, wordBits: bytes.slice(DIGIT_BYTES, DIGIT_BYTES + (WORDS * WORD_BITS) / 8) }
}

/** The eight words of a checkpoint's day, from a list of 2,048. */
export function dayWords({ wordBits }: DayMarks, list: readonly string[]): string {
  const bits = Array.from(wordBits, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return Array.from({ length: WORDS }, (_, index) => {
    const at = index * WORD_BITS
    return list[Number.parseInt(bits.slice(at, at + WORD_BITS), 2)]!
  }).join(' ')
}
