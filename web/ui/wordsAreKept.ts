import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { caseWordsText } from '#circle/case-words.ts'
import { holdWords, WORDS_AFTER_MAX } from '#circle/ledger/held-words.ts'
import type { WordsProof } from '#contracts/entities/words-proof.ts'
import { keptEntries } from '#web/api/kept-ledger.ts'

const hashOf = (text: string) => bytesToHex(sha256(utf8ToBytes(text)))

/** Whether words of a case are those whose hash the server names, found out on this device; null where it names none. */
export function wordsAreKept(text: string | null, proof: WordsProof | null): boolean | null {
  if (text === null || proof === null || proof.salt === null) return null
  const { salt, ...words } = shownWords(text, proof, proof.salt)
  return hashOf(caseWordsText(salt, words)) === proof.hash
}

/**
 * Whether words of a case are those that the ledger has, as this device verified it, and whether their speaker's device signed
 * them; null where this device cannot tell.
 */
export async function wordsInLedger(text: string | null, proof: WordsProof | null) {
  if (text === null || proof === null || proof.salt === null) return null
  const words = shownWords(text, proof, proof.salt)
  const entries = await keptEntries(words.circleId, { from: proof.seq - WORDS_AFTER_MAX, to: proof.seq })
  return entries && holdWords(entries, words, hashOf)
}

function shownWords(text: string, { circle_id, report_id, words_id, ...proof }: WordsProof, salt: string) {
  const { what, more, of, until, picture, picture_sent: pictureSent, seq } = proof
  const ids = { circleId: circle_id, reportId: report_id, wordsId: words_id }
  return { ...ids, what, text, more, of, until, picture, pictureSent, seq, salt }
}
