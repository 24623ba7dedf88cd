import type { Tx, Db } from '#server/database/types.ts'
import type { Services } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { seal } from '#server/lib/sealing.ts'
import { letters } from '#server/tables/letters.ts'

/** `to` is an e-mail address, or a phone as `sms:` and its digits: without a carrier, those go to the outbox. */
export type Email = { readonly to: string; readonly subject: string; readonly text: string }

/** Notified when a letter was written. */
export const EMAILS_CHANNEL = 'letter_written'

/** Leaves a letter for delivery. In a transaction it is sent if, and only if, that commits. */
export async function queueEmail(services: Services, tx: Tx | Db, letter: Email): Promise<void> {
  await services.database.notify(tx, EMAILS_CHANNEL, '')
  await tx.insert(letters).values(sealedEmail(services, letter))
}

/** The row of a letter, due at once. */
export function sealedEmail({ clock, secrets }: Pick<Services, 'clock' | 'secrets'>, letter: Email) {
  const id = newId(clock)
  const now = new Date(clock.now())
  return {
    id,
    sealed: seal(secrets, JSON.stringify(letter), id),
    createdAt: now,
    nextTryAt: now,
  } satisfies typeof letters.$inferInsert
}
