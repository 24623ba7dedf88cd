import { closedStatuses } from '#contracts/labels.ts'
import { and, asc, eq, not, notInArray, sql } from 'drizzle-orm'
import { isBalanced } from '#circle/plan.ts'
import type { CircleSummary } from '#contracts/circles.ts'
import type { Context } from '#server/context.ts'
import { users } from '#server/tables/users.ts'
import { entries } from '#server/tables/entries.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'

/**
 * Every circle of the installation, oldest first, with its number of members and whether the asking administrator has
 * it selected.
 */
export async function listCircles({ actor, db }: Context): Promise<CircleSummary[]> {
  const rows = await db.select().from(circles).orderBy(asc(circles.createdAt), asc(circles.id))
  const members = await countBy(
    db
      .select({ circleId: circleMembers.circleId, count })
      .from(circleMembers)
      .where(eq(circleMembers.status, 'approved'))
      .groupBy(circleMembers.circleId),
  )
  const isWaiting = and(eq(users.role, 'USER'), not(users.adminApproved), notInArray(users.status, [...closedStatuses]))
  const waiting = await countBy(
    db.select({ circleId: users.circleId, count }).from(users).where(isWaiting).groupBy(users.circleId),
  )
  const places = await countBy(
    db
      .select({ circleId: entries.circleId, count })
      .from(entries)
      .where(eq(entries.level, 1))
      .groupBy(entries.circleId),
  )
  return rows.map(({ id, name, mode, plan, createdAt, openForRegistration, endedAt }) => ({
    id,
    name,
    mode,
    plan: { name: plan.name, version: plan.version, balanced: isBalanced(plan) },
    members: members.get(id) ?? 0,
    waiting: waiting.get(id) ?? 0,
    places: places.get(id) ?? 0,
    created_at: createdAt.toISOString(),
    is_current: id === actor.circleId,
    open_for_registration: openForRegistration,
    ended_at: endedAt?.toISOString() ?? null,
  }))
}

const count = sql<number>`count(*)::int`

async function countBy(rows: PromiseLike<{ circleId: string; count: number }[]>): Promise<Map<string, number>> {
  return new Map((await rows).map((row) => [row.circleId, row.count]))
}
