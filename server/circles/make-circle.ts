import { isBalanced } from '#circle/plan.ts'
import type { BodyOf } from '#contracts/contract.ts'
import { errorMessage } from '#contracts/errors.ts'
import { planOf } from '#contracts/plans.ts'
import { foundWithAdministrators } from '#server/administrators/found.ts'
import { join, withPart } from '#server/administrators/take-part.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { newId } from '#server/lib/ids.ts'
import { refuse, Refusal } from '#server/lib/refusal.ts'
import { noteTestClock } from '#server/circle-store/test-clock.ts'
import { createCircle, withCircle } from '#server/circle-store/with-circle.ts'
import { summarizeCircle } from './list-circles.ts'

/**
 * An administrator creates a circle from a plan. A real circle needs a balanced plan and a named operator; the rules
 * and the database refuse anything else. Whoever does not say that they saw what the plan does, also if it stops
 * half-way, is refused. The new circle has no members but its founder, who may take part in a real one, and registrations
 * still join the open one.
 */
export async function makeCircle(
  context: Context,
  {
    name,
    mode,
    plan: form,
    operator,
    outcome_seen: isOutcomeSeen,
    people,
    takes_part: takesPart,
  }: BodyOf<'POST /admin/circles'>,
) {
  const plan = planOf(form)
  if (mode === 'real' && operator === null) refuse('circle.operator_required')
  if (mode !== 'real' && takesPart) refuse('participation.demonstration')
  // A plan that a real circle may not run is refused for what it is, by the rules.
  if (mode === 'real' && isBalanced(plan) && isOutcomeSeen !== true) refuseUnseen()
  const id = newId(context.clock)
  await transaction(context.db, async (tx) => {
    const within = { ...context, db: tx }
    const named = mode === 'real' ? await foundWithAdministrators(context, tx) : []
    const founding = takesPart
      ? withPart(
          named,
          named.find((one) => one.id === context.actor.id)!,
        )
      : named
    await createCircle(within, { id, name, operator, people, mode, plan }, founding)
    if (takesPart) await withCircle(within, id, (circle) => join(within, circle))
    if (context.config.clockAt !== null) await noteTestClock(within, id)
  })
  return summarizeCircle(context, id)
}

function refuseUnseen(): never {
  const code = 'circle.outcome_not_seen'
  throw new Refusal(code, { fields: { outcome_seen: errorMessage(code) } })
}
