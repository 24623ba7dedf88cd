import type { BodyOf } from '#contracts/contract.ts'
import { planOf } from '#contracts/plans.ts'
import { foundWithAdministrators } from '#server/administrators/found.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { noteTestClock } from '#server/circle-store/test-clock.ts'
import { createCircle } from '#server/circle-store/with-circle.ts'
import { listCircles } from './list-circles.ts'

/**
 * An administrator creates a circle from a plan. A real circle needs a balanced plan and a named operator; the rules
 * and the database refuse anything else. The new circle has no members, and registrations still join the open one.
 */
export async function makeCircle(context: Context, { name, mode, plan, operator }: BodyOf<'POST /admin/circles'>) {
  if (mode === 'real' && operator === null) refuse('circle.operator_required')
  const id = newId(context.clock)
  await transaction(context.db, async (tx) => {
    const within = { ...context, db: tx }
    const founding = mode === 'real' ? await foundWithAdministrators(context, tx) : []
    await createCircle(within, { id, name, operator, mode, plan: planOf(plan) }, founding)
    if (context.config.clockAt !== null) await noteTestClock(within, id)
  })
  return (await listCircles(context)).find((circle) => circle.id === id)!
}
