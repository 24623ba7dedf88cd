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

/** The words of a person in a case, as their device signs it: the salt is the device's own, `picture` the SHA-256 of it as it is sent. */
export type SpokenWords = Pick<CaseWords, 'text' | 'more' | 'picture'> & {
  readonly salt: string
  /** The case; of a reason, whose case does not exist yet, the donation. */
  readonly about: string
}

/** The text whose SHA-256 a device signs of its person's words. With the salt no other words can be found for the same hash. */
export function spokenText({ salt, about, text, more, picture }: SpokenWords): string {
  return `ciranda words v1\n${canonicalJson({ salt, about, text, more, picture })}`
}

/** Why a case is open that the rules opened: nobody said it, and the ledger has no hash of it. */
export const OPENED_BY_RULES =
  'Aberto pelas regras do círculo: um comprovante desta doação foi recusado, ou uma parte dela foi paga, e ela ia terminar sem o resto.'

/** The sentence that is added to a receiver's reason where it opens a case: nobody said it, and nobody signs it. */
export function rejectionNote(attempt: number): string {
  return `Aberto pela ${attempt}ª recusa de comprovante desta doação.`
}

/** Of further information beside somebody's words: the part that they said themselves. */
export function spokenMore(more: string | null): string | null {
  const attempt = /^Aberto pela (\d+)ª/.exec(more ?? '')?.[1]
  return attempt !== undefined && rejectionNote(Number(attempt)) === more ? null : more
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
