import { and, eq, inArray, isNull, lt, notInArray } from 'drizzle-orm'
import { closedStatuses } from '#contracts/labels.ts'
import { circles } from '#server/tables/circles.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Services } from '#server/context.ts'
import { greeting } from '#server/mail/greeting.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { openPersonal } from '#server/members/personal.ts'
import { notify } from '#server/notify/notify.ts'
import { users } from '#server/tables/users.ts'
import { donations, lateAt } from '#server/tables/donations.ts'
import { isUnderNoReport } from './expire.ts'

/** The current circles with a late confirmation that the administrators were not notified of yet. */
export async function circlesWithLateConfirmations(services: Services): Promise<string[]> {
  const rows = await services.db
    .selectDistinct({ circleId: donations.circleId })
    .from(donations)
    .innerJoin(circles, and(eq(circles.id, donations.circleId), isNull(circles.endedAt)))
    .where(isNewlyLate(services.db, services.clock.now()))
  return rows.map(({ circleId }) => circleId)
}

/**
 * E-mails the administrators, once per donation, about a circle's donations whose receipt was not answered in time, and tells
 * both parties. These never expire, so a person has to decide; one under a report stands on that list already.
 */
export async function notifyLateConfirmations(services: Services, circleId: string): Promise<number> {
  const now = services.clock.now()
  return transaction(services.db, async (tx) => {
    const [circle] = await tx.select({ name: circles.name }).from(circles).where(eq(circles.id, circleId))
    const late = await tx
      .select()
      .from(donations)
      .where(and(eq(donations.circleId, circleId), isNewlyLate(tx, now)))
      .orderBy(lateAt)
      .limit(500)
      .for('update', { skipLocked: true })
    if (!circle || late.length === 0) return 0
    await writeToAdministrators(services, tx, circle.name, late.length)
    await tellParties(services, tx, late)
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

/** Both people are told, once, that the administration has it now; the receiver may still answer. */
async function tellParties(
  services: Services,
  tx: Tx,
  late: readonly (typeof donations.$inferSelect)[],
): Promise<void> {
  for (const { id: donationId, donorId, receiverId, amountCents } of late) {
    if (receiverId === null) continue
    const facts = { count: 1, amountCents, donationId }
    await notify(services, tx, { userId: donorId, kind: 'donation.unanswered', facts })
    await notify(services, tx, { userId: receiverId, kind: 'donation.answer_overdue', facts })
  }
}

async function writeToAdministrators(services: Services, tx: Tx, circle: string, count: number): Promise<void> {
  const administrators = await tx
    .select()
    .from(users)
    .where(and(eq(users.role, 'ADMIN'), notInArray(users.status, [...closedStatuses])))
  const what =
    count === 1
      ? 'Uma doação tem comprovante e passou do prazo sem confirmação.'
      : `${count} doações têm comprovante e passaram do prazo sem confirmação.`
  for (const administrator of administrators) {
    await queueEmail(services, tx, {
      to: openPersonal(services.secrets, administrator).email,
      subject: count === 1 ? 'Uma confirmação está atrasada' : `${count} confirmações estão atrasadas`,
      text: `${greeting(administrator.firstName)}\n\n${what}\nCírculo: ${circle}\nVeja com quem falar em ${services.publicUrl()}/admin/donations`,
    })
  }
}
