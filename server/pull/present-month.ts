import { and, eq, inArray, sql } from 'drizzle-orm'
import { periodOf, periodStart } from '#circle/period.ts'
import type { Level } from '#circle/plan.ts'
import { isCounted } from '#circle/shares.ts'
import type { PresentMonth } from '#contracts/entities/pull.ts'
import type { CircleRow } from '#server/circle-store/find-circle.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database/types.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { entries } from '#server/tables/entries.ts'
import { obligations } from '#server/tables/obligations.ts'
import { withoutConsent } from '#server/terms/consent.ts'
import { offPlanOf } from './first-off-plan.ts'

/** Reads when the present month was first asked for, and how many places a pull would still ask. */
export async function presentMonth(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  circle: CircleRow,
): Promise<PresentMonth> {
  const period = periodOf(clock.now())
  const contributing = circle.plan.levels.flatMap(({ contributes }, index) =>
    contributes ? [(index + 1) as Level] : [],
  )
  const places = await db
    .select({ level: entries.level, memberId: entries.memberId })
    .from(entries)
    .where(and(eq(entries.circleId, circle.id), inArray(entries.level, contributing)))
  const asked = await db
    .select({ level: obligations.target, memberId: obligations.memberId, at: obligations.owedAt })
    .from(obligations)
    .where(
      and(
        eq(obligations.circleId, circle.id),
        eq(obligations.period, period),
        // As its index says it: a month ahead that came to nothing is still to be asked for.
        sql`${obligations.type} = 'PULL' and not (${obligations.isAhead} and ${obligations.status} = 'void')`,
      ),
    )
  const has = new Set(asked.map(({ level, memberId }) => `${level}:${memberId}`))
  const endsUnevenly = isCounted(circle) || (circle.isBroughtIn && circle.rotation === 1)
  const hasGiven = endsUnevenly ? await readGivenAll(db, circle) : new Set()
  const unasked = places.filter(({ level, memberId }) => !has.has(`${level}:${memberId}`) && !hasGiven.has(memberId))
  const without = await withoutConsent(
    { tx: db, id: circle.id },
    unasked.map(({ memberId }) => memberId),
  )
  // A month paid ahead was not asked for, neither before it begins nor in it.
  const inMonth = asked.filter(({ at }) => circle.pulledPeriod === period && at.getTime() >= periodStart(period))
  const first = inMonth.reduce<Date | null>((earliest, { at }) => (earliest && earliest < at ? earliest : at), null)
  return {
    period,
    asked_at: first?.toISOString() ?? null,
    would_ask: unasked.filter(({ memberId }) => !without.includes(memberId)).length,
    off_plan: offPlanOf(circle, { people: circle.people, places: places.length }),
  }
}

/** Those who have nothing more to give in this rotation (circle/course.ts, circle/rotation.ts). */
async function readGivenAll(db: Db, { id, plan }: CircleRow): Promise<ReadonlySet<string>> {
  const [{ donationCents, required }] = plan.levels
  const owed = sql`(select coalesce(sum(${obligations.amountCents}), 0) from ${obligations} where ${obligations.circleId} = ${id}
    and ${obligations.memberId} = ${circleMembers.memberId} and ${obligations.status} in ('waiting', 'open'))`
  const rows = await db
    .select({ memberId: circleMembers.memberId })
    .from(circleMembers)
    .where(
      and(
        eq(circleMembers.circleId, id),
        sql`${circleMembers.givenN1Cents} - ${circleMembers.givenBeforeCents} + ${owed}
          >= ${donationCents * required}::bigint * ${circleMembers.shares}`,
      ),
    )
  return new Set(rows.map(({ memberId }) => memberId))
}
