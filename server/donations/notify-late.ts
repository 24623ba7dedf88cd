import { and, eq, inArray, isNull, lt, notInArray } from 'drizzle-orm'
import { closedStatuses } from '#contracts/labels.ts'
import { circles } from '#server/tables/circles.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Tx } from '#server/database/types.ts'
import type { Services } from '#server/context.ts'
import { greeting } from '#server/mail/greeting.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { openPersonal } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'
import { donations, lateAt } from '#server/tables/donations.ts'

/** The current circles with a late confirmation that the administrators were not notified of yet. */
export async function circlesWithLateConfirmations(services: Services): Promise<string[]> {
  const rows = await services.db
    .selectDistinct({ circleId: donations.circleId })
    .from(donations)
    .innerJoin(circles, and(eq(circles.id, donations.circleId), isNull(circles.endedAt)))
    .where(isNewlyLate(services.clock.now()))
  return rows.map(({ circleId }) => circleId)
}

/**
 * E-mails the administrators, once per donation, about a circle's donations with a receipt that passed their deadline
 * unconfirmed. These never expire, so a person has to decide.
 */
export async function notifyLateConfirmations(services: Services, circleId: string): Promise<number> {
  const now = services.clock.now()
  return transaction(services.db, async (tx) => {
    const [circle] = await tx.select({ name: circles.name }).from(circles).where(eq(circles.id, circleId))
    const late = await tx
      .select({ id: donations.id })
      .from(donations)
      .where(and(eq(donations.circleId, circleId), isNewlyLate(now)))
      .orderBy(lateAt)
      .limit(500)
      .for('update', { skipLocked: true })
    if (!circle || late.length === 0) return 0
    await writeToAdministrators(services, tx, circle.name, late.length)
    const ids = late.map(({ id }) => id)
    await tx
      .update(donations)
      .set({ lateToldAt: new Date(now) })
      .where(and(eq(donations.circleId, circleId), inArray(donations.id, ids)))
    return late.length
  })
}

function isNewlyLate(now: number) {
  return and(eq(donations.status, 'PENDING_CONFIRMATION'), lt(lateAt, new Date(now)), isNull(donations.lateToldAt))
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
