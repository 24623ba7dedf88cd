import { caseWordsText } from '#circle/case-words.ts'
import type { WordsProof } from '#contracts/entities/words-proof.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'

/** Whether words of a case, as they were answered, are those whose hash the ledger holds. */
export function wordsAreKept(text: string | null, proof: WordsProof | null): boolean {
  if (text === null || proof === null || proof.salt === null) return false
  const {
    circle_id: circleId,
    report_id: reportId,
    words_id: wordsId,
    salt,
    hash,
    seq: _seq,
    picture_sent: _sent,
    ...rest
  } = proof
  return sha256(caseWordsText(salt, { circleId, reportId, wordsId, text, ...rest })) === hash
}
