import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { AnswerOf } from '#contracts/contract.ts'
import type { Context } from '#server/context.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { donations } from '#server/tables/donations.ts'
import { obligations } from '#server/tables/obligations.ts'
import { standingChanges } from '#server/tables/standing-changes.ts'
import { isLate, isLateWaiting, isMissed, isUnpaid } from './unpaid.ts'

type Standing = AnswerOf<'GET /admin/standing'>[number]

/**
 * Finds what an administrator looks for among the circle's people, by their ids; people with nothing to say of are left
 * out. Not paid yet, late, and missed: `unpaid.ts`. Never confirmed: receipts wait for them and they have never confirmed
 * one. A repeated receipt: the same picture on two donations of theirs or of somebody else.
 */
export async function listStanding(context: Context): Promise<Standing[]> {
  const { actor, db } = context
  const own = eq(donations.circleId, actor.circleId)
  const found = new Map<string, Standing>()
  const of = (id: string) => {
    const known = found.get(id) ?? {
      id,
      unpaid: 0,
      late: 0,
      late_waiting: 0,
      missed: 0,
      waiting: 0,
      confirmed_any: false,
      repeated_receipt: false,
      closed: null,
      left: false,
    }
    found.set(id, known)
    return known
  }
  for (const fact of await countUnpaid(context)) of(fact.id)[fact.what] += fact.count
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
  const gone = await db
    .select({ id: circleMembers.memberId })
    .from(circleMembers)
    .where(and(eq(circleMembers.circleId, actor.circleId), eq(circleMembers.status, 'left')))
  for (const { id } of gone) of(id).left = true
  for (const id of await findConfirmers(context, [...found.keys()])) of(id).confirmed_any = true
  return [...found.values()]
}

/** How much of each kind everybody has unpaid; what is late and waits for a receiver counts as late too. */
async function countUnpaid({ actor, clock, db }: Context) {
  const now = clock.now()
  const donors = (where: SQL) =>
    db
      .select({ id: donations.donorId, count: count() })
      .from(donations)
      .where(and(eq(donations.circleId, actor.circleId), where))
      .groupBy(donations.donorId)
  const owers = (where: SQL) =>
    db
      .select({ id: obligations.memberId, count: count() })
      .from(obligations)
      .where(and(eq(obligations.circleId, actor.circleId), where))
      .groupBy(obligations.memberId)
  const as = (what: 'unpaid' | 'late' | 'late_waiting' | 'missed', rows: { id: string; count: number }[]) =>
    rows.map((row) => ({ ...row, what }))
  const waiting = await owers(isLateWaiting)
  return [
    ...as('unpaid', await donors(isUnpaid(db, now))),
    ...as('late', [...(await donors(isLate(db, now))), ...waiting]),
    ...as('late_waiting', waiting),
    ...as('missed', await owers(isMissed(now))),
  ]
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
