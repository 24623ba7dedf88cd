import type { Plan } from '#circle/plan.ts'
import { runSteps, simulateFutures } from '#circle/simulation/futures.ts'
import type { FuturesAt } from '#circle/simulation/futures.ts'
import type { OutcomePoint } from '#contracts/simulation.ts'
import { reais } from '#server/lib/money.ts'

/** Changes whenever the same plan may come to other figures: those stored before are then computed anew. */
export const SIMULATOR = 1
export const FUTURES = 200

const MONTHS = [6, 12, 24] as const
const MISSED = [0, 5, 10] as const
const SEED = 2026

/** What a plan does to so many members at 6, 12 and 24 months, with 0, 5 and 10 % of contributions missed and every upgrade accepted. */
export function outcomePoints(plan: Plan, members: number): OutcomePoint[] {
  return MISSED.flatMap((missed) => {
    const settings = { plan, members, months: MONTHS.at(-1)!, missed: missed / 100, accepted: 1, seed: SEED }
    return runSteps(simulateFutures(settings, FUTURES, MONTHS))!.map((at) => pointOf(at, missed))
  })
}

function pointOf({ month, completed, ahead, atZero, behind, medianCents, worstCents, bestCents, givenCents, administrationCents }: FuturesAt, missed: number): OutcomePoint {
  return {
    months: month,
    missed,
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
