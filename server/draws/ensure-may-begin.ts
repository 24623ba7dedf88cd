import { hasBegun } from '#circle/draw.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import { refuse } from '#server/lib/refusal.ts'
import { hasBeginning } from '#server/pull/first-off-plan.ts'
import { isDrawRunning } from './find.ts'
import { readOrders } from './find-order.ts'

/** Refuses a draw, or a proposal, of the first order once contributions were asked for, and beside another of either. */
export async function ensureMayBegin(circle: LockedCircle): Promise<void> {
  const { tx, id, state } = circle
  if (hasBegun(state)) refuse('draw.not_first')
  if (await hasBeginning(circle)) refuse('beginning.waits')
  if (await isDrawRunning(tx, id)) refuse('draw.running')
  if ((await readOrders(tx, id)).newest?.ended === null) refuse('order.stands')
}
