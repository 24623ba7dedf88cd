import { insertOf } from '#server/database/prepared-rows.ts'
import { together } from '#server/database/together.ts'
import type { Tx, Db } from '#server/database/types.ts'
import type { Services } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { seal } from '#server/lib/sealing.ts'
import { isWithinDay } from './daily-bound.ts'
import type { EmailKind } from './daily-bound.ts'
import { letters } from '#server/tables/letters.ts'

/**
 * `to` is an e-mail address, or `sms:` and the digits of a phone. There is no SMS gateway, so those go to the outbox.
 */
export type Email = { readonly to: string; readonly subject: string; readonly text: string }

/** One that counts among those of its kind in a day. */
export type CountedEmail = Email & { readonly kind: EmailKind }

/** The notification channel for newly queued e-mails. */
export const EMAILS_CHANNEL = 'letter_written'

/**
 * Queues an e-mail for delivery. Inside a transaction it is sent if, and only if, the transaction commits. An address that
 * has had its day's share of this kind gets no more of it; the answer is then false.
 */
export async function queueEmail(
  services: Services,
  tx: Tx | Db,
  email: Email,
  { kind = 'letter', userId }: { kind?: EmailKind; userId?: string } = {},
): Promise<boolean> {
  if (!(await isWithinDay(services, tx, kind, [email.to, ...(userId === undefined ? [] : [userId])]))) return false
  await insertEmails(services, tx, [email])
  return true
}

/** Queues e-mails to many people in one statement, each as far as its address has not had its day's share of that kind. */
export async function queueEmails(services: Services, tx: Tx, emails: readonly CountedEmail[]): Promise<void> {
  const may = await together(...emails.map(({ to, kind }) => isWithinDay(services, tx, kind, [to])))
  await insertEmails(
    services,
    tx,
    emails.filter((_, index) => may[index]),
  )
}

async function insertEmails(services: Services, tx: Tx | Db, asked: readonly Email[]): Promise<void> {
  // Somebody without an e-mail reads their notices in the app.
  const emails = asked.filter(({ to }) => to !== '')
  if (emails.length === 0) return
  await services.database.notify(tx, EMAILS_CHANNEL, '')
  await insertLetters(
    tx,
    emails.map(({ to, subject, text }) => sealedEmail(services, { to, subject, text })),
  )
}

const insertLetters = insertOf('letters queued', letters, ['id', 'sealed', 'createdAt', 'nextTryAt'])

/** The row of an e-mail that is due at once. */
export function sealedEmail({ clock, secrets }: Pick<Services, 'clock' | 'secrets'>, email: Email) {
  const id = newId(clock)
  const now = new Date(clock.now())
  return {
    id,
    sealed: seal(secrets, JSON.stringify(email), `letter:${id}`),
    createdAt: now,
    nextTryAt: now,
  } satisfies typeof letters.$inferInsert
}
