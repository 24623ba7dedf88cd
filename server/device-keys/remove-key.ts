import { and, eq } from 'drizzle-orm'
import { record } from '#server/access/record-access.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { deviceKeys } from '#server/tables/device-keys.ts'
import { keyView } from './queries.ts'
import type { KeyView } from './queries.ts'
import { tellingWhoWaited } from './telling-who-waited.ts'

/**
 * A device that was lost or is used no more signs nothing from here on; what it signed stays valid, but for a swap or a substitute that
 * it asked for and that still waits. A second time is the same. Refuses a key that is not the caller's.
 */
export async function removeDeviceKey(context: Context, { keyId }: { keyId: string }): Promise<KeyView> {
  const { actor, clock } = context
  return withCircle(context, actor.circleId, async (circle) => {
    const { tx, id: circleId, note } = circle
    const own = and(eq(deviceKeys.circleId, circleId), eq(deviceKeys.userId, actor.id), eq(deviceKeys.id, keyId))
    const [key] = await tx.select().from(deviceKeys).where(own)
    if (!key) refuse('resource.not_found')
    if (key.removedAt) return keyView(key)
    const removedAt = new Date(clock.now())
    // First the record: a device may sign its own removal.
    await tellingWhoWaited(context, circle, actor.id, () =>
      note({ kind: 'member.key_removed', memberId: actor.id, keyId }),
    )
    await tx.update(deviceKeys).set({ removedAt }).where(own)
    await notify(context, tx, { userId: actor.id, kind: 'key.removed', facts: { device: key.device } })
    await record(context, tx, 'key.removed', { circleId, actorId: actor.id, subjectId: actor.id })
    return keyView({ ...key, removedAt })
  })
}
