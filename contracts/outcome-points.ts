import type { Plan } from '#circle/plan.ts'
import { outcome, OUTCOME_FUTURES, SIMULATOR_VERSION } from '#circle/simulation/outcome.ts'
import type { OutcomeAt } from '#circle/simulation/outcome.ts'
import type { OutcomePoint } from '#contracts/simulation.ts'
import { reais } from '#server/lib/money.ts'

export const SIMULATOR = SIMULATOR_VERSION
export const FUTURES = OUTCOME_FUTURES

/** What a plan does to so many members at 6, 12 and 24 months, with 0, 5 and 10 % of contributions missed and every upgrade accepted. */
export function outcomePoints(plan: Plan, members: number): OutcomePoint[] {
  return outcome(plan, members).map(pointOf)
}

function pointOf({ month, completed, ahead, atZero, behind, medianCents, worstCents, bestCents, givenCents, administrationCents, share }: OutcomeAt): OutcomePoint {
  return {
    months: month,
    missed: share * 100,
    completed: [completed[0].median, completed[1].median, completed[2].median],
    ahead: ahead.median,
    even: atZero.median,
    behind: behind.median,
    median: reais(medianCents.median),
    worst: reais(worstCents.median),
    best: reais(bestCents.median),
    given: reais(givenCents.median),
    administration: reais(administrationCents.median),
  }
}
