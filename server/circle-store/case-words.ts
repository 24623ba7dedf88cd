import { randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { caseWordsText } from '#circle/case-words.ts'
import type { CaseWords } from '#circle/case-words.ts'
import type { LedgerRecord } from '#circle/ledger/records.ts'
import type { WordsProof } from '#contracts/entities/words-proof.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { ledger } from '#server/tables/ledger.ts'
import { sha256 } from './ledger-chain.ts'

/** As much of a locked circle as is needed here. */
type Noting = { readonly id: string; note(record: LedgerRecord): Promise<void> }

/** Where the ledger vouches for words: the entry's number, and the hash that it holds. */
type Proof = { readonly seq: number; readonly hash: string }

/** Words alone: no picture, and nothing asked of anybody. */
export const NOTHING_BESIDE = { of: null, until: null, picture: null } as const

/**
 * Writes the salted hash of words of a case into the ledger. Answers the salt, which is kept with the words: it opens
 * the hash for whoever may read them. `given`: the salt with which their speaker's device signed them.
 */
export async function noteCaseWords(
  circle: Noting,
  { donationId, ...words }: Omit<CaseWords, 'circleId'> & { readonly donationId: string },
  given?: string,
): Promise<string> {
  const salt = given ?? randomBytes(16).toString('base64url')
  const hash = sha256(caseWordsText(salt, { circleId: circle.id, ...words }))
  const { reportId, wordsId, what } = words
  await circle.note({ kind: 'case.words', donationId, reportId, wordsId, what, hash })
  return salt
}

/**
 * Everything that a reader's device needs to hold words to the ledger; null where there is no entry, as for words from before the
 * ledger held their hash. Where only the salt is gone, the device says that it cannot tell.
 */
export function wordsProof(
  {
    circleId,
    reportId,
    wordsId,
    what,
    more,
    of,
    until,
    picture,
    pictureSent = null,
  }: Omit<CaseWords, 'text'> & {
    readonly pictureSent?: string | null | undefined
  },
  salt: string | null,
  proofs: ReadonlyMap<string, Proof>,
): WordsProof | null {
  const proof = proofs.get(wordsId)
  if (!proof) return null
  const ids = { circle_id: circleId, report_id: reportId, words_id: wordsId }
  return { ...ids, what, more, of, until, picture, picture_sent: pictureSent, salt, ...proof }
}

/** The ledger's hashes of the words said in the cases of these donations, by the id of the words. */
export async function findCaseProofs(
  db: Db | Tx,
  circleId: string,
  donationIds: readonly string[],
): Promise<ReadonlyMap<string, Proof>> {
  if (donationIds.length === 0) return new Map()
  const rows = await db
    .select({ seq: ledger.seq, payload: ledger.payload })
    .from(ledger)
    .where(
      and(
        eq(ledger.circleId, circleId),
        inArray(sql`(${ledger.payload} ->> 'donationId')`, [...donationIds]),
        eq(ledger.kind, 'case.words'),
      ),
    )
    // The first entry counts: words that were changed afterwards are not vouched for by a second one.
    .orderBy(desc(ledger.seq))
  return new Map(rows.map(({ seq, payload }) => [String(payload['wordsId']), { seq, hash: String(payload['hash']) }]))
}
