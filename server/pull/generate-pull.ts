import { findUnfinished } from '#circle/ending.ts'
import type { PullRequest } from '#circle/pull.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { passedOver, termsSettleAt } from '#server/terms/consent.ts'
import { hasBeginning, isAwaitingRotation, readOffPlan } from './first-off-plan.ts'

/**
 * The monthly pull: asks every entry of a contributing queue for this period's contribution, once, however often it is
 * requested, but not between two rotations. The first contributions of a real roda are asked of as many people as its plan
 * was shown for. Whoever has not accepted the terms in force is passed over, three days after they changed at the earliest, and
 * in a real circle not paid either until they do; the command says who they are, so that the ledger's readers can hold it to the
 * acceptances recorded.
 */
export async function generatePull(context: Context, request: PullRequest) {
  return withCircle(context, context.actor.circleId, async (circle) => {
    if (await isAwaitingRotation(circle)) {
      const unfinished = findUnfinished(circle.state)
      // Somebody who left ahead of the others may be all that is missing.
      if (unfinished) refuse(unfinished.open > 0 ? 'rotation.all_asked' : 'rotation.not_over', unfinished)
      refuse('rotation.awaited')
    }
    if (await hasBeginning(circle)) refuse('beginning.waits')
    const offPlan = await readOffPlan(circle)
    if (offPlan) refuse('pull.off_plan', offPlan)
    if ((await termsSettleAt(circle)) !== null) refuse('pull.terms_new')
    return performPull(circle, request)
  })
}

/** The pull of a circle that is locked already. Answers what it counted. */
export async function performPull(circle: LockedCircle, request: PullRequest) {
  const donors = [...circle.state.entries.values()].map(({ memberId }) => memberId).toSorted()
  const events = await circle.perform({
    kind: 'generate_pull',
    ...request,
    withoutConsent: await passedOver(circle, donors),
    // In a demonstration, where nothing is owed to anybody, receivers are those of before.
    ...(circle.state.mode === 'real' ? { unserved: true, countsOnce: true } : {}),
  })
  const pulled = events.find((event) => event.kind === 'pull.generated')!
  return {
    createdCount: pulled.created,
    receiversProcessed: pulled.receivers,
    skippedExisting: pulled.skipped,
    skippedWithoutConsent: pulled.skippedWithoutConsent ?? 0,
  }
}
