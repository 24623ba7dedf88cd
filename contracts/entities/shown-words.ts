import type { ShownWords } from '#circle/ledger/held-words.ts'
import type { WordsProof } from './words-proof.ts'

/** Words of a case as the ledger's rules read them; null where nothing opens their hash any more. */
export function shownWords(
  text: string,
  { circle_id, report_id, words_id, salt, ...proof }: WordsProof,
): ShownWords | null {
  if (salt === null) return null
  const { what, more, of, until, picture, picture_sent: pictureSent, seq } = proof
  const ids = { circleId: circle_id, reportId: report_id, wordsId: words_id }
  return { ...ids, what, text, more, of, until, picture, pictureSent, seq, salt }
}
