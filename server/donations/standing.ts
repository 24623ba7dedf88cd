import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contracts/contract.ts'
import type { Context } from '#server/context.ts'
import { donations } from '#server/tables/donations.ts'
import { standingChanges } from '#server/tables/standing-changes.ts'
import { isLate } from './remind-late.ts'

type Standing = AnswerOf<'GET /admin/standing'>[number]

/**
 * Finds what an administrator looks for among the circle's people, by their ids; people with nothing to say of are left
 * out. Late: `isLate`. Never confirmed: receipts wait for them and they have never confirmed one. A repeated receipt: the
 * same picture on two donations of theirs or of somebody else.
 */
export async function listStanding(context: Context): Promise<Standing[]> {
  const { actor, clock, db } = context
  const own = eq(donations.circleId, actor.circleId)
  const found = new Map<string, Standing>()
  const of = (id: string) => {
    const known = found.get(id) ?? {
      id,
      late: 0,
      waiting: 0,
      confirmed_any: false,
      repeated_receipt: false,
      closed: null,
    }
    found.set(id, known)
    return known
  }
  const late = await db
    .select({ id: donations.donorId, late: count() })
    .from(donations)
    .where(and(own, isLate(clock.now())))
    .groupBy(donations.donorId)
  for (const row of late) of(row.id).late = row.late
  const received = await db
    .select({
      id: donations.receiverId,
      waiting: sql<number>`(count(*) filter (where ${donations.status} = 'PENDING_CONFIRMATION'))::int`,
      confirmed: sql<number>`(count(*) filter (where ${donations.status} = 'CONFIRMED'))::int`,
    })
    .from(donations)
    .where(and(own, isNotNull(donations.receiverId)))
    .groupBy(donations.receiverId)
  for (const { id, waiting, confirmed } of received) {
    of(id!).waiting = waiting
    of(id!).confirmed_any = confirmed > 0
  }
  const repeated = await db
    .selectDistinct({ id: donations.donorId })
    .from(donations)
    .where(and(own, eq(donations.receiptReused, true)))
  for (const { id } of repeated) of(id).repeated_receipt = true
  const changes = await db
    .selectDistinctOn([standingChanges.userId])
    .from(standingChanges)
    .where(eq(standingChanges.circleId, actor.circleId))
    .orderBy(standingChanges.userId, desc(standingChanges.at), desc(standingChanges.id))
  for (const { userId, what, reason, at } of changes) of(userId).closed = { what, reason, at: at.toISOString() }
  return [...found.values()]
}
