import { createECDH } from 'node:crypto'
import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { BodyOf } from '#contracts/contract.ts'
import { PUSH_DEVICES_MAX } from '#contracts/push.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/database/types.ts'
import { isId, newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { lookupIndex, seal } from '#server/lib/sealing.ts'
import { pushSubscriptions } from '#server/tables/push-subscriptions.ts'
import { sessions } from '#server/tables/sessions.ts'
import { users } from '#server/tables/users.ts'
import { isPushEndpoint } from './endpoint.ts'
import { findPushKeys } from './keys.ts'
import { queueMessage } from './queue-message.ts'

/** The actor's devices that show notices, newest first, and the key that a browser needs to ask for one; null when push is off. */
export async function listDevices(context: Context) {
  const { actor, config, db } = context
  const rows = await db
    .select({ own: pushSubscriptions })
    .from(pushSubscriptions)
    .innerJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), isNull(sessions.revokedAt)))
    .where(eq(pushSubscriptions.userId, actor.id))
    .orderBy(desc(pushSubscriptions.id))
  return {
    publicKey: config.push ? (await findPushKeys(context)).publicKey : null,
    subscriptions: rows.map(({ own: { id, device, createdAt, sessionId } }) => ({
      id,
      device,
      since: createdAt.toISOString(),
      here: sessionId === actor.sessionId,
    })),
  }
}

/**
 * Lets a browser of the actor's show notices, and shows it a first one. The same browser again only renews what stands, also
 * where somebody else was signed in on it before. The oldest device gives way to an eleventh. Refuses with `push.off`, and
 * with `push.service_unknown` for an address of any other service than the known ones.
 */
export async function subscribe(context: Context, body: BodyOf<'POST /me/push-subscriptions'>) {
  const { actor, clock, config, db, device, secrets } = context
  if (!config.push) refuse('push.off')
  if (!isPushEndpoint(body.endpoint, config.pushServices)) refuse('push.service_unknown')
  ensurePoint(body.keys.p256dh)
  const endpointIndex = lookupIndex(secrets, 'push', body.endpoint)
  const id = await transaction(db, async (tx) => {
    // One person's devices are counted one after another.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for('update')
    const [known] = await tx.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpointIndex, endpointIndex))
    if (known?.userId === actor.id) {
      const sealed = seal(secrets, JSON.stringify(body), `push subscription:${known.id}`)
      await tx
        .update(pushSubscriptions)
        .set({ sealed, device, sessionId: actor.sessionId })
        .where(eq(pushSubscriptions.id, known.id))
      return known.id
    }
    if (known) await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, known.id))
    await makeRoom(tx, actor.id)
    const fresh = newId(clock)
    const rows = await tx
      .insert(pushSubscriptions)
      .values({
        id: fresh,
        userId: actor.id,
        sessionId: actor.sessionId,
        endpointIndex,
        sealed: seal(secrets, JSON.stringify(body), `push subscription:${fresh}`),
        device,
        createdAt: new Date(clock.now()),
      })
      .onConflictDoNothing()
      .returning({ id: pushSubscriptions.id })
    // Another person's request from the same browser came first: nobody's message may go to the wrong one.
    if (rows.length === 0) refuse('push.invalid')
    await queueMessage(context, tx, fresh, {
      payload: {
        title: 'Ciranda',
        body: 'Os avisos chegam assim neste aparelho.',
        url: '/notices',
        tag: fresh,
      },
      isUrgent: true,
    })
    return fresh
  })
  return { id }
}

/** Ends the notices on one of the actor's devices. Refuses with `resource.not_found` where it is not theirs. */
export async function unsubscribe({ actor, db }: Context, id: string): Promise<void> {
  if (!isId(id)) refuse('resource.not_found')
  const gone = await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, actor.id)))
    .returning({ id: pushSubscriptions.id })
  if (gone.length === 0) refuse('resource.not_found')
}

async function makeRoom(tx: Tx, userId: string): Promise<void> {
  const own = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.id))
  for (const { id } of own.slice(0, Math.max(0, own.length - PUSH_DEVICES_MAX + 1)))
    await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
}

/** A key that is no point of the curve could encrypt nothing, each time anew. */
function ensurePoint(p256dh: string): void {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
  } catch {
    refuse('push.invalid')
  }
}
