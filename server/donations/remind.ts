import { and, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { OWN_REPORT_STOP_MS } from '#circle/clock.ts'
import { DAY_MS } from '#circle/period.ts'
import { isClosed } from '#contracts/labels.ts'
import { currentCirclesWith } from '#server/circle-store/current-circles.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Services } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { dayStart } from '#server/lib/days.ts'
import { notify } from '#server/notify/notify.ts'
import { users } from '#server/tables/users.ts'
import { donations } from '#server/tables/donations.ts'
import { restCents } from '#server/tables/donations.ts'
import { clockRuns, dueAt } from './expire.ts'
import { isAwaited, isScheduleOver } from './schedule.ts'

const DAYS_BEFORE = 3

/** The current circles with a donor to remind now. */
export function circlesWithReminders({ clock, db }: Services): Promise<string[]> {
  return currentCirclesWith(db, donations, isToBeReminded(db, clock.now()))
}

/**
 * Reminds each donor of a circle three days before a deadline, once per deadline, by the channels that they want; and asks again for a
 * month that was left out, on the day that its pause is over.
 */
export async function remindDonors(services: Services, circleId: string): Promise<number> {
  const now = services.clock.now()
  return transaction(services.db, async (tx) => {
    const due = await tx
      .select({
        id: donations.id,
        receiverId: donations.receiverId,
        createdAt: donations.createdAt,
        deadlineAt: dueAt(tx).mapWith(donations.deadlineAt),
        amountCents: restCents,
        scheduledFor: donations.scheduledFor,
        isOver: sql<boolean>`coalesce(${isScheduleOver(now)}, false)`,
        isAskedAgain: sql<boolean>`coalesce(${isPauseOver(now)}, false)`,
        donor: users,
      })
      .from(donations)
      .innerJoin(users, eq(users.id, donations.donorId))
      .where(and(eq(donations.circleId, circleId), isToBeReminded(tx, now)))
      .orderBy(donations.deadlineAt)
      .limit(500)
      .for('update', { of: donations, skipLocked: true })
    for (const paid of Map.groupBy(due, paidInOne).values()) {
      const [{ id, deadlineAt, donor, ...scheduled }] = paid as [(typeof paid)[number]]
      if (isClosed(donor.status)) continue
      const amountCents = paid.reduce((sum, one) => sum + one.amountCents, 0)
      const donated = { count: paid.length, donationId: id, amountCents }
      const facts = { ...donated, deadlineAt: deadlineAt.getTime() }
      if (scheduled.isOver && scheduled.scheduledFor !== null)
        await notify(services, tx, {
          userId: donor.id,
          kind: 'donation.schedule_over',
          facts: { ...(facts.deadlineAt > now ? facts : donated), dayAt: dayStart(scheduled.scheduledFor).getTime() },
        })
      else
        await notify(services, tx, {
          userId: donor.id,
          kind: scheduled.isAskedAgain ? 'donation.to_pay' : 'donation.due',
          facts,
        })
    }
    const ids = due.map((donation) => donation.id)
    if (ids.length > 0) {
      await tx
        .update(donations)
        .set({ remindedAt: new Date(now) })
        .where(
          and(
            eq(donations.circleId, circleId),
            inArray(donations.id, ids),
            sql`${donations.status} = 'PENDING_PAYMENT'`,
          ),
        )
    }
    return ids.length
  })
}

/**
 * Selects unpaid donations three days or less before their deadline, without an open report, whose current deadline was
 * not reminded of yet, those whose scheduled payment was for a day that is over, late ones too, and those whose pause is. A deadline
 * moved by a report is a new one.
 */
function isToBeReminded(db: Db | Tx, now: number) {
  const windowMs = DAYS_BEFORE * DAY_MS
  const isInTime = and(
    // Along the index; what a donor's own report held it for is at most its limit.
    gt(donations.deadlineAt, new Date(now - OWN_REPORT_STOP_MS)),
    gt(dueAt(db), new Date(now)),
    or(
      isScheduleOver(now),
      isPauseOver(now),
      and(
        lte(donations.deadlineAt, new Date(now + windowMs)),
        lte(dueAt(db), new Date(now + windowMs)),
        or(
          isNull(donations.remindedAt),
          sql`${donations.remindedAt} < ${dueAt(db)} - make_interval(days => ${DAYS_BEFORE})`,
        ),
      ),
    ),
  )
  return and(
    eq(donations.status, 'PENDING_PAYMENT'),
    clockRuns(db, now),
    isAwaited(now),
    or(isInTime, and(eq(donations.isLate, true), isScheduleOver(now))),
  )
}

/** Whether a month that was left out is to be asked for again. Who was given it with another receiver since was told then. */
function isPauseOver(now: number) {
  return and(
    lt(donations.pausedUntil, new Date(now)),
    lt(donations.createdAt, donations.pausedUntil),
    or(isNull(donations.remindedAt), lt(donations.remindedAt, donations.pausedUntil)),
  )
}

/** Contributions of one asking to one person, with one deadline and schedule: who has several places pays them in one. */
function paidInOne(one: {
  readonly donor: { readonly id: string }
  readonly receiverId: string | null
  readonly createdAt: Date
  readonly deadlineAt: Date
  readonly scheduledFor: string | null
}): string {
  const { donor, receiverId, createdAt, deadlineAt, scheduledFor } = one
  return JSON.stringify([donor.id, receiverId, createdAt, deadlineAt, scheduledFor])
}
