import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import { activeAdministrators } from '#server/administrators/queries.ts'
import { currentCirclesWith } from '#server/circle-store/current-circles.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Services } from '#server/context.ts'
import { notify } from '#server/notify/notify.ts'
import { donations, lateAt, paymentOf } from '#server/tables/donations.ts'
import { closedAmong } from './closed-among.ts'
import { isUnderNoReport } from './expire.ts'

/** The current circles with a late confirmation that the administrators were not notified of yet. */
export function circlesWithLateConfirmations({ clock, db }: Services): Promise<string[]> {
  return currentCirclesWith(db, donations, isNewlyLate(db, clock.now()))
}

/**
 * Tells the administrators, once per donation, of a circle's donations whose receipt was not answered in time, and tells
 * both parties. These never expire, so a person has to decide; one under a report stands on that list already.
 */
export async function notifyLateConfirmations(services: Services, circleId: string): Promise<number> {
  const now = services.clock.now()
  return transaction(services.db, async (tx) => {
    const late = await tx
      .select()
      .from(donations)
      .where(and(eq(donations.circleId, circleId), isNewlyLate(tx, now)))
      .orderBy(lateAt)
      .limit(500)
      .for('update', { skipLocked: true })
    if (late.length === 0) return 0
    const administrators = await activeAdministrators(tx)
    for (const { id: userId } of administrators)
      await notify(services, tx, { userId, of: circleId, kind: 'donation.answers_late', facts: { count: late.length } })
    const [alone, ...others] = administrators.filter(({ isAuditor }) => !isAuditor)
    await tellParties(services, tx, late, others.length === 0 ? alone?.id : undefined)
    const ids = late.map(({ id }) => id)
    await tx
      .update(donations)
      .set({ lateToldAt: new Date(now) })
      .where(and(eq(donations.circleId, circleId), inArray(donations.id, ids)))
    return late.length
  })
}

function isNewlyLate(db: Db | Tx, now: number) {
  return and(
    eq(donations.status, 'PENDING_CONFIRMATION'),
    lt(lateAt, new Date(now)),
    isNull(donations.lateToldAt),
    isUnderNoReport(db),
  )
}

/**
 * Both people are told, once for each payment, that the administration has it now; the receiver may still answer, unless suspended.
 * `aloneId`: who administers alone, and decides nothing of their own.
 */
async function tellParties(
  services: Services,
  tx: Tx,
  late: readonly (typeof donations.$inferSelect)[],
  aloneId: string | undefined,
): Promise<void> {
  const closed = await closedAmong(
    tx,
    late.map(({ receiverId }) => receiverId),
  )
  for (const paid of Map.groupBy(late, (one) => paymentOf(one) ?? one.id).values()) {
    const [{ id: donationId, donorId, receiverId }] = paid as [(typeof paid)[number]]
    if (receiverId === null) continue
    const amountCents = paid.reduce((sum, one) => sum + (one.sentCents ?? one.amountCents), 0)
    const facts = { count: paid.length, amountCents, donationId }
    const isAlone = receiverId === aloneId ? ({ isAlone: true } as const) : {}
    await notify(services, tx, { userId: donorId, kind: 'donation.unanswered', facts: { ...facts, ...isAlone } })
    if (!closed.has(receiverId))
      await notify(services, tx, { userId: receiverId, kind: 'donation.answer_overdue', facts })
  }
}
