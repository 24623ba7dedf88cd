import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { record } from '#server/access/record-access.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { deviceKeys } from '#server/tables/device-keys.ts'
import { keyView } from './queries.ts'
import type { KeyView } from './queries.ts'

/**
 * One of a member's devices says of another that it is theirs, by the hash of its key, which the person compared on both: it signs
 * from now on. A second time is the same. Refuses a key that is not the caller's, that was removed, or of another hash, and
 * whoever does not sign with a device that signs already.
 */
export async function admitDeviceKey(
  context: Context,
  { keyId, hash }: { keyId: string; hash: string },
): Promise<KeyView> {
  const { actor, clock } = context
  if (!context.signed) refuse('signature.needed')
  return withCircle(context, actor.circleId, async ({ tx, id: circleId, note }) => {
    const own = and(eq(deviceKeys.circleId, circleId), eq(deviceKeys.userId, actor.id), eq(deviceKeys.id, keyId))
    const [key] = await tx.select().from(deviceKeys).where(own)
    if (!key) refuse('resource.not_found')
    if (key.removedAt || hash !== createHash('sha256').update(key.publicKey).digest('hex')) refuse('device.invalid')
    if (key.holdsAt === null || key.holdsAt.getTime() <= clock.now()) return keyView(key)
    await note({ kind: 'member.key_admitted', memberId: actor.id, keyId, hash })
    await tx.update(deviceKeys).set({ holdsAt: null }).where(own)
    await record(context, tx, 'key.admitted', { circleId, actorId: actor.id, subjectId: actor.id })
    return keyView({ ...key, holdsAt: null })
  })
}
