import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { caseWordsText } from '#circle/case-words.ts'
import type { WordsProof } from '#contracts/entities/words-proof.ts'

/** Whether words of a case are those whose hash the ledger holds, found out on this device; null where it holds none. */
export function wordsAreKept(text: string | null, proof: WordsProof | null): boolean | null {
  if (text === null || proof === null) return null
  const { circle_id, report_id, words_id, what, more, of, until, picture, salt, hash } = proof
  if (salt === null) return null
  const words = { circleId: circle_id, reportId: report_id, wordsId: words_id, what, text, more, of, until, picture }
  return bytesToHex(sha256(utf8ToBytes(caseWordsText(salt, words)))) === hash
}
