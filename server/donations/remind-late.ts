import { and, asc, eq, inArray, isNull, lt, lte, notInArray, or } from 'drizzle-orm'
import { dayOf } from '#contracts/age.ts'
import { LATE_PAYMENT_DAYS, REMINDER_DAYS } from '#contracts/limits.ts'
import { closedStatuses } from '#contracts/labels.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { dayStart } from '#server/lib/days.ts'
import { notify } from '#server/notify/notify.ts'
import { donations } from '#server/tables/donations.ts'
import { users } from '#server/tables/users.ts'

const DAY_MS = 86_400_000

/** Unpaid donations that were asked for some days ago, are due soon, or stood overdue before they were matched. */
export function isLate(now: number) {
  return and(
    eq(donations.status, 'PENDING_PAYMENT'),
    or(
      lte(donations.createdAt, new Date(now - LATE_PAYMENT_DAYS * DAY_MS)),
      lte(donations.deadlineAt, new Date(now + REMINDER_DAYS * DAY_MS)),
    ),
  )!
}

/**
 * Reminds every donor of the circle who is late, in one go: one notice each with the sum, and at most one a day for a
 * donation, whoever asks and however often. Answers how many people and donations, and how many were reminded today already.
 */
export async function remindLate(
  context: Context,
): Promise<{ people: number; donations: number; already_today: number }> {
  const { actor, clock, db } = context
  const now = clock.now()
  const today = dayStart(dayOf(now))
  return transaction(db, async (tx) => {
    const late = await tx
      .select({ donation: donations })
      .from(donations)
      .innerJoin(users, eq(users.id, donations.donorId))
      .where(and(eq(donations.circleId, actor.circleId), isLate(now), notInArray(users.status, [...closedStatuses])))
      .orderBy(asc(donations.donorId), asc(donations.id))
      .for('update', { of: donations })
    const due = late.map(({ donation }) => donation).filter(({ remindedAt }) => !remindedAt || remindedAt < today)
    const ids = due.map(({ id }) => id)
    if (ids.length > 0)
      await tx
        .update(donations)
        .set({ remindedAt: new Date(now) })
        .where(
          and(
            eq(donations.circleId, actor.circleId),
            inArray(donations.id, ids),
            eq(donations.status, 'PENDING_PAYMENT'),
            or(isNull(donations.remindedAt), lt(donations.remindedAt, today)),
          ),
        )
    const byDonor = Map.groupBy(due, ({ donorId }) => donorId)
    for (const [userId, own] of byDonor)
      await notify(context, tx, {
        userId,
        kind: 'donation.reminder',
        facts: {
          count: own.length,
          amountCents: own.reduce((sum, { amountCents }) => sum + amountCents, 0),
          donationId: own[0]!.id,
          deadlineAt: Math.min(...own.map(({ deadlineAt }) => deadlineAt.getTime())),
        },
      })
    return { people: byDonor.size, donations: due.length, already_today: late.length - due.length }
  })
}
