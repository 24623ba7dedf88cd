import { eq, sql } from 'drizzle-orm'
import { prepared } from '#server/database/prepared.ts'
import type { Services } from '#server/context.ts'
import { unseal } from '#server/lib/sealing.ts'
import { isRefusedForGood } from './mailer.ts'
import type { Mailer } from './mailer.ts'
import { letters } from '#server/tables/letters.ts'
import { sealedEmail } from './queue-email.ts'
import type { Email } from './queue-email.ts'

const TRIES_MAX = 8
const FIRST_WAIT_MS = 60_000
/** The longest that sending one e-mail may take. An e-mail claimed by a killed process is retried after this time. */
const CLAIM_MS = 60_000
/** Nothing waits longer than this. What is due later was written, or tried, while the clock was ahead: it is due now. */
const WAIT_MS_MAX = FIRST_WAIT_MS * 2 ** TRIES_MAX

/**
 * Delivers the e-mails that are due, one by one; returns how many were sent. A failed e-mail waits twice as long before
 * each retry. It is given up after eight attempts, or at once after a permanent rejection.
 */
export async function deliverEmails(services: Services, send: Mailer): Promise<number> {
  let sent = 0
  for (;;) {
    const outcome = await deliverNext(services, send)
    if (outcome === 'none') return sent
    if (outcome === 'sent') sent += 1
  }
}

/**
 * Queues an e-mail and delivers it at once; returns its id and the error, if any. A failed one is retried like every
 * other.
 */
export async function deliverNow(
  services: Services,
  send: Mailer,
  email: Email,
): Promise<{ id: string; error: unknown }> {
  const row = { ...sealedEmail(services, email), tries: 1, nextTryAt: new Date(services.clock.now() + CLAIM_MS) }
  await services.db.insert(letters).values(row)
  return { id: row.id, error: await deliver(services, send, row) }
}

async function deliverNext(services: Services, send: Mailer): Promise<'sent' | 'failed' | 'none'> {
  const row = await claimNext(services)
  if (!row) return 'none'
  return (await deliver(services, send, row)) ? 'failed' : 'sent'
}

/** Sends an e-mail that this process has claimed; returns the error, or null. */
async function deliver(
  services: Services,
  send: Mailer,
  row: Pick<typeof letters.$inferSelect, 'id' | 'sealed' | 'tries'>,
): Promise<unknown> {
  const now = services.clock.now()
  try {
    await send(row.id, JSON.parse(unseal(services.secrets, row.sealed, `letter:${row.id}`)) as Email)
  } catch (error) {
    const wait = FIRST_WAIT_MS * 2 ** row.tries
    const givenUpAt = row.tries >= TRIES_MAX || isRefusedForGood(error) ? new Date(now) : null
    await services.db
      .update(letters)
      .set({ nextTryAt: new Date(now + wait), givenUpAt })
      .where(eq(letters.id, row.id))
    return error
  }
  // The text of a delivered e-mail is deleted, because it may hold a verification code that must not remain stored.
  await noteSent(services.db, { id: row.id, now: new Date(now) })
  return null
}

const noteSent = prepared<never>(
  'letter sent',
  () =>
    sql`update ${letters} set sent_at = ${sql.placeholder('now')}, sealed = '' where ${letters.id} = ${sql.placeholder('id')}`,
)

/**
 * Claims the next e-mail for as long as sending may take, so that no other process sends it too. No lock is held
 * meanwhile.
 */
async function claimNext({ clock, db }: Services) {
  const now = clock.now()
  const [row] = await claim(db, {
    now: new Date(now),
    until: new Date(now + CLAIM_MS),
    ahead: new Date(now + WAIT_MS_MAX),
  })
  return row
}

const claim = prepared<Pick<typeof letters.$inferSelect, 'id' | 'sealed' | 'tries'>>('letter claimed', () => {
  const [now, until, ahead] = [sql.placeholder('now'), sql.placeholder('until'), sql.placeholder('ahead')]
  const next = sql`select ${letters.id} from ${letters}
    where ${letters.sentAt} is null and ${letters.givenUpAt} is null
      and (${letters.nextTryAt} <= ${now} or ${letters.nextTryAt} > ${ahead})
    order by ${letters.nextTryAt} limit 1 for update skip locked`
  return sql`update ${letters} set tries = ${letters.tries} + 1, next_try_at = ${until} where ${letters.id} = (${next})
    returning ${letters.id}, ${letters.sealed}, ${letters.tries}`
})
