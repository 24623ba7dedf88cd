import { and, eq, gte, isNull, lt, or, sql } from 'drizzle-orm'
import { dayAndMonth, dayOf, lastDayBefore } from '#contracts/age.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { dayStart } from '#server/lib/days.ts'
import { refuse, Refusal } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { donations, isBeside } from '#server/tables/donations.ts'
import { notices } from '#server/tables/notices.ts'
import { reports } from '#server/tables/reports.ts'
import type { Tx } from '#server/database/types.ts'
import { clockOf } from './deadline.ts'
import { ensureOpen, getDonation } from './find.ts'
import type { DonationRow } from './find.ts'
import { isNotPaused } from './unpaid.ts'

/**
 * The donor says that the payment is scheduled for a day, or with null that it is not any more. No rule counts it: reminders
 * stop until that day is over, and its receiver is told. Refuses a day past, and one after a deadline that is still ahead.
 */
export async function schedulePayment(
  context: Context,
  { donationId, day }: { donationId: string; day: string | null },
): Promise<{ scheduled_for: string | null }> {
  const { actor, clock } = context
  return withCircle(context, actor.circleId, async ({ tx, id: circleId }) => {
    const donation = await getDonation(tx, actor, donationId)
    if (donation.donorId !== actor.id) refuse('donation.not_donor')
    ensureOpen(donation)
    if (donation.status !== 'PENDING_PAYMENT') refuse('donation.has_receipt')
    if (day !== null) await ensureInTime(tx, donation, day, clock.now())
    if (day === donation.scheduledFor) return { scheduled_for: day }
    await tx
      .update(donations)
      .set({ scheduledFor: day })
      .where(and(eq(donations.circleId, circleId), eq(donations.id, donationId)))
    if (day !== null) await tellReceiver(context, tx, donation, day)
    return { scheduled_for: day }
  })
}

/** Contributions that are paid in one are told in one, with their sum, by the first that is scheduled for this day. */
async function tellReceiver(context: Context, tx: Tx, donation: DonationRow, day: string): Promise<void> {
  const isUnpaid = and(isBeside(donation), eq(donations.status, 'PENDING_PAYMENT'))
  const others = await tx.select().from(donations).where(isUnpaid)
  if (donation.receiverId === null || others.some(({ scheduledFor }) => scheduledFor === day)) return
  if (await hasToldEnough(tx, donation, donation.receiverId, context.clock.now())) return
  const paid = [donation, ...others]
  const facts = {
    count: paid.length,
    donationId: donation.id,
    amountCents: paid.reduce((sum, { amountCents, paidCents }) => sum + amountCents - paidCents, 0),
    dayAt: dayStart(day).getTime(),
  }
  await notify(context, tx, { userId: donation.receiverId, kind: 'donation.scheduled', facts })
}

/** The receiver of a payment hears of it three times a day at most, however often its day is changed; the page has the last. */
async function hasToldEnough(tx: Tx, { id }: DonationRow, userId: string, now: number): Promise<boolean> {
  const isOfPayment = and(eq(notices.kind, 'donation.scheduled'), sql`${notices.facts} ->> 'donationId' = ${id}`)
  const isToday = gte(notices.at, dayStart(dayOf(now)))
  return (await tx.$count(notices, and(eq(notices.userId, userId), isOfPayment, isToday))) >= TOLD_A_DAY
}

const TOLD_A_DAY = 3

async function ensureInTime(tx: Tx, donation: DonationRow, day: string, now: number): Promise<void> {
  if (day < dayOf(now)) refuse('donation.schedule_past')
  if (donation.isLate) return
  const [report] = donation.reportId
    ? await tx
        .select()
        .from(reports)
        .where(and(eq(reports.circleId, donation.circleId), eq(reports.id, donation.reportId)))
    : []
  const { deadline, clock_stopped: stopped } = clockOf(donation, report, now)
  // A report that stops the clock until it is decided leaves no day to hold it to.
  const ends = stopped === null ? deadline : stopped.ends
  const last = ends === null ? null : lastDayBefore(Date.parse(ends))
  if (last !== null && day > last) throw new Refusal('donation.schedule_late', { details: { day: dayAndMonth(last) } })
}

/** Refuses a receipt before the day for which the payment is scheduled: it can only be one of the scheduling. */
export function ensurePaid({ scheduledFor }: Pick<DonationRow, 'scheduledFor'>, now: number): void {
  if (scheduledFor !== null && scheduledFor > dayOf(now))
    throw new Refusal('donation.only_scheduled', { details: { day: dayAndMonth(scheduledFor) } })
}

/** Whether somebody may be reminded of a donation: its payment is not scheduled for today or later, nor its month left out. */
export function isAwaited(now: number) {
  const isNotScheduled = or(isNull(donations.scheduledFor), lt(donations.scheduledFor, dayOf(now)))
  return and(isNotScheduled, isNotPaused(now))!
}

/** Whether the day of a scheduled payment is over and its donor was not asked about it yet. */
export function isScheduleOver(now: number) {
  const over = sql`(${donations.scheduledFor} + 1)::timestamp at time zone 'America/Sao_Paulo'`
  return and(
    lt(donations.scheduledFor, dayOf(now)),
    or(isNull(donations.remindedAt), sql`${donations.remindedAt} < ${over}`),
  )!
}
