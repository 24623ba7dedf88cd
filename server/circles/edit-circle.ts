import { eq } from 'drizzle-orm'
import type { BodyOf } from '#contracts/contract.ts'
import { payableFields } from '#contracts/forms/circle.ts'
import { planOf } from '#contracts/plans.ts'
import { record } from '#server/access/record-access.ts'
import type { Context } from '#server/context.ts'
import { Refusal, refuse } from '#server/lib/refusal.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { circles } from '#server/tables/circles.ts'

/** Changes a circle's name or its operator. A real circle always names its operator. */
export async function editCircle(context: Context, { name, operator }: BodyOf<'PATCH /admin/circle'>): Promise<void> {
  await withCircle(context, context.actor.circleId, async ({ tx, id, state }) => {
    if (state.mode === 'real' && operator === null) refuse('circle.operator_required')
    if (state.mode === 'demonstracao') ensureUnpayable(payableFields({ name, operator }))
    const changed = { ...(name === undefined ? {} : { name }), ...(operator === undefined ? {} : { operator }) }
    if (Object.keys(changed).length > 0) await tx.update(circles).set(changed).where(eq(circles.id, id))
    if (operator !== undefined)
      await record(context, tx, 'circle.operator_changed', { circleId: id, actorId: context.actor.id })
  })
}

/**
 * Changes a circle's plan before anybody was asked for a donation. Members who accepted the terms earlier keep their
 * acceptance of the earlier version.
 */
export async function changePlan(context: Context, form: BodyOf<'PATCH /admin/circle/plan'>): Promise<void> {
  await withCircle(context, context.actor.circleId, async ({ perform, state }) => {
    if (state.mode === 'demonstracao') ensureUnpayable(payableFields({ name: form.name }))
    await perform({ kind: 'change_plan', plan: planOf(form, state.plan.version + 1) })
  })
}

/** Refuses texts of a demonstration that somebody could pay to, with a message for each field. */
function ensureUnpayable(fields: Readonly<Record<string, string>>): void {
  const [message] = Object.values(fields)
  if (message !== undefined) throw new Refusal('request.invalid', { message, fields })
}
