import type { Level, Plan } from '../plan.ts'
import { LEVELS } from '../plan.ts'

/**
 * Everything a plan may ask of a member, numbered: kinds 0 to 2 are the contributions of the levels, the others what
 * completing a level costs.
 */
export type ObligationKinds = {
  readonly target: Uint8Array
  readonly amountCents: Float64Array
  readonly isFinalPayment: Uint8Array
  /** By level: the kinds owed, in the plan's order, each as often as it is owed. */
  readonly ofLevel: readonly (readonly number[])[]
}

/** The administrative account among targets; levels are 1 to 3. */
export const ADMINISTRATION = 0

export function obligationKindsOf(plan: Plan): ObligationKinds {
  const items = plan.levels.flatMap((level) => level.owed)
  const amounts = [...plan.levels.map((level) => level.donationCents), ...items.map((item) => item.amountCents)]
  let kind = LEVELS.length
  const ofLevel = plan.levels.map(({ owed }) => owed.flatMap(({ count }) => Array<number>(count).fill(kind++)))
  return {
    target: Uint8Array.from([
      ...LEVELS,
      ...items.map(({ target }) => (target === 'administration' ? ADMINISTRATION : target)),
    ]),
    amountCents: Float64Array.from(amounts),
    isFinalPayment: Uint8Array.from([0, 0, 0, ...items.map(({ type }) => (type === 'FINAL_PAYMENT_N3' ? 1 : 0))]),
    ofLevel: [[], ...ofLevel],
  }
}

export function contributionTo(level: Level): number {
  return level - 1
}
