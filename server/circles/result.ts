import { toldResult } from '#contracts/told-result.ts'
import type { Context } from '#server/context.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { ringOf } from './ring.ts'

/** The circle's result so far in confirmed reais, open to all of its members. */
export async function circleResult(context: Context) {
  const { actor, clock } = context
  const { circle, state } = await readCircle(context, actor.circleId)
  return {
    at: new Date(clock.now()).toISOString(),
    seq: circle.seq,
    ...toldResult(state, actor.id),
    ring: await ringOf(context, state),
  }
}
