import { and, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import { DAY_MS } from '#circle/period.ts'
import { circles } from '#server/tables/circles.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Services } from '#server/context.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { openPersonal } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'
import { donations } from '#server/tables/donations.ts'

const DAYS_BEFORE = 3

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const moment = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** E-mails each donor once per donation, three days before its deadline, unless they turned reminders off. */
export async function remindDonors(services: Services): Promise<number> {
  const now = services.clock.now()
  return transaction(services.db, async (tx) => {
    const due = await tx
      .select({
        circleId: donations.circleId,
        id: donations.id,
        deadlineAt: donations.deadlineAt,
        amountCents: donations.amountCents,
        donor: users,
      })
      .from(donations)
      .innerJoin(users, eq(users.id, donations.donorId))
      .innerJoin(circles, and(eq(circles.id, donations.circleId), isNull(circles.endedAt)))
      .where(
        and(
          eq(donations.status, 'PENDING_PAYMENT'),
          gt(donations.deadlineAt, new Date(now)),
          lte(donations.deadlineAt, new Date(now + DAYS_BEFORE * DAY_MS)),
          isNull(donations.remindedAt),
        ),
      )
      .orderBy(donations.deadlineAt)
      .limit(500)
      .for('update', { of: donations, skipLocked: true })
    for (const { deadlineAt, amountCents, donor } of due) {
      if (donor.remindersOff || donor.status === 'SUSPENDED' || donor.status === 'INACTIVE') continue
      await queueEmail(services, tx, {
        to: openPersonal(services.secrets, donor).email,
        subject: `Sua doação de ${money.format(amountCents / 100)} vence em ${moment.format(deadlineAt)}`,
        text: `Olá, ${donor.firstName}.\n\nVocê tem uma doação de ${money.format(amountCents / 100)} para fazer até ${moment.format(deadlineAt)} (horário de São Paulo).\nVeja a quem e como em ${services.publicUrl()}/donations\n\nVocê pode desligar estes lembretes no seu perfil.`,
      })
    }
    const ids = due.map((donation) => donation.id)
    if (ids.length > 0) {
      await tx
        .update(donations)
        .set({ remindedAt: new Date(now) })
        .where(and(inArray(donations.id, ids), sql`${donations.status} = 'PENDING_PAYMENT'`))
    }
    return ids.length
  })
}
