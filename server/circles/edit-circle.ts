import { eq } from 'drizzle-orm'
import type { BodyOf } from '#contracts/contract.ts'
import { payableFields, peopleFault } from '#contracts/forms/circle.ts'
import { planOf } from '#contracts/plans.ts'
import { termsTextOf } from '#contracts/terms-text.ts'
import { record } from '#server/access/record-access.ts'
import type { Context } from '#server/context.ts'
import { Refusal, refuse } from '#server/lib/refusal.ts'
import { changeTerms, keepNames } from '#server/circle-store/terms.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { circles } from '#server/tables/circles.ts'

/**
 * Changes a circle's name or its operator. A real circle always names its operator. Another operator is another version
 * of the terms: each member is asked to accept it, and owes nothing new before. Both changes stand in the ledger.
 */
export async function editCircle(context: Context, { name, operator }: BodyOf<'PATCH /admin/circle'>): Promise<void> {
  const at = new Date(context.clock.now())
  await withCircle(context, context.actor.circleId, async (circle) => {
    const { tx, id, state } = circle
    if (state.mode === 'real' && operator === null) refuse('circle.operator_required')
    if (state.mode === 'demonstracao') ensureUnpayable(payableFields({ name, operator }))
    const [before] = await tx.select().from(circles).where(eq(circles.id, id))
    if (name !== undefined && name !== before!.name) {
      await tx.update(circles).set({ name }).where(eq(circles.id, id))
      await circle.note(await keepNames(tx, { circleId: id, from: before!.name, to: name }, at))
    }
    if (operator !== undefined) {
      await tx.update(circles).set({ operator }).where(eq(circles.id, id))
      await changeTerms(circle, 'operator', { operator }, at)
      await record(context, tx, 'circle.operator_changed', { circleId: id, actorId: context.actor.id })
    }
  })
}

/**
 * Changes a circle's plan before anybody was asked for a donation. It is another version of the terms: members who
 * accepted the earlier one owe nothing by the new one until they accept it.
 */
export async function changePlan(
  context: Context,
  { people, ...form }: BodyOf<'PATCH /admin/circle/plan'>,
): Promise<void> {
  await withCircle(context, context.actor.circleId, async (circle) => {
    if (circle.state.mode === 'demonstracao') ensureUnpayable(payableFields({ name: form.name }))
    const plan = planOf(form, circle.state.plan.version + 1)
    const { tx, id } = circle
    const [before] = await tx.select().from(circles).where(eq(circles.id, id))
    const fault = circle.state.mode === 'real' ? peopleFault(plan, people ?? before!.people) : null
    if (fault !== null) throw new Refusal('request.invalid', { message: fault, fields: { people: fault } })
    await circle.perform({ kind: 'change_plan', plan })
    if (people !== undefined) await tx.update(circles).set({ people }).where(eq(circles.id, id))
    await changeTerms(circle, 'plan', { plan, text: termsTextOf(plan) }, new Date(context.clock.now()))
  })
}

/** Refuses texts of a demonstration that somebody could pay to, with a message for each field. */
function ensureUnpayable(fields: Readonly<Record<string, string>>): void {
  const [message] = Object.values(fields)
  if (message !== undefined) throw new Refusal('request.invalid', { message, fields })
}
