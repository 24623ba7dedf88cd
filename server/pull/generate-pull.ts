import type { PullRequest } from '#circle/pull.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'

/**
 * The monthly pull: asks every entry of a contributing queue for this period's contribution, once, however often it is
 * requested.
 */
export async function generatePull(context: Context, request: PullRequest) {
  return withCircle(context, context.actor.circleId, async ({ perform }) => {
    const events = await perform({ kind: 'generate_pull', ...request })
    const { created, receivers, skipped } = events.find((event) => event.kind === 'pull.generated')!
    return { createdCount: created, receiversProcessed: receivers, skippedExisting: skipped }
  })
}
