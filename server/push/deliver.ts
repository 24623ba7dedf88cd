import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import type { PushPayload } from '#contracts/push.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Services } from '#server/context.ts'
import { msBetween } from '#server/lib/clock.ts'
import { unseal } from '#server/lib/sealing.ts'
import { pushMessages } from '#server/tables/push-messages.ts'
import { pushSubscriptions } from '#server/tables/push-subscriptions.ts'
import { sessions } from '#server/tables/sessions.ts'
import { createSender } from './send.ts'
import type { PushAddress, Sender } from './send.ts'

const TRIES_MAX = 6
const FIRST_WAIT_MS = 30_000
/** Longer than one message may take (send.ts). One claimed by a killed process is tried again after this time. */
const CLAIM_MS = 60_000
/** Nothing waits longer than this. What is due later was written, or tried, while the clock was ahead: it is due now. */
const WAIT_MS_MAX = FIRST_WAIT_MS * 2 ** TRIES_MAX
/** How many are under way at once, so that one service that does not answer holds up few others. */
const AT_ONCE = 6
const OLD_MS = 86_400_000

/**
 * Sends the messages that are due; returns how many a push service took. A failed one waits twice as long before each retry
 * and is given up after six, or after a day. A device that its service no longer knows is removed with what waits for it.
 */
export async function deliverPushes(services: Services, send?: Sender): Promise<number> {
  if (!services.config.push) return 0
  const sender = send ?? (await createSender(services))
  const counts = await Promise.all(Array.from({ length: AT_ONCE }, () => deliverDue(services, sender)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function deliverDue(services: Services, send: Sender): Promise<number> {
  let sent = 0
  for (;;) {
    const row = await claimNext(services)
    if (!row) return sent
    if (await deliver(services, send, row)) sent += 1
  }
}

type Claimed = typeof pushMessages.$inferSelect & { readonly address: string; readonly isEnded: boolean }

/** Sends a message that this process has claimed; whether the service took it. */
async function deliver({ clock, db, secrets }: Services, send: Sender, row: Claimed): Promise<boolean> {
  const own = eq(pushMessages.id, row.id)
  const now = clock.now()
  const isOver = row.isEnded || msBetween(row.createdAt, now) > OLD_MS
  const outcome = isOver
    ? 'never'
    : await send(
        JSON.parse(unseal(secrets, row.address, `push subscription:${row.subscriptionId}`)) as PushAddress,
        JSON.parse(unseal(secrets, row.sealed, `push message:${row.id}`)) as PushPayload,
        { isUrgent: row.isUrgent },
      )
  if (outcome === 'gone') await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, row.subscriptionId))
  else if (outcome === 'sent')
    await db
      .update(pushMessages)
      .set({ sentAt: new Date(now), sealed: '' })
      .where(own)
  else if (outcome === 'never' || row.tries >= TRIES_MAX)
    await db
      .update(pushMessages)
      .set({ givenUpAt: new Date(now), sealed: '' })
      .where(own)
  else
    await db
      .update(pushMessages)
      .set({ nextTryAt: new Date(now + FIRST_WAIT_MS * 2 ** row.tries) })
      .where(own)
  return outcome === 'sent'
}

/** Claims the next message for as long as sending may take. No lock is held meanwhile. */
function claimNext({ clock, db }: Services): Promise<Claimed | null> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { nextTryAt } = pushMessages
    const isDue = or(lte(nextTryAt, new Date(now)), gt(nextTryAt, new Date(now + WAIT_MS_MAX)))
    const [row] = await tx
      .select({ message: pushMessages, address: pushSubscriptions.sealed, revokedAt: sessions.revokedAt })
      .from(pushMessages)
      .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushMessages.subscriptionId))
      .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
      .where(and(isNull(pushMessages.sentAt), isNull(pushMessages.givenUpAt), isDue))
      .orderBy(asc(pushMessages.nextTryAt))
      .limit(1)
      .for('update', { of: pushMessages, skipLocked: true })
    if (!row) return null
    const tries = row.message.tries + 1
    await tx
      .update(pushMessages)
      .set({ tries, nextTryAt: new Date(now + CLAIM_MS) })
      .where(eq(pushMessages.id, row.message.id))
    return { ...row.message, tries, address: row.address, isEnded: row.revokedAt !== null }
  })
}
