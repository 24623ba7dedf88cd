import { canonicalJson } from '#circle/ledger/entry.ts'

/**
 * The kinds of words in a case: why it was opened, a party's statement, the administration's request to one of them,
 * another message of the administration, the reason of its decision, why a party appeals, and the reason of the decision on
 * that.
 */
export type CaseWordsKind = 'reason' | 'statement' | 'request' | 'message' | 'decision' | 'appeal' | 'appeal_decision'

/** One text of a case with all that belongs to it. */
export type CaseWords = {
  readonly circleId: string
  readonly reportId: string
  readonly wordsId: string
  readonly what: CaseWordsKind
  readonly text: string
  /** Additional information, where the form has a second field for it. */
  readonly more: string | null
  /** Of whom something is asked, and until the end of which day. */
  readonly of: 'donor' | 'receiver' | null
  readonly until: string | null
  /** The SHA-256 of the picture that goes with it, as it is stored. */
  readonly picture: string | null
}

/**
 * The text whose SHA-256, in hex, the ledger holds for words of a case, so that words which somebody changes later are
 * seen. The random salt keeps a short text from being guessed from its hash; without it the hash says nothing.
 */
export function caseWordsText(salt: string, words: CaseWords): string {
  const { circleId, reportId, wordsId, what, text, more, of, until, picture } = words
  return `ciranda case v1\n${canonicalJson({
    salt,
    circle_id: circleId,
    report_id: reportId,
    words_id: wordsId,
    what,
    text,
    more,
    of,
    until,
    picture,
  })}`
}
