import type { Level, Plan } from '../plan.ts'
import { levelsOf } from '../plan.ts'

/**
 * Everything a plan may ask of a member, numbered: the first kinds are the contributions of the levels, the others what
 * completing a level costs.
 */
export type ObligationKinds = {
  readonly target: Uint8Array
  readonly amountCents: Float64Array
  readonly isFinalPayment: Uint8Array
  /** By level: the kinds owed, in the plan's order, each as often as it is owed. */
  readonly ofLevel: readonly (readonly number[])[]
}

/** The administrative account among targets; levels are 1 to `levels.length`. */
export const ADMINISTRATION = 0

export function obligationKindsOf(plan: Plan): ObligationKinds {
  const items = plan.levels.flatMap((level) => level.owed)
  const amounts = [...plan.levels.map((level) => level.donationCents), ...items.map((item) => item.amountCents)]
  let kind = plan.levels.length
  const ofLevel = plan.levels.map(({ owed }) => owed.flatMap(({ count }) => Array<number>(count).fill(kind++)))
  return {
    target: Uint8Array.from([
      ...levelsOf(plan),
      ...items.map(({ target }) => (target === 'administration' ? ADMINISTRATION : target)),
    ]),
    amountCents: Float64Array.from(amounts),
    isFinalPayment: Uint8Array.from([
      ...plan.levels.map(() => 0),
      ...items.map(({ type }) => (type === 'FINAL_PAYMENT_N3' ? 1 : 0)),
    ]),
    ofLevel: [[], ...ofLevel],
  }
}

export function contributionTo(level: Level): number {
  return level - 1
}
