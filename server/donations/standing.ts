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
    .select({ id: donations.receiverId, waiting: count() })
    .from(donations)
    .where(and(own, isNotNull(donations.receiverId), eq(donations.status, 'PENDING_CONFIRMATION')))
    .groupBy(donations.receiverId)
  for (const { id, waiting } of received) of(id!).waiting = waiting
  const repeated = await db
    .selectDistinct({ id: donations.donorId })
    .from(donations)
    .where(and(own, sql`${donations.receiptReused}`))
  for (const { id } of repeated) of(id).repeated_receipt = true
  const changes = await db
    .selectDistinctOn([standingChanges.userId])
    .from(standingChanges)
    .where(eq(standingChanges.circleId, actor.circleId))
    .orderBy(standingChanges.userId, desc(standingChanges.at), desc(standingChanges.id))
  for (const { userId, what, reason, at } of changes) of(userId).closed = { what, reason, at: at.toISOString() }
  for (const id of await findConfirmers(context, [...found.keys()])) of(id).confirmed_any = true
  return [...found.values()]
}

/** Those of the people who have confirmed a donation: a look at the index for each, however many they received. */
async function findConfirmers({ actor, db }: Context, ids: readonly string[]): Promise<string[]> {
  const { circleId, receiverId, status } = donations
  const { rows } = await db.execute<{ id: string }>(
    sql`select person.id from unnest(${sql.param([...ids])}::uuid[]) as person(id)
      where exists (select from ${donations}
        where ${circleId} = ${actor.circleId} and ${receiverId} = person.id and ${status} = 'CONFIRMED')`,
  )
  return rows.map(({ id }) => id)
}
