import type { Level } from '#circle/plan.ts'
import { LEVELS, isBalanced, levelPaysCents, levelPlan, owedTotalCents } from '#circle/plan.ts'
import type { Services } from '#server/context.ts'
import { reais } from '#server/lib/money.ts'
import { termsVersion } from '#server/circle-store/find-circle.ts'
import type { CircleRow } from '#server/circle-store/find-circle.ts'
import { privacyContact } from './privacy-contact.ts'

/** The public view of a circle before joining it: its mode, its operator, and its plan in reais. */
export function circleView({ config }: Pick<Services, 'config'>, circle: CircleRow) {
  const { plan } = circle
  return {
    id: circle.id,
    name: circle.name,
    mode: circle.mode,
    operator: circle.operator,
    privacy_contact: privacyContact(config, circle.operator),
    terms_version: termsVersion(circle),
    capacity: 100,
    plan: {
      name: plan.name,
      version: plan.version,
      balanced: isBalanced(plan),
      deadline_days: plan.deadlineDays,
      monthly_contribution: reais(plan.levels[0].donationCents),
      levels: LEVELS.map((level: Level) => {
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
    },
  }
}
