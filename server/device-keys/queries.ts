import { and, desc, eq } from 'drizzle-orm'
import type { AnswerOf } from '#contracts/contract.ts'
import type { Context } from '#server/context.ts'
import { deviceKeys } from '#server/tables/device-keys.ts'

export type KeyView = AnswerOf<'POST /me/device-keys'>

/** The actor's devices in their circle, also those that sign no more, newest first. */
export async function listDeviceKeys({ actor, db }: Context): Promise<KeyView[]> {
  const rows = await db
    .select()
    .from(deviceKeys)
    .where(and(eq(deviceKeys.userId, actor.id), eq(deviceKeys.circleId, actor.circleId)))
    .orderBy(desc(deviceKeys.addedAt), desc(deviceKeys.id))
  return rows.map(keyView)
}

export function keyView({
  id,
  circleId,
  device,
  publicKey,
  addedAt,
  removedAt,
  holdsAt,
}: typeof deviceKeys.$inferSelect): KeyView {
  return {
    id,
    circle_id: circleId,
    device,
    public_key: publicKey,
    added_at: addedAt.toISOString(),
    removed_at: removedAt?.toISOString() ?? null,
    holds_at: holdsAt?.toISOString() ?? null,
  }
}
