import { and, eq } from 'drizzle-orm'
import type { LedgerRecord } from '#circle/ledger/records.ts'
import { nameHashText, termsHashText } from '#circle/terms.ts'
import type { TermsDocument } from '#circle/terms.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { circles } from '#server/tables/circles.ts'
import { circleWords } from '#server/tables/circle-words.ts'
import { sha256 } from './ledger-chain.ts'

/** As much of a locked circle as is needed here. */
type Noting = { readonly tx: Tx; readonly id: string; note(record: LedgerRecord): Promise<void> }

/** The part of the terms that changed. */
type Changed = 'plan' | 'operator' | 'text' | 'rotation' | 'administrators'

/** Keeps a version of a circle's terms with its hash. The ledger's record is written by whoever calls this. */
export async function keepTerms(tx: Tx, document: TermsDocument, at: Date): Promise<{ hash: string }> {
  const hash = sha256(termsHashText(document))
  await tx
    .insert(circleWords)
    .values({ circleId: document.circleId, hash, words: document, keptAt: at })
    .onConflictDoNothing()
  await tx.update(circles).set({ termsHash: hash }).where(eq(circles.id, document.circleId))
  return { hash }
}

/** The terms in force with their hash, as they were recorded; null in a circle from before they were. */
export async function findTerms(
  tx: Db | Tx,
  circleId: string,
): Promise<{ hash: string; document: TermsDocument; since: Date } | null> {
  const [row] = await tx
    .select({ hash: circleWords.hash, words: circleWords.words, since: circleWords.keptAt })
    .from(circles)
    .innerJoin(circleWords, and(eq(circleWords.circleId, circles.id), eq(circleWords.hash, circles.termsHash)))
    .where(eq(circles.id, circleId))
  return row ? { hash: row.hash, document: row.words as TermsDocument, since: row.since } : null
}

/**
 * Changes one part of a circle's terms. The other parts are those that were recorded, not those that stand in the
 * circle's row: what somebody swapped in the database is never recorded as if it had been announced.
 */
export async function changeTerms(
  circle: Noting,
  what: Changed,
  change: Partial<Pick<TermsDocument, Changed>>,
  at: Date,
): Promise<void> {
  const known = await findTerms(circle.tx, circle.id)
  if (!known) throw new Error(`The terms of circle ${circle.id} are recorded at the start`)
  const { hash } = await keepTerms(circle.tx, { ...known.document, ...change }, at)
  if (hash !== known.hash) await circle.note({ kind: 'circle.terms_changed', hash, what })
}

/** Keeps a circle's former and new name, and answers the record of the change. */
export async function keepNames(
  tx: Tx,
  { circleId, from, to }: { circleId: string; from: string; to: string },
  at: Date,
): Promise<LedgerRecord> {
  const [former, next] = [from, to].map((name) => ({
    words: { circleId, name },
    hash: sha256(nameHashText(circleId, name)),
  }))
  await tx
    .insert(circleWords)
    .values([former!, next!].map(({ words, hash }) => ({ circleId, hash, words, keptAt: at })))
    .onConflictDoNothing()
  return { kind: 'circle.renamed', from: former!.hash, to: next!.hash }
}
