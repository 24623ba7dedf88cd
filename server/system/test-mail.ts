import { eq } from 'drizzle-orm'
import type { MailTest } from '#contracts/mail.ts'
import type { Context } from '#server/context.ts'
import { openPersonal } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'
import { greeting } from '#server/mail/greeting.ts'
import { createMailer, describeMailer } from '#server/mail/mailer.ts'
import { deliverNow } from '#server/mail/deliver.ts'
import { mailReason } from '#server/mail/mail-reason.ts'

const moment = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** Sends the actor an e-mail the usual way, waits for it, and returns the outcome. */
export async function testMail(context: Context): Promise<MailTest> {
  const { actor, clock, config, db, secrets } = context
  const [self] = await db.select().from(users).where(eq(users.id, actor.id))
  const { email } = openPersonal(secrets, self!)
  const at = new Date(clock.now())
  const message = {
    to: email,
    subject: 'Teste de correio da Ciranda',
    text: `${greeting(self!.firstName)}\n\nEsta mensagem foi pedida em Configurações, em ${moment.format(at)}. Se você a lê, o correio da Ciranda chega até aqui.`,
  }
  const { id, error } = await deliverNow(context, createMailer(config), message)
  const facts = { to: email, at: at.toISOString() }
  if (error) return { ...facts, outcome: 'failed', file: null, reason: mailReason(error) }
  const isFile = describeMailer(config).carrier === 'outbox'
  return { ...facts, outcome: isFile ? 'written' : 'sent', file: isFile ? `outbox/${id}.txt` : null, reason: null }
}
