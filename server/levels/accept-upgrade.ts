import type { Level } from '#circle/plan.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { ensureConsent } from '#server/terms/consent.ts'

/**
 * A member accepts the upgrade that a complete turn offers: it creates the obligations of the level and an entry at the
 * end of the next queue. As it takes new debts on, the terms in force must be accepted first (`terms.not_accepted`).
 */
export async function acceptUpgrade(context: Context, input: { fromLevel: Level; toLevel: Level }) {
  const { actor } = context
  return withCircle(context, actor.circleId, async (circle) => {
    await ensureConsent(circle, actor.id)
    await circle.perform({ kind: 'accept_upgrade', memberId: actor.id, ...input })
    return { new_level: input.toLevel }
  })
}
