import { and, eq, inArray, isNull, lt, ne } from 'drizzle-orm'
import { circles } from '#server/tables/circles.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Tx } from '#server/database/types.ts'
import type { Parts } from '#server/http/context.ts'
import { writeLetter } from '#server/mail/write-letter.ts'
import { openPersonal } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'
import { donations } from '#server/tables/donations.ts'

/**
 * Writes to the administrators, circle by circle, about donations that have a receipt and passed their deadline unconfirmed, once a
 * donation: such a one never expires, so a person must look.
 */
export async function tellLateConfirmations(parts: Parts): Promise<number> {
  const now = new Date(parts.clock.now())
  return transaction(parts.db, async (tx) => {
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
      await writeToAdministrators(parts, tx, found[0]!.circle, found.length)
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

async function writeToAdministrators(parts: Parts, tx: Tx, circle: string, count: number): Promise<void> {
  const administrators = await tx
    .select()
    .from(users)
    .where(and(eq(users.role, 'ADMIN'), ne(users.status, 'INACTIVE')))
  const what =
    count === 1
      ? 'Uma doação tem comprovante e passou do prazo sem confirmação.'
      : `${count} doações têm comprovante e passaram do prazo sem confirmação.`
  for (const administrator of administrators) {
    await writeLetter(parts, tx, {
      to: openPersonal(parts.secrets, administrator).email,
      subject: count === 1 ? 'Uma confirmação está atrasada' : `${count} confirmações estão atrasadas`,
      text: `Olá, ${administrator.firstName}.\n\n${what}\nCírculo: ${circle}\nVeja com quem falar em ${parts.publicUrl()}/admin/donations`,
    })
  }
}
