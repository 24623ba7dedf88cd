import type { Level, Plan } from '../plan.ts'
import { levelPlan, levelsOf } from '../plan.ts'
import type { Obligation } from '../state.ts'
import { invariant } from '../assert.ts'

/**
 * Everything a plan may ask of a member, numbered: the first kinds are the contributions of the levels, then what
 * completing a level costs, and at last what is owed to each level by somebody who left it early.
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
  const levels = levelsOf(plan)
  const items = plan.levels.flatMap((level) => level.owed)
  const donations = levels.map((level) => levelPlan(plan, level).donationCents)
  let kind = levels.length
  const ofLevel = plan.levels.map(({ owed }) => owed.flatMap(({ count }) => Array<number>(count).fill(kind++)))
  return {
    target: Uint8Array.from([
      ...levels,
      ...items.map(({ target }) => (target === 'administration' ? ADMINISTRATION : target)),
      ...levels,
    ]),
    amountCents: Float64Array.from([...donations, ...items.map((item) => item.amountCents), ...donations]),
    isFinalPayment: Uint8Array.from([
      ...levels.map(() => 0),
      ...items.map(({ type }) => (type === 'FINAL_PAYMENT_N3' ? 1 : 0)),
      ...levels.map(() => 0),
    ]),
    ofLevel: [[], ...ofLevel],
  }
}

export function contributionTo(level: Level): number {
  return level - 1
}

/** The number of a live obligation's kind. A plan is frozen once anything is owed, so that every kind is known. */
export function kindOf(
  { target }: ObligationKinds,
  plan: Plan,
  owed: Pick<Obligation, 'type' | 'target' | 'amountCents'>,
): number {
  const last = target.length - plan.levels.length - 1
  if (owed.type === 'PULL' && owed.target !== 'administration') return contributionTo(owed.target)
  if (owed.type === 'SETTLEMENT' && owed.target !== 'administration') return last + owed.target
  const items = plan.levels.flatMap((level) => level.owed)
  const index = items.findIndex(
    (item) => item.type === owed.type && item.target === owed.target && item.amountCents === owed.amountCents,
  )
  invariant(index >= 0, 'whatever is owed is of the plan')
  return plan.levels.length + index
}
