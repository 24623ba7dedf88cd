import { and, eq, isNull, or } from 'drizzle-orm'
import type { Actor, Context } from '#server/context.ts'
import { personIndexes } from '#server/lib/sealing.ts'
import { greeting } from '#server/mail/greeting.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { contactOf, openPersonal } from '#server/members/personal.ts'
import type { Personal } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'

/**
 * Tells the people who have this e-mail or CPF, by a letter to their own address, that somebody tried to register with it.
 * The person who tried is told neither which of the two is taken nor whose it is. Written before the transaction that will be
 * refused, so that it stays.
 */
export async function tellOwners(context: Context<Actor | null>, { email, cpf }: Personal): Promise<void> {
  const { secrets } = context
  const { emailIndex, cpfIndex } = personIndexes(secrets, { email, cpf })
  const owners = await context.db
    .select()
    .from(users)
    .where(
      and(
        isNull(users.erasedAt),
        or(eq(users.emailIndex, emailIndex), cpfIndex === null ? undefined : eq(users.cpfIndex, cpfIndex)),
      ),
    )
  for (const owner of owners) {
    const data = email !== '' && owner.emailIndex === emailIndex ? 'este e-mail' : 'o seu CPF'
    await queueEmail(
      context,
      context.db,
      {
        to: contactOf(openPersonal(secrets, owner)),
        subject: 'Tentativa de cadastro com os seus dados',
        text: `${greeting(owner.firstName)}\n\nAlguém tentou fazer um cadastro na Ciranda com ${data}, que já é da sua conta. Nada mudou nela.\nSe foi você, entre em ${context.publicUrl()}/login com a sua senha, ou escolha outra em ${context.publicUrl()}/recover.`,
      },
      { kind: 'registration' },
    )
  }
}
