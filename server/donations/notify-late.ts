import { and, eq, inArray, isNull, lt, ne } from 'drizzle-orm'
import { circles } from '#server/tables/circles.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Tx } from '#server/database/types.ts'
import type { Services } from '#server/context.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { openPersonal } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'
import { donations } from '#server/tables/donations.ts'

/**
 * E-mails the administrators of each circle, once per donation, about donations with a receipt that passed their
 * deadline unconfirmed. These never expire, so a person has to decide.
 */
export async function notifyLateConfirmations(services: Services): Promise<number> {
  const now = new Date(services.clock.now())
  return transaction(services.db, async (tx) => {
    const late = await tx
      .select({ circleId: donations.circleId, circle: circles.name, id: donations.id })
      .from(donations)
      .innerJoin(circles, and(eq(circles.id, donations.circleId), isNull(circles.endedAt)))
      .where(
        and(eq(donations.status, 'PENDING_CONFIRMATION'), lt(donations.deadlineAt, now), isNull(donations.lateToldAt)),
      )
      .orderBy(donations.deadlineAt)
      .limit(500)
      .for('update', { of: donations, skipLocked: true })
    const byCircle = Map.groupBy(late, (donation) => donation.circleId)
    for (const [circleId, found] of byCircle) {
      await writeToAdministrators(services, tx, found[0]!.circle, found.length)
      await tx
        .update(donations)
        .set({ lateToldAt: now })
        .where(
          and(
            eq(donations.circleId, circleId),
            inArray(
              donations.id,
              found.map((donation) => donation.id),
            ),
          ),
        )
    }
    return late.length
  })
}

async function writeToAdministrators(services: Services, tx: Tx, circle: string, count: number): Promise<void> {
  const administrators = await tx
    .select()
    .from(users)
    .where(and(eq(users.role, 'ADMIN'), ne(users.status, 'INACTIVE')))
  const what =
    count === 1
      ? 'Uma doação tem comprovante e passou do prazo sem confirmação.'
      : `${count} doações têm comprovante e passaram do prazo sem confirmação.`
  for (const administrator of administrators) {
    await queueEmail(services, tx, {
      to: openPersonal(services.secrets, administrator).email,
      subject: count === 1 ? 'Uma confirmação está atrasada' : `${count} confirmações estão atrasadas`,
      text: `Olá, ${administrator.firstName}.\n\n${what}\nCírculo: ${circle}\nVeja com quem falar em ${services.publicUrl()}/admin/donations`,
    })
  }
}
