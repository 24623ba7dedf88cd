import type { BodyOf } from '#contracts/contract.ts'
import { planOf } from '#contracts/plans.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { createCircle } from '#server/circle-store/with-circle.ts'
import { listCircles } from './list-circles.ts'

/**
 * An administrator makes a circle from a plan. A real one is made only of a balanced plan and with a named operator
 * (1-rules, section 9); the rules and the database refuse anything else. Nobody is in it yet, and registrations stay where they were.
 */
export async function makeCircle(context: Context, { name, mode, plan, operator }: BodyOf<'POST /admin/circles'>) {
  if (mode === 'real' && operator === null) refuse('circle.operator_required')
  const id = newId(context.clock)
  await createCircle(context, { id, name, operator, mode, plan: planOf(plan) })
  return (await listCircles(context)).find((circle) => circle.id === id)!
}
