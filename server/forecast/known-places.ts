import { and, eq, or, sql } from 'drizzle-orm'
import { queueOf } from '#circle/decision.ts'
import { levelsOf } from '#circle/plan.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { Context } from '#server/context.ts'
import { readOrders } from '#server/draws/find-order.ts'
import { namesOf } from '#server/members/names-of.ts'
import { donations } from '#server/tables/donations.ts'

/**
 * The places whose holders the actor knows by name already: of their own donations, and of an order that they agreed to with
 * everybody. Whoever administers knows all.
 */
export async function knownPlaces(context: Context): Promise<AnswerOf<'GET /circle/known-places'>> {
  const { actor, db } = context
  const { state } = await readCircle(context, actor.circleId)
  const queued = levelsOf(state.plan).flatMap((level) => queueOf({ state }, level))
  const known = actor.administers ? null : new Set([actor.id, ...(await partners(context)), ...(await agreed(context))])
  const names = await namesOf(
    db,
    queued.flatMap(({ memberId }) => (known === null || known.has(memberId) ? [memberId] : [])),
  )
  return queued.flatMap(({ level, position, memberId }) =>
    names.has(memberId) ? [{ level, position, name: names.get(memberId)! }] : [],
  )
}

/** Everybody whom the actor gave to or received from. */
async function partners({ actor, db }: Context): Promise<string[]> {
  const rows = await db
    .selectDistinct({
      id: sql<string>`case when ${donations.donorId} = ${actor.id} then ${donations.receiverId} else ${donations.donorId} end`,
    })
    .from(donations)
    .where(
      and(
        eq(donations.circleId, actor.circleId),
        or(eq(donations.donorId, actor.id), eq(donations.receiverId, actor.id)),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Everybody of the order that holds, where the actor is one of those who agreed to it. */
async function agreed({ actor, db }: Context): Promise<readonly string[]> {
  const { newest } = await readOrders(db, actor.circleId)
  return newest?.ended === 'applied' && newest.accepted.has(actor.id) ? newest.memberIds : []
}
