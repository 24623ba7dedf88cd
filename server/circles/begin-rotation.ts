import type { Context } from '#server/context.ts'
import { changeTerms } from '#server/circle-store/terms.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { refuse } from '#server/lib/refusal.ts'
import { hasCaseThatMayChange } from './close-circle.ts'

/**
 * The same people begin another rotation. One person decides it, since nobody loses by it: nobody is asked for anything
 * before they accept its terms, and the order may be drawn anew. Refused as the rules do, and while a decided case can
 * still change.
 */
export async function beginRotation(context: Context): Promise<void> {
  await withCircle(context, context.actor.circleId, async (circle) => {
    if (await hasCaseThatMayChange(circle.tx, circle.id, circle.now)) refuse('circle.case_recent')
    await circle.perform({ kind: 'begin_rotation' })
    await changeTerms(circle, 'rotation', { rotation: circle.state.rotation }, new Date(circle.now))
  })
}
