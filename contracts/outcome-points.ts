import type { Plan } from '#circle/plan.ts'
import type { RunsAt } from '#circle/simulation/runs.ts'
import { outcome } from '#circle/simulation/outcome.ts'
import type { OutcomeAt } from '#circle/simulation/outcome.ts'
import type { OutcomePoint } from './simulation.ts'

// The simulator's figures as the calls tell them, in reais: made here for the server, and for the device of a reader
// who computes them again.

/**
 * The outcome of a plan for a number of members at 6, 12 and 24 months, with 0, 5 and 10 % of contributions missed and
 * every upgrade accepted.
 */
export function outcomePoints(plan: Plan, members: number): OutcomePoint[] {
  return outcome(plan, members).map(outcomePointOf)
}

export function outcomePointOf(at: OutcomeAt): OutcomePoint {
  return pointOf(at, at.share, 'median')
}

/**
 * One reading of many futures: of each figure what half of them stay under (`median`), or either end of nine in ten.
 */
export function pointOf(at: RunsAt, missed: number, reading: 'median' | 'low' | 'high'): OutcomePoint {
  const { completed, ahead, atZero, behind, medianCents, worstCents, bestCents, givenCents, administrationCents } = at
  return {
    months: at.month,
    missed: Math.round(missed * 100),
    completed: completed.map((spread) => spread[reading]),
    ahead: ahead[reading],
    even: atZero[reading],
    behind: behind[reading],
    median: medianCents[reading] / 100,
    worst: worstCents[reading] / 100,
    best: bestCents[reading] / 100,
    given: givenCents[reading] / 100,
    administration: administrationCents[reading] / 100,
  }
}
