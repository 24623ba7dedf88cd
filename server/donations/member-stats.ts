import { and, eq } from 'drizzle-orm'
import { calendarDueAt, nextByCalendar } from '#circle/calendar.ts'
import { dueOf } from '#circle/course.ts'
import { nextPeriod, nextPull, periodStart } from '#circle/period.ts'
import { levelPlan } from '#circle/plan.ts'
import { awaitsRotation } from '#circle/rotation.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import type { Context } from '#server/context.ts'
import { reais } from '#contracts/money.ts'
import { donations } from '#server/tables/donations.ts'
import { isOpenStatus } from './walk.ts'

/** The actor's totals in reais, and the number of open donations on either side. */
export async function memberStats(context: Context) {
  const { actor, db } = context
  const [totals] = await db
    .select()
    .from(circleMembers)
    .where(and(eq(circleMembers.circleId, actor.circleId), eq(circleMembers.memberId, actor.id)))
  const countOpen = (party: typeof donations.donorId | typeof donations.receiverId) =>
    db.$count(donations, and(eq(donations.circleId, actor.circleId), eq(party, actor.id), isOpenStatus))
  return {
    totalDonated: totals
      ? reais(totals.givenN1Cents + totals.givenN2Cents + totals.givenN3Cents + totals.givenAdministrationCents)
      : 0,
    totalReceived: totals ? reais(totals.receivedN1Cents + totals.receivedN2Cents + totals.receivedN3Cents) : 0,
    pendingToSend: await countOpen(donations.donorId),
    pendingToReceive: await countOpen(donations.receiverId),
    nextMonthlyContribution: await nextContribution(context),
  }
}

/**
 * When the actor's next contribution is asked for: by the calendar where there is one. Null when they hold no position in a
 * contributing queue, have given all of a roda's rotation, until another one begins, and once it is closed. Months paid ahead are
 * passed by.
 */
async function nextContribution(context: Context): Promise<string | null> {
  const { actor, clock } = context
  const { circle, state } = await readCircle(context, actor.circleId)
  if (circle.closedAt !== null) return null
  const places = [...state.entries.values()].filter(({ memberId }) => memberId === actor.id)
  if (!places.some(({ level }) => levelPlan(state.plan, level).contributes)) return null
  if (awaitsRotation(state) || dueOf(state)?.get(actor.id) === 0) return null
  const { calendar, pulledPeriod } = circle
  const next = calendar ? nextByCalendar(calendar, circle, clock.now()) : nextPull(pulledPeriod, clock.now())
  // Each month that they are ahead passes them by once.
  const period = state.members.get(actor.id)!.ahead.reduce(nextPeriod, next.period)
  return new Date(calendar ? calendarDueAt(calendar, period) : periodStart(period)).toISOString()
}
