import { and, eq, inArray, sql } from 'drizzle-orm'
import { calendarDueAt } from '#circle/calendar.ts'
import { dueOf } from '#circle/course.ts'
import { levelPlan } from '#circle/plan.ts'
import { periodOf } from '#circle/period.ts'
import { contributorsOf } from '#circle/pull.ts'
import { everAsked } from '#circle/draw.ts'
import { sharesMisfit } from '#circle/shares.ts'
import type { CalendarRefusal } from '#contracts/notices/calendar.ts'
import type { Notice } from '#contracts/notices/notice.ts'
import { activeAdministrators } from '#server/administrators/queries.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Services } from '#server/context.ts'
import { frozenClock } from '#server/lib/clock.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { circles } from '#server/tables/circles.ts'
import { notices } from '#server/tables/notices.ts'
import { passedOver, termsSettleAt } from '#server/terms/consent.ts'
import { hasBeginning, isAwaitingRotation, readOffPlan } from './first-off-plan.ts'
import { performPull } from './generate-pull.ts'
import { workOf } from './calendar-work.ts'
import type { Work } from './calendar-work.ts'

/**
 * Does what a circle's calendar has to do. Under the circle's lock and with one time for all of it, so that a month is asked
 * for once however many processes try, at whatever hour they come, and a clock set back asks for nothing again.
 */
export async function followCalendar(services: Services, circleId: string): Promise<void> {
  const context = { ...services, clock: frozenClock(services.clock), actorId: null }
  try {
    await withCircle(context, circleId, (circle) => follow(services, circle))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // A demonstration begun anew at this moment took its calendar along.
    if (error.code === 'circle.ended') return
    await withCircle(context, circleId, async (circle) => {
      const work = await workUnder(circle)
      if (work?.kind === 'pull') await giveUp(services, circle, work.period, 'refused')
    })
  }
}

async function workUnder({ tx, id, now }: LockedCircle): Promise<Work | null> {
  const [row] = await tx.select().from(circles).where(eq(circles.id, id))
  return workOf(row!, now)
}

async function follow(services: Services, circle: LockedCircle): Promise<void> {
  const work = await workUnder(circle)
  if (work?.kind === 'missed') {
    await giveUp(services, circle, work.period, 'stopped')
    return follow(services, circle)
  }
  const isOver = await isAwaitingRotation(circle)
  const offPlan = work && (await readOffPlan(circle))
  const isBeginning = await hasBeginning(circle)
  const isMisfit = !everAsked(circle.state) && sharesMisfit(circle.state) !== null
  // Nothing is announced that would not be asked; if the numbers agree in time, it is announced then.
  if (work?.kind === 'announce')
    return offPlan || isOver || isBeginning || isMisfit ? undefined : announce(services, circle, work.period)
  if (work?.kind !== 'pull') return
  const { period } = work
  if (isBeginning) return giveUp(services, circle, period, 'beginning')
  const { places, owing, ahead } = await owingIn(circle, period)
  if (places < 2) return giveUp(services, circle, period, 'few')
  if (isOver) return giveUp(services, circle, period, 'over')
  if (offPlan) return giveUp(services, circle, period, 'off_plan')
  if (isMisfit) return giveUp(services, circle, period, 'misfit')
  if (owing.size === 0 && ahead === 0) return giveUp(services, circle, period, 'nobody')
  const settledAt = await termsSettleAt(circle)
  if (settledAt !== null) {
    // It is asked for as soon as all accepted or the days are over, which may be another month's.
    if (periodOf(settledAt) !== period) await giveUp(services, circle, period, 'terms')
    return
  }
  const { createdCount, skippedWithoutConsent } = await performPull(circle, {})
  await done(circle, period)
  const facts = { period, created: createdCount, withoutConsent: skippedWithoutConsent }
  await tellAdministrators(services, circle, { kind: 'calendar.pulled', facts })
}

/** The month is done with, and those who administer are told once why nothing was asked. */
async function giveUp(
  services: Services,
  circle: LockedCircle,
  period: string,
  reason: CalendarRefusal,
): Promise<void> {
  await done(circle, period)
  await tellAdministrators(services, circle, { kind: 'calendar.refused', facts: { period, reason } })
}

async function done({ tx, id }: LockedCircle, period: string): Promise<void> {
  await tx.update(circles).set({ calendarPeriod: period }).where(eq(circles.id, id))
}

async function tellAdministrators(services: Services, { tx, id: of }: LockedCircle, notice: Notice): Promise<void> {
  for (const { id: userId } of await activeAdministrators(tx)) await notify(services, tx, { ...notice, userId, of })
}

/** How many places there are, and what each member would owe, in centavos, if the month were asked for now. */
async function owingIn(
  circle: LockedCircle,
  period: string,
): Promise<{ places: number; owing: Map<string, number>; ahead: number }> {
  const { state } = circle
  const { places, unasked: all } = contributorsOf(circle, period)
  const unasked = all.filter(({ memberId }) => state.members.get(memberId)!.ahead.length === 0)
  const spared = new Set(
    await passedOver(
      circle,
      unasked.map(({ memberId }) => memberId),
    ),
  )
  const owing = new Map<string, number>()
  const most = dueOf(state)
  for (const { memberId, level } of unasked) {
    if (spared.has(memberId)) continue
    const { donationCents } = levelPlan(state.plan, level)
    // Of who has several places no more is asked in a month than they have left to give.
    const mostCents = (most?.get(memberId) ?? Infinity) * donationCents
    owing.set(memberId, Math.min(mostCents, (owing.get(memberId) ?? 0) + donationCents))
  }
  return { places: places.length, owing, ahead: all.length - unasked.length }
}

/** Tells everybody who will owe, once for each day and hour that the calendar says. */
async function announce(services: Services, circle: LockedCircle, period: string): Promise<void> {
  const { tx, id } = circle
  const [row] = await tx.select().from(circles).where(eq(circles.id, id))
  const at = calendarDueAt(row!.calendar!, period)
  const { owing } = await owingIn(circle, period)
  const told = await tx
    .select({ userId: notices.userId })
    .from(notices)
    .where(
      and(
        inArray(notices.userId, [...owing.keys()]),
        eq(notices.kind, 'calendar.coming'),
        sql`${notices.facts} ->> 'at' = ${String(at)}`,
      ),
    )
  const known = new Set(told.map(({ userId }) => userId))
  for (const [userId, amountCents] of owing)
    if (!known.has(userId))
      await notify(services, tx, { userId, kind: 'calendar.coming', facts: { period, at, amountCents } })
}
