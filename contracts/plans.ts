import type { DonationType, LevelPlan, OwedItem, Plan, Target } from '#circle/plan.ts'
import { cents } from './money.ts'

// Apart from the form's schema, so that a page can show and judge plans without the validation's download.

/** The obligations a level may have on completion; the type says where each goes. */
export const owedTargets = {
  UPGRADE_N2: 2,
  CASCADE_N1: 1,
  REINJECTION_N2: 1,
  UPGRADE_N3: 3,
  REINFORCEMENT_N3: 3,
  FINAL_PAYMENT_N3: 3,
  ADM_N3: 'administration',
} as const satisfies Partial<Record<DonationType, Target>>

export type OwedType = keyof typeof owedTargets
export const owedTypes = Object.keys(owedTargets) as [OwedType, ...OwedType[]]

export type LevelForm = {
  donation: number
  required: number
  contributes: boolean
  owed: { type: OwedType; amount: number; count: number }[]
  owed_when: LevelPlan['owedWhen']
  on_completion: LevelPlan['onCompletion']
}

/** A plan as an author writes it, in reais: what `planForm` checks. */
export type PlanForm = { name: string; deadline_days: number; levels: [LevelForm, ...LevelForm[]] }

/** The plan that a form describes, in centavos. */
export function planOf({ name, deadline_days, levels }: PlanForm, version = 1): Plan {
  const [first, ...rest] = levels
  return { name, version, deadlineDays: deadline_days, levels: [levelOf(first), ...rest.map(levelOf)] }
}

/** A plan as a form shows it, in reais. */
export function planFormOf({ name, deadlineDays, levels }: Plan): PlanForm {
  const [first, ...rest] = levels
  return { name, deadline_days: deadlineDays, levels: [levelFormOf(first), ...rest.map(levelFormOf)] }
}

function levelOf({ donation, required, contributes, owed, owed_when, on_completion }: LevelForm): LevelPlan {
  return {
    donationCents: cents(donation),
    required,
    contributes,
    owed: owed.map(({ type, amount, count }): OwedItem => ({
      type,
      amountCents: cents(amount),
      target: owedTargets[type],
      count,
    })),
    owedWhen: owed_when,
    onCompletion: on_completion,
  }
}

function levelFormOf({ donationCents, required, contributes, owed, owedWhen, onCompletion }: LevelPlan): LevelForm {
  return {
    donation: donationCents / 100,
    required,
    contributes,
    owed: owed.map(({ type, amountCents, count }) => ({ type: type as OwedType, amount: amountCents / 100, count })),
    owed_when: owedWhen,
    on_completion: onCompletion,
  }
}
