import type { Level } from '#circle/plan.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'

/**
 * A member accepts the upgrade that a complete turn offers: it creates the obligations of the level and an entry at the
 * end of the next queue.
 */
export async function acceptUpgrade(context: Context, input: { fromLevel: Level; toLevel: Level }) {
  const { actor } = context
  return withCircle(context, actor.circleId, async ({ perform }) => {
    await perform({ kind: 'accept_upgrade', memberId: actor.id, ...input })
    return { new_level: input.toLevel }
  })
}
