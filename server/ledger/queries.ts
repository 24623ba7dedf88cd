import { and, asc, desc, eq, gt, gte, like, lt, lte, or, sql } from 'drizzle-orm'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { circles } from '#server/tables/circles.ts'
import type { Db } from '#server/database/types.ts'
import { paginationOf } from '#server/database/pages.ts'
import type { Context } from '#server/context.ts'
import { isOfMonth, ledger } from '#server/tables/ledger.ts'

const CHUNK = 1_000

/** A page of the circle's ledger. Sequence numbers have no gaps, so a page is read by number and nothing is counted. */
export async function listLedger(
  context: Context,
  { page, limit, order }: { page: number; limit: number; order: 'newest' | 'oldest' },
) {
  const { actor, db } = context
  const [circle] = await db
    .select({ seq: circles.seq, headHash: circles.headHash })
    .from(circles)
    .where(eq(circles.id, actor.circleId))
  const { seq: head, headHash } = circle!
  const skipped = (page - 1) * limit
  const [above, upTo] = order === 'oldest' ? [skipped, skipped + limit] : [head - skipped - limit, head - skipped]
  const rows = await db
    .select()
    .from(ledger)
    .where(and(eq(ledger.circleId, actor.circleId), gt(ledger.seq, above), lte(ledger.seq, upTo)))
    .orderBy(order === 'oldest' ? asc(ledger.seq) : desc(ledger.seq))
  return {
    data: rows.map(entryView),
    pagination: paginationOf({ page, limit }, head),
    circle_id: actor.circleId,
    head: { seq: head, hash: headHash },
  }
}

/** The ledger after an entry and up to another, oldest first, in chunks small enough for memory. */
export async function* readLedger(
  db: Db,
  circleId: string,
  { after = 0, upTo }: { after?: number; upTo: number },
): AsyncGenerator<LedgerEntry[]> {
  for (let last = after; last < upTo;) {
    const rows = await db
      .select()
      .from(ledger)
      .where(and(eq(ledger.circleId, circleId), gt(ledger.seq, last), lte(ledger.seq, upTo)))
      .orderBy(asc(ledger.seq))
      .limit(CHUNK)
    if (rows.length === 0) return
    yield rows.map(entryView)
    last = rows.at(-1)!.seq
  }
}

/**
 * The entries between two instants (epoch ms) that say what became of donations and reports, oldest first; of one member alone,
 * only the confirmations of what they gave or received.
 */
export async function listMonthEntries(
  db: Db,
  circleId: string,
  { from, before, upTo, memberId }: { from: number; before: number; upTo: number; memberId: string | null },
): Promise<LedgerEntry[]> {
  const isOwn = sql`${ledger.kind} in ('donation.confirmed', 'donation.part_confirmed') and (${ledger.payload} ->> 'donorId' = ${memberId} or ${ledger.payload} ->> 'receiverId' = ${memberId})`
  const rows = await db
    .select()
    .from(ledger)
    .where(
      and(
        eq(ledger.circleId, circleId),
        isOfMonth,
        gte(ledger.at, new Date(from)),
        lt(ledger.at, new Date(before)),
        lte(ledger.seq, upTo),
        memberId === null ? undefined : isOwn,
      ),
    )
    .orderBy(asc(ledger.seq))
  return rows.map(entryView)
}

/** The entries of one donation, oldest first, with those for the words of its case. */
export async function listDonationEntries(db: Db, circleId: string, donationId: string): Promise<LedgerEntry[]> {
  const rows = await db
    .select()
    .from(ledger)
    .where(and(eq(ledger.circleId, circleId), sql`${ledger.payload} ->> 'donationId' = ${donationId}`))
    .orderBy(asc(ledger.seq))
  return rows.map(entryView)
}

/** The entries that a person caused or that name them, oldest first. */
export async function listOwnEntries({ actor, db }: Context): Promise<LedgerEntry[]> {
  const isNamed = or(eq(ledger.actorId, actor.id), like(sql`${ledger.payload}::text`, `%"${actor.id}"%`))
  const rows = await db
    .select()
    .from(ledger)
    .where(and(eq(ledger.circleId, actor.circleId), isNamed))
    .orderBy(asc(ledger.seq))
  return rows.map(entryView)
}

/** A line of the ledger as its hash covers it. */
export function entryView({
  seq,
  at,
  actorId,
  kind,
  payload,
  previousHash,
  hash,
}: typeof ledger.$inferSelect): LedgerEntry {
  return { seq, at: at.toISOString(), actor_id: actorId, kind, payload, previous_hash: previousHash, hash }
}
