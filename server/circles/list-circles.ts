import { and, asc, desc, eq, inArray, isNotNull, isNull, not, notInArray, sql } from 'drizzle-orm'
import { isBalanced } from '#circle/plan.ts'
import type { CircleSummary } from '#contracts/circles.ts'
import type { AnswerOf, QueryOf } from '#contracts/contract.ts'
import { closedStatuses } from '#contracts/labels.ts'
import { searchText } from '#contracts/search-text.ts'
import type { CircleRow } from '#server/circle-store/find-circle.ts'
import type { Context } from '#server/context.ts'
import { paginationOf } from '#server/database/pages.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import { entries } from '#server/tables/entries.ts'
import { takesPart, users } from '#server/tables/users.ts'

/**
 * A page of the installation's circles that go on, or of those that were begun anew. First the one on the asking
 * administrator's screen and the one that takes registrations, then oldest first. A name finds every circle that has it
 * in its own, without regard to case and accents.
 */
export async function listCircles(
  context: Context,
  { page, limit, state, name }: QueryOf<'GET /admin/circles'>,
): Promise<AnswerOf<'GET /admin/circles'>> {
  const { actor, db } = context
  const isEnded = isNotNull(circles.endedAt)
  const where = and(
    eq(circles.isHidden, false),
    state === 'ended' ? isEnded : isNull(circles.endedAt),
    name === undefined ? undefined : inArray(circles.id, await circlesNamed(context, name)),
  )
  const [rows, totalItems, ended] = await Promise.all([
    db
      .select()
      .from(circles)
      .where(where)
      .orderBy(
        desc(eq(circles.id, actor.circleId)),
        desc(circles.openForRegistration),
        asc(circles.createdAt),
        asc(circles.id),
      )
      .limit(limit)
      .offset((page - 1) * limit),
    db.$count(circles, where),
    db.$count(circles, isEnded),
  ])
  return {
    data: await summarizeCircles(context, rows),
    pagination: paginationOf({ page, limit }, totalItems),
    ended,
  }
}

async function circlesNamed({ db }: Pick<Context, 'db'>, name: string): Promise<string[]> {
  const sought = searchText(name)
  const all = await db.select({ id: circles.id, name: circles.name }).from(circles)
  return all.filter((circle) => searchText(circle.name).includes(sought)).map(({ id }) => id)
}

/** A circle of the installation by id, as the list shows it. */
export async function summarizeCircle(context: Context, circleId: string): Promise<CircleSummary> {
  const rows = await context.db.select().from(circles).where(eq(circles.id, circleId))
  return (await summarizeCircles(context, rows))[0]!
}

/** Circles with how many people are in them, and whether the asking administrator has them selected, in the order given. */
async function summarizeCircles({ actor, db }: Context, rows: readonly CircleRow[]): Promise<CircleSummary[]> {
  const ids = rows.map(({ id }) => id)
  const isWaiting = and(takesPart, not(users.adminApproved), notInArray(users.status, [...closedStatuses]))
  const [members, waiting, places] = await Promise.all([
    countBy(
      db
        .select({ circleId: circleMembers.circleId, count })
        .from(circleMembers)
        .where(and(inArray(circleMembers.circleId, ids), eq(circleMembers.status, 'approved')))
        .groupBy(circleMembers.circleId),
    ),
    countBy(
      db
        .select({ circleId: users.circleId, count })
        .from(users)
        .where(and(inArray(users.circleId, ids), isWaiting))
        .groupBy(users.circleId),
    ),
    countBy(
      db
        .select({ circleId: entries.circleId, count })
        .from(entries)
        .where(and(inArray(entries.circleId, ids), eq(entries.level, 1)))
        .groupBy(entries.circleId),
    ),
  ])
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
