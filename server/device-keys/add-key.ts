import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { readPoint } from '#server/access/read-signature.ts'
import { record } from '#server/access/record-access.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { deviceKeys } from '#server/tables/device-keys.ts'
import { keyView } from './queries.ts'
import type { KeyView } from './queries.ts'

const KEYS_MAX = 20
const DAY_MS = 86_400_000

/**
 * A member's device gets a key of its own: from this entry of the ledger on it signs in their name. The same key again is
 * the same device. Refuses what is no point of the curve, a key that somebody had before, and more than twenty devices,
 * or twenty in one day: each is an entry and a letter.
 */
export async function addDeviceKey(context: Context, { publicKey }: { publicKey: string }): Promise<KeyView> {
  const { actor, clock } = context
  if (!readPoint(publicKey)) refuse('device.invalid')
  return withCircle(context, actor.circleId, async ({ tx, id: circleId, note }) => {
    const ofPoint = and(eq(deviceKeys.circleId, circleId), eq(deviceKeys.publicKey, publicKey))
    const [known] = await tx.select().from(deviceKeys).where(ofPoint)
    if (known && known.userId === actor.id && !known.removedAt) return keyView(known)
    if (known) refuse('device.taken')
    const now = new Date(clock.now())
    const isRecent = or(isNull(deviceKeys.removedAt), gt(deviceKeys.addedAt, new Date(now.getTime() - DAY_MS)))
    const own = and(eq(deviceKeys.circleId, circleId), eq(deviceKeys.userId, actor.id), isRecent)
    if ((await tx.$count(deviceKeys, own)) >= KEYS_MAX) refuse('device.too_many')
    const key = {
      id: newId(clock),
      circleId,
      userId: actor.id,
      publicKey,
      device: context.device,
      addedAt: now,
      removedAt: null,
    }
    await tx.insert(deviceKeys).values(key)
    await note({ kind: 'member.key_added', memberId: actor.id, keyId: key.id, publicKey })
    await notify(context, tx, { userId: actor.id, kind: 'key.added', facts: { device: context.device } })
    await record(context, tx, 'key.added', { circleId, actorId: actor.id, subjectId: actor.id })
    return keyView(key)
  })
}
