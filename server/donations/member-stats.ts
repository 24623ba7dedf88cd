import { and, eq } from 'drizzle-orm'
import { nextByCalendar } from '#circle/calendar.ts'
import { nextPull } from '#circle/period.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import type { Context } from '#server/context.ts'
import { reais } from '#server/lib/money.ts'
import { entries } from '#server/tables/entries.ts'
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
 * contributing queue.
 */
async function nextContribution({ actor, clock, db }: Context): Promise<string | null> {
  const [circle] = await db
    .select({
      pulledPeriod: circles.pulledPeriod,
      plan: circles.plan,
      calendar: circles.calendar,
      calendarPeriod: circles.calendarPeriod,
    })
    .from(circles)
    .where(eq(circles.id, actor.circleId))
  const places = await db
    .select({ level: entries.level })
    .from(entries)
    .where(and(eq(entries.circleId, actor.circleId), eq(entries.memberId, actor.id)))
  if (!circle || !places.some(({ level }) => circle.plan.levels[level - 1]!.contributes)) return null
  const { calendar, pulledPeriod } = circle
  const at = calendar ? nextByCalendar(calendar, circle, clock.now()).at : nextPull(pulledPeriod, clock.now()).fromAt
  return new Date(at).toISOString()
}
