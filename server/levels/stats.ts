import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Level } from '#circle/plan.ts'
import { levelPlan } from '#circle/plan.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import type { Context } from '#server/context.ts'
import { reais } from '#contracts/money.ts'
import { refuse } from '#server/lib/refusal.ts'
import { entries } from '#server/tables/entries.ts'
import { turns } from '#server/tables/turns.ts'

/**
 * The figures of a level in the circle: its members, its completions, the progress of its running turns and the amounts
 * received. Refuses a level that the plan does not have.
 */
export async function levelStats({ actor, db }: Context, level: Level) {
  const [circle] = await db.select({ plan: circles.plan }).from(circles).where(eq(circles.id, actor.circleId))
  if (level > circle!.plan.levels.length) refuse('level.not_in_plan', { level })
  const { required } = levelPlan(circle!.plan, level)
  const [places] = await db
    .select({ active: sql<number>`count(*)::int` })
    .from(entries)
    .where(and(eq(entries.circleId, actor.circleId), eq(entries.level, level)))
  const completedColumn = {
    1: circleMembers.completedN1At,
    2: circleMembers.completedN2At,
    3: circleMembers.completedN3At,
  }[level]
  const receivedColumn = {
    1: circleMembers.receivedN1Cents,
    2: circleMembers.receivedN2Cents,
    3: circleMembers.receivedN3Cents,
  }[level]
  const inQueue = sql`exists (select 1 from ${entries} where ${entries.circleId} = ${circleMembers.circleId} and ${entries.memberId} = ${circleMembers.memberId} and ${entries.level} = ${level})`
  const [people] = await db
    .select({
      total: sql<number>`(count(*) filter (where ${completedColumn} is not null or ${inQueue}))::int`,
      completed: sql<number>`count(${completedColumn})::int`,
      receivedCents: sql<number>`coalesce(sum(${receivedColumn}), 0)::float8`,
    })
    .from(circleMembers)
    .where(eq(circleMembers.circleId, actor.circleId))
  const [running] = await db
    .select({ confirmed: sql<number>`coalesce(sum(${turns.confirmed}), 0)::int` })
    .from(turns)
    .where(and(eq(turns.circleId, actor.circleId), eq(turns.level, level), inArray(turns.status, ['running'])))
  const donationCents = levelPlan(circle!.plan, level).donationCents
  return {
    level,
    totalUsers: people!.total,
    activeUsers: places!.active,
    completedUsers: people!.completed,
    // The average over everybody with a position; a turn not started counts as zero.
    averageProgress: places!.active === 0 ? 0 : Math.round((running!.confirmed * 100) / (required * places!.active)),
    totalDonationsReceived: Math.round(people!.receivedCents / donationCents),
    totalAmountReceived: reais(people!.receivedCents),
  }
}
