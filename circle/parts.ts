import type { HasState } from './decision.ts'
import { isBalanced } from './plan.ts'
import type { Plan } from './plan.ts'
import { refuse } from './refusal.ts'
import type { CircleState, Donation } from './state.ts'

/** In how many parts a contribution to a roda may be paid: each takes its receiver's eye. */
export const PARTS_MAX = 4

/** Plans never change, and this is asked at every step of a replay. */
const known = new WeakMap<Plan, boolean>()

/** Whether contributions may be paid in parts here: in a roda. Elsewhere a payment is worth its amount and nothing else. */
export function takesParts({ plan }: Pick<CircleState, 'plan'>): boolean {
  const answer = known.get(plan) ?? (plan.levels.length === 1 && isBalanced(plan))
  known.set(plan, answer)
  return answer
}

/** The centavos that are still to be paid of an open donation. */
export function restOf({ obligations }: Pick<CircleState, 'obligations'>, { obligationId }: Donation): number {
  return obligations.get(obligationId)!.amountCents
}

/** A receipt is for the whole amount, or says for how much: a part, or all that is left. */
export function ensureSum({ state }: HasState, donation: Donation, cents: number | undefined): void {
  const restCents = restOf(state, donation)
  if (cents === undefined && donation.parts === 0) return
  if (!takesParts(state)) refuse('donation.no_parts')
  const isSum = cents !== undefined && Number.isSafeInteger(cents) && cents > 0 && cents <= restCents
  if (!isSum || cents === donation.amountCents) refuse('donation.part_amount')
  if (cents < restCents && donation.parts + 1 >= PARTS_MAX) refuse('donation.parts_over')
}
