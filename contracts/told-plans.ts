import { isBalanced, levelPaysCents, levelPlan, levelsOf, owedTotalCents } from '#circle/plan.ts'
import type { DonationType, LevelPlan, Plan, Target } from '#circle/plan.ts'
import type { TermsDocument } from '#circle/terms.ts'
import { cents, reais } from './money.ts'
import type { LevelForm } from './plans.ts'

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
