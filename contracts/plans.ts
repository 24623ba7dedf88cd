import { isBalanced, levelPaysCents, levelPlan, levelsOf, owedTotalCents } from '#circle/plan.ts'
import type { DonationType, LevelPlan, OwedItem, Plan, Target } from '#circle/plan.ts'
import type { TermsDocument } from '#circle/terms.ts'

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

type LevelForm = {
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

/** A plan in reais, with the sums that follow from it. */
export function toldPlan(plan: Plan) {
  return {
    name: plan.name,
    version: plan.version,
    balanced: isBalanced(plan),
    deadline_days: plan.deadlineDays,
    monthly_contribution: reais(plan.levels[0].donationCents),
    levels: levelsOf(plan).map((level) => {
      const own = levelPlan(plan, level)
      return {
        level,
        donation: reais(own.donationCents),
        required: own.required,
        contributes: own.contributes,
        pays: reais(levelPaysCents(own)),
        owed_total: reais(owedTotalCents(own)),
        owed: own.owed.map(({ type, amountCents, target, count }) => ({
          type,
          amount: reais(amountCents),
          target,
          count,
        })),
        owed_when: own.owedWhen,
        on_completion: own.onCompletion,
      }
    }),
  }
}

/** The whole plan of a circle, so that any reader can compute the circle's sums again. */
export function planToldBy({ plan }: { readonly plan: ToldPlan }): Plan {
  const [first, ...rest] = plan.levels.map(
    ({ donation, required, contributes, owed, owed_when, on_completion }): LevelPlan => ({
      donationCents: cents(donation),
      required,
      contributes,
      owed: owed.map(({ type, amount, target, count }) => ({
        type,
        amountCents: cents(amount),
        target: target as Target,
        count,
      })),
      owedWhen: owed_when,
      onCompletion: on_completion,
    }),
  )
  return { name: plan.name, version: plan.version, deadlineDays: plan.deadline_days, levels: [first!, ...rest] }
}

/** The document whose hash is the version of the terms, from what a page shows of it. */
export function termsToldBy({ circle_id, plan, ...terms }: ToldTerms): TermsDocument {
  return { circleId: circle_id, plan: planToldBy({ plan }), ...terms }
}

/** A version of the terms as the server tells it. */
export type ToldTerms = {
  readonly circle_id: string
  readonly plan: ToldPlan
  readonly operator: TermsDocument['operator']
  readonly text: TermsDocument['text']
  readonly administrators?: TermsDocument['administrators']
  readonly rotation?: TermsDocument['rotation']
}

type ToldPlan = {
  readonly name: string
  readonly version: number
  readonly deadline_days: number
  readonly levels: readonly (Pick<
    LevelForm,
    'donation' | 'required' | 'contributes' | 'owed_when' | 'on_completion'
  > & {
    readonly owed: readonly {
      readonly type: DonationType
      readonly amount: number
      readonly target: number | 'administration'
      readonly count: number
    }[]
  })[]
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

function cents(amount: number): number {
  return Math.round(amount * 100)
}

function reais(amountCents: number): number {
  return amountCents / 100
}
