import { TOLD_FIELDS } from '#contracts/notices/accounts.ts'
import { record } from '#server/access/record-access.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { greeting } from '#server/mail/greeting.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { notify } from '#server/notify/notify.ts'

/** An edit of a person's data: what it changed of their way in, and the names of all fields that it changed. */
export type Edited = {
  readonly userId: string
  readonly firstName: string
  readonly isPasswordNew: boolean
  /** The address of before, where there is another now. */
  readonly emailBefore: string | null
  readonly fields: readonly string[]
}

/**
 * Tells a person, in the transaction of an edit, that their way in or what names them changed: in the inbox, by letter, in
 * the access log and, for what opens the account, in the ledger. An edit of one's own is told as well: whoever holds a
 * session could move the account away in silence.
 */
export async function tellEdit(context: Context, circle: LockedCircle, edited: Edited): Promise<void> {
  const { userId, isPasswordNew, emailBefore, fields } = edited
  const isSelf = userId === context.actor.id
  if (isPasswordNew) await tellPassword(context, circle, userId)
  if (emailBefore !== null) await tellEmail(context, circle, { ...edited, emailBefore })
  const told = TOLD_FIELDS.filter((name) =>
    name === 'name' ? fields.includes('firstName') || fields.includes('lastName') : fields.includes(name),
  )
  const facts = { fields: told, ...(isSelf && { isOwn: true as const }) }
  if (told.length > 0) await notify(context, circle.tx, { userId, kind: 'access.data_changed', facts })
}

/** The same for a password alone. */
export async function tellPassword(context: Context, { tx, note }: LockedCircle, userId: string): Promise<void> {
  const isSelf = userId === context.actor.id
  const who = { circleId: context.actor.circleId, actorId: context.actor.id, subjectId: userId }
  await record(context, tx, isSelf ? 'password.changed' : 'password.set', who)
  await note({ kind: isSelf ? 'member.password_changed' : 'member.access_reset', memberId: userId })
  await notify(context, tx, { userId, kind: isSelf ? 'access.password_changed' : 'access.reset', facts: {} })
}

async function tellEmail(
  context: Context,
  { tx, note }: LockedCircle,
  { userId, firstName, emailBefore }: Edited & { readonly emailBefore: string },
): Promise<void> {
  const isSelf = userId === context.actor.id
  const who = { circleId: context.actor.circleId, actorId: context.actor.id, subjectId: userId }
  await record(context, tx, 'email.changed', who)
  await note({ kind: isSelf ? 'member.own_email_changed' : 'member.email_changed', memberId: userId })
  await notify(context, tx, { userId, kind: isSelf ? 'access.own_email_changed' : 'access.email_changed', facts: {} })
  // The notice's letter goes to the new address, which may be anybody's; the old one is told too.
  const changed = isSelf
    ? 'O e-mail da sua conta foi trocado por outro.'
    : 'A administração trocou o e-mail da sua conta.'
  const notYou = isSelf ? 'Se não foi você' : 'Se não foi você que pediu'
  await queueEmail(context, tx, {
    to: emailBefore,
    subject: 'O e-mail da sua conta na Ciranda foi trocado',
    text: `${greeting(firstName)}\n\n${changed} Este endereço não serve mais para entrar.\n${notYou}, fale com a administração e com as pessoas do seu círculo.`,
  })
}
