import { parseCheckpoint, parseNote } from '#circle/ledger/checkpoint.ts'
import { dayMarks, dayWords } from '#circle/ledger/day-code.ts'
import type { DayMarks, Stretch } from '#circle/ledger/day-code.ts'

type OfDay = { readonly note: string; readonly day: string; readonly groupNumber?: string }

/** A checkpoint's code and words of a day, computed on this device from its note. Throws for what is no checkpoint. */
export async function marksOf({ note, ...of }: OfDay): Promise<DayMarks> {
  const parsed = parseNote(note)
  const checkpoint = parsed && parseCheckpoint(parsed.text)
  if (!checkpoint) throw new Error('Not a checkpoint')
  return dayMarks(checkpoint, of, stretch)
}

/** Eight words of the Portuguese list of BIP-39. */
export async function wordsOf(of: OfDay): Promise<string> {
  const [marks, { wordlist }] = await Promise.all([marksOf(of), import('@scure/bip39/wordlists/portuguese.js')])
  return dayWords(marks, wordlist)
}

/** The browser's own PBKDF2, which holds up nothing; a library's on a page without TLS, where there is none. */
const stretch: Stretch = async (password, salt, rounds) => {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  if (!subtle) {
    const [{ pbkdf2Async }, { sha256 }] = await Promise.all([
      import('@noble/hashes/pbkdf2.js'),
      import('@noble/hashes/sha2.js'),
    ])
    return pbkdf2Async(sha256, password, salt, { c: rounds, dkLen: 32 })
  }
  const key = await subtle.importKey('raw', password.slice(), 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: salt.slice(), iterations: rounds }
  return new Uint8Array(await subtle.deriveBits(how, key, 256))
}
