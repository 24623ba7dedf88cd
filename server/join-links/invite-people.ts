import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { AnswerOf, BodyOf } from '#contracts/contract.ts'
import { record } from '#server/access/record-access.ts'
import { ensureInvites } from '#server/circle-store/find-circle.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Tx } from '#server/database/types.ts'
import { dayText } from '#server/lib/days.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { greeting } from '#server/mail/greeting.ts'
import { describeMailer } from '#server/mail/mailer.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { circles } from '#server/tables/circles.ts'
import { joinLinks } from '#server/tables/join-links.ts'
import { checkPeople } from './check-people.ts'
import type { CheckedPerson } from './check-people.ts'
import { newLink } from './make-link.ts'
import { sealLink } from './sealed.ts'
import { addressOf, secretOf } from './secret.ts'

/**
 * Makes a personal invitation for each person of a list, in one transaction. Who is invited already or has an account is
 * passed over and counted, so that the same list sent again makes nothing twice. Refuses the whole list where anything is
 * wrong with anybody in it, field by field. With a mail server, a letter goes to those with an e-mail address.
 */
export async function invitePeople(
  context: Context,
  { people: rows, days }: BodyOf<'POST /admin/join-links/people'>,
): Promise<AnswerOf<'POST /admin/join-links/people'>> {
  const { actor, clock, config, db } = context
  return transaction(db, async (tx) => {
    await ensureInvites(tx, actor.circleId)
    const [circle] = await tx.select().from(circles).where(eq(circles.id, actor.circleId))
    const checked = await checkPeople(context, tx, rows)
    ensureFaultless(checked)
    const added = checked.filter(({ state }) => state === 'new')
    await endExpired(context, tx, added)
    let [made, letters] = [0, 0]
    for (const { person, personIndex } of added) {
      const id = newId(clock)
      const link = newLink(context, id, { days, usesMax: 1 })
      const inserted = await tx
        .insert(joinLinks)
        .values({ id, ...link, personIndex, sealed: sealLink(context, id, person) })
        // Somebody else's list, at this very moment, had the same person.
        .onConflictDoNothing()
        .returning({ id: joinLinks.id })
      if (inserted.length === 0) continue
      made += 1
      if (person.email === null || describeMailer(config).carrier === 'outbox') continue
      const isSent = await queueEmail(context, tx, {
        to: person.email,
        subject: `Convite para participar de um círculo na Ciranda`,
        text: letterText(greeting(person.firstName), {
          circleName: circle!.name,
          isDemonstration: circle!.mode === 'demonstracao',
          address: addressOf(context, secretOf(context, id)),
          until: dayText(link.expiresAt),
        }),
      })
      if (isSent) letters += 1
    }
    if (made > 0) await record(context, tx, 'member.invited', { circleId: actor.circleId, actorId: actor.id })
    const have = checked.filter(({ state }) => state === 'has_account').length
    return { made, already_invited: checked.length - have - made, have_accounts: have, letters }
  })
}

type Told = { circleName: string; isDemonstration: boolean; address: string; until: string }

function letterText(hello: string, { circleName, isDemonstration, address, until }: Told): string {
  return [
    hello,
    `Você foi convidado a participar do círculo “${circleName}”.${isDemonstration ? ' É uma demonstração: os valores são fictícios, não pague nada.' : ''}`,
    `Leia o que o círculo faz e, se quiser participar, faça o seu cadastro em ${address}\nO endereço vale até ${until}, para uma pessoa só. O cadastro espera depois pela aprovação da administração.`,
    'Se você não conhece quem convidou, ignore esta mensagem: sem o seu cadastro, nada acontece.',
  ].join('\n\n')
}

function ensureFaultless(checked: readonly CheckedPerson[]): void {
  const fields = Object.fromEntries(
    checked.flatMap(({ faults }, index) =>
      Object.entries(faults).map(([field, message]) => [`people.${index}.${field}`, message]),
    ),
  )
  if (Object.keys(fields).length > 0) throw new Refusal('request.invalid', { fields })
}

/** An invitation whose time is over makes room for another to the same person. */
async function endExpired({ actor, clock }: Context, tx: Tx, added: readonly CheckedPerson[]): Promise<void> {
  if (added.length === 0) return
  const now = new Date(clock.now())
  await tx
    .update(joinLinks)
    .set({ revokedAt: now })
    .where(
      and(
        eq(joinLinks.circleId, actor.circleId),
        inArray(
          joinLinks.personIndex,
          added.map(({ personIndex }) => personIndex),
        ),
        isNull(joinLinks.revokedAt),
        lte(joinLinks.expiresAt, now),
      ),
    )
}
