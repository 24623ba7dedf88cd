import { and, eq, sql } from 'drizzle-orm'
import { dueOf } from '#circle/course.ts'
import { periodOf, periodStart } from '#circle/period.ts'
import { contributorsOf } from '#circle/pull.ts'
import type { CircleState } from '#circle/state.ts'
import type { PresentMonth } from '#contracts/entities/pull.ts'
import type { CircleRow } from '#server/circle-store/find-circle.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { Context } from '#server/context.ts'
import { obligations } from '#server/tables/obligations.ts'
import { passedOver } from '#server/terms/consent.ts'
import { offPlanOf } from './first-off-plan.ts'

/** Reads when the present month was first asked for, and how many places a pull would still ask, by the rules themselves. */
export async function presentMonth(
  context: Pick<Context, 'clock' | 'db' | 'stateCache'>,
  { id, people }: CircleRow,
): Promise<PresentMonth> {
  const { clock, db } = context
  const period = periodOf(clock.now())
  const { circle, state } = await readCircle(context, id)
  const { places, unasked } = contributorsOf({ state }, period)
  const out = await passedOver(
    { tx: db, id, state },
    unasked.map(({ memberId }) => memberId),
  )
  const asked = await db
    .select({ at: obligations.owedAt })
    .from(obligations)
    .where(
      and(
        eq(obligations.circleId, id),
        eq(obligations.period, period),
        // As its index says it: a month ahead that came to nothing is still to be asked for.
        sql`${obligations.type} = 'PULL' and not (${obligations.isAhead} and ${obligations.status} = 'void')`,
      ),
    )
  // A month paid ahead was not asked for, neither before it begins nor in it.
  const inMonth = asked.filter(({ at }) => circle.pulledPeriod === period && at.getTime() >= periodStart(period))
  const first = inMonth.reduce<Date | null>((earliest, { at }) => (earliest && earliest < at ? earliest : at), null)
  const donors = unasked.filter(({ memberId }) => !out.includes(memberId)).map(({ memberId }) => memberId)
  return {
    period,
    asked_at: first?.toISOString() ?? null,
    would_ask: askedOf(state, donors),
    off_plan: offPlanOf(circle, { people, places: places.length }),
  }
}

/**
 * How many contributions a pull asks of donors, who are named once for each place: no more than they have left to give, and
 * without the months that they gave ahead.
 */
function askedOf(state: CircleState, donors: readonly string[]): number {
  const most = dueOf(state)
  const places = Map.groupBy(donors, (memberId) => memberId)
  return [...places].reduce((sum, [memberId, own]) => {
    const left = own.length - state.members.get(memberId)!.ahead.length
    return sum + Math.max(0, Math.min(left, most?.get(memberId) ?? left))
  }, 0)
}
