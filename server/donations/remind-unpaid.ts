import { and, asc, eq, inArray, isNull, lt, notInArray, or } from 'drizzle-orm'
import { dayOf } from '#contracts/age.ts'
import type { BodyOf } from '#contracts/contract.ts'
import { closedStatuses } from '#contracts/labels.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { dayStart } from '#server/lib/days.ts'
import { notify } from '#server/notify/notify.ts'
import { donations } from '#server/tables/donations.ts'
import { users } from '#server/tables/users.ts'
import { dueAt } from './expire.ts'
import { isAwaited } from './schedule.ts'
import { isLate, isUnpaid } from './unpaid.ts'

/**
 * Reminds everybody of the circle who is late, or everybody who has not paid and is not late, in one go: one notice each
 * with the sum, and at most one a day for a donation, whoever asks and however often. Answers how many people and
 * donations, and how many were reminded today already.
 */
export async function remindUnpaid(
  context: Context,
  { who }: BodyOf<'POST /admin/donations/remind'>,
): Promise<{ people: number; donations: number; already_today: number }> {
  const { actor, clock, db } = context
  const now = clock.now()
  const today = dayStart(dayOf(now))
  return transaction(db, async (tx) => {
    const isMeant = who === 'late' ? isLate(tx, now) : isUnpaid(tx, now)
    const found = await tx
      .select({ donation: donations, deadlineAt: dueAt(tx).mapWith(donations.deadlineAt) })
      .from(donations)
      .innerJoin(users, eq(users.id, donations.donorId))
      .where(
        and(
          eq(donations.circleId, actor.circleId),
          isMeant,
          isAwaited(now),
          notInArray(users.status, [...closedStatuses]),
        ),
      )
      .orderBy(asc(donations.donorId), asc(donations.id))
      .for('update', { of: donations })
    // With the time that a report held it, as its page says it.
    const due = found
      .map(({ donation, deadlineAt }) => ({ ...donation, deadlineAt }))
      .filter(({ remindedAt }) => !remindedAt || remindedAt < today)
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
        kind: who === 'late' ? 'donation.reminder_late' : 'donation.reminder',
        facts: {
          count: own.length,
          amountCents: own.reduce((sum, { amountCents, paidCents }) => sum + amountCents - paidCents, 0),
          donationId: own[0]!.id,
          ...deadlineOf(own, now),
        },
      })
    return { people: byDonor.size, donations: due.length, already_today: found.length - due.length }
  })
}

type Due = Pick<typeof donations.$inferSelect, 'deadlineAt'>

/** The first deadline of those that are all still ahead; where one has passed, as of what is late in a roda, none is said of all. */
export function deadlineOf(own: readonly Due[], now: number): { deadlineAt?: number } {
  const first = Math.min(...own.map(({ deadlineAt }) => deadlineAt.getTime()))
  return first >= now ? { deadlineAt: first } : {}
}
