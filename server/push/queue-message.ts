import { and, eq, isNull } from 'drizzle-orm'
import type { PushPayload } from '#contracts/push.ts'
import type { Services } from '#server/context.ts'
import type { Tx } from '#server/database/types.ts'
import { newId } from '#server/lib/ids.ts'
import { seal } from '#server/lib/sealing.ts'
import { pushMessages } from '#server/tables/push-messages.ts'
import { pushSubscriptions } from '#server/tables/push-subscriptions.ts'
import { sessions } from '#server/tables/sessions.ts'

/** The notification channel for newly queued messages to devices. */
export const PUSHES_CHANNEL = 'push_written'

type Message = { readonly payload: PushPayload; readonly isUrgent: boolean }

/** Queues a message to one device, to be sent if, and only if, the transaction commits. */
export async function queueMessage(
  { clock, database, secrets }: Pick<Services, 'clock' | 'database' | 'secrets'>,
  tx: Tx,
  subscriptionId: string,
  { payload, isUrgent }: Message,
): Promise<void> {
  const id = newId(clock)
  const now = new Date(clock.now())
  await tx.insert(pushMessages).values({
    id,
    subscriptionId,
    sealed: seal(secrets, JSON.stringify(payload), `push message:${id}`),
    isUrgent,
    createdAt: now,
    nextTryAt: now,
  })
  await database.notify(tx, PUSHES_CHANNEL, '')
}

/** A person's devices, but for those whose session was ended. */
export function devicesOf(tx: Tx, userId: string) {
  return tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .innerJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), isNull(sessions.revokedAt)))
    .where(eq(pushSubscriptions.userId, userId))
}
