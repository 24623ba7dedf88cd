import { and, asc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { DAY_MS } from '#circle/period.ts'
import { currentCirclesWith } from '#server/circle-store/current-circles.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Services } from '#server/context.ts'
import { notify } from '#server/notify/notify.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { closedAmong } from './closed-among.ts'
import { isUnderNoReport } from './expire.ts'

/** How many days before the end a receiver is reminded: of five days, on the second and on the fourth. */
const DAYS_LEFT = [3, 1] as const

/** The current circles with a receiver to remind of a receipt now, or with a receipt from before there was a time to answer. */
export function circlesWithUnanswered({ clock, db }: Services): Promise<string[]> {
  return currentCirclesWith(db, donations, or(isFromBefore(), isToBeReminded(db, clock.now())))
}

/**
 * Reminds the receivers of a circle of the receipts that wait for their answer, each time once, all that is due in one
 * notice. Receipts that waited before there was a time to answer get it from now on.
 */
export async function remindReceivers(services: Services, circleId: string): Promise<void> {
  const now = services.clock.now()
  await transaction(services.db, async (tx) => {
    const [circle] = await tx.select({ days: circles.answerDays }).from(circles).where(eq(circles.id, circleId))
    await tx
      .update(donations)
      .set({ answerDueAt: new Date(now + circle!.days * DAY_MS) })
      .where(and(eq(donations.circleId, circleId), isFromBefore()))
    const due = await tx
      .select()
      .from(donations)
      .where(and(eq(donations.circleId, circleId), isToBeReminded(tx, now)))
      .orderBy(asc(donations.answerDueAt), asc(donations.id))
      .for('update', { skipLocked: true })
    const closed = await closedAmong(
      tx,
      due.map(({ receiverId }) => receiverId),
    )
    for (const [userId, own] of Map.groupBy(due, ({ receiverId }) => receiverId!)) {
      if (closed.has(userId)) continue
      const [first] = own
      const facts = {
        count: own.length,
        amountCents: own.reduce((sum, { amountCents, sentCents }) => sum + (sentCents ?? amountCents), 0),
        donationId: first!.id,
        dueAt: first!.answerDueAt!.getTime(),
      }
      await notify(services, tx, { userId, kind: 'donation.to_answer', facts })
    }
    for (const { id, answerDueAt } of due)
      await tx
        .update(donations)
        .set({ answerReminders: remindersDue(answerDueAt!.getTime(), now) })
        .where(and(eq(donations.circleId, circleId), eq(donations.id, id)))
  })
}

function remindersDue(dueAt: number, now: number): number {
  return DAYS_LEFT.filter((days) => now >= dueAt - days * DAY_MS).length
}

/** The status is a literal, because the partial index is used only when the query matches its condition. */
const waits = sql`${donations.status} = 'PENDING_CONFIRMATION'`

function isFromBefore() {
  return and(waits, isNull(donations.answerDueAt), isNotNull(donations.receiverId))
}

function isToBeReminded(db: Db | Tx, now: number) {
  const isDue = DAYS_LEFT.map((days, index) =>
    and(lte(donations.answerDueAt, new Date(now + days * DAY_MS)), lte(donations.answerReminders, index)),
  )
  // A receipt that came with so few days is no reminder of itself: it was told of as it came.
  const isNotNew = lte(donations.receiptSentAt, new Date(now - DAY_MS))
  return and(waits, gt(donations.answerDueAt, new Date(now)), or(...isDue), isNotNew, isUnderNoReport(db))
}
