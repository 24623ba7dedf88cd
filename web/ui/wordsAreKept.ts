import { caseWordsText } from '#circle/case-words.ts'
import { holdWords, WORDS_AFTER_MAX } from '#circle/ledger/held-words.ts'
import { shownWords } from '#contracts/entities/shown-words.ts'
import type { WordsProof } from '#contracts/entities/words-proof.ts'
import { hashText } from '#web/api/hash-text.ts'
import { keptEntries } from '#web/api/kept-ledger.ts'

/** Whether words of a case are those whose hash the server names, found out on this device; null where it names none. */
export function wordsAreKept(text: string | null, proof: WordsProof | null): boolean | null {
  const shown = text !== null && proof && shownWords(text, proof)
  if (!shown) return null
  const { salt, ...words } = shown
  return hashText(caseWordsText(salt, words)) === proof.hash
}

/**
 * Whether words of a case are those that the ledger has, as this device verified it, and whether their speaker's device signed
 * them; null where this device cannot tell.
 */
export async function wordsInLedger(text: string | null, proof: WordsProof | null) {
  const words = text !== null && proof && shownWords(text, proof)
  if (!words) return null
  const entries = await keptEntries(words.circleId, { from: proof.seq - WORDS_AFTER_MAX, to: proof.seq })
  return entries && holdWords(entries, words, hashText)
}

/** Whether words come without the salt of their mark in the ledger, so that nobody can tell whether they were changed. */
export function isUnopened(text: string | null, proof: { readonly salt: string | null } | null): boolean {
  return text !== null && proof?.salt === null
}
