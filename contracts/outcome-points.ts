import type { Plan } from '#circle/plan.ts'
import type { RunsAt } from '#circle/simulation/runs.ts'
import { isPoint, outcome } from '#circle/simulation/outcome.ts'
import type { OutcomeAt } from '#circle/simulation/outcome.ts'
import type { OutcomePath, OutcomePoint, PlanOutcome } from './simulation.ts'

// The simulator's figures as the calls tell them, in reais: made here for the server, and for the device of a reader
// who computes them again.

/** The computed part of an outcome: its points and its paths. */
export type OutcomeFigures = Pick<PlanOutcome, 'points' | 'paths'>

/**
 * The outcome of a plan for a number of members at 6, 12 and 24 months, and its way month by month, with 0, 5 and 10 %
 * of contributions missed and every upgrade accepted.
 */
export function outcomeFigures(plan: Plan, members: number): OutcomeFigures {
  return figuresOf(outcome(plan, members), members)
}

/** The same, of month ends that were computed in steps. */
export function figuresOf(ends: readonly OutcomeAt[], members: number): OutcomeFigures {
  return {
    points: ends.filter(isPoint).map((at) => pointOf(at, at.share, 'median')),
    paths: [...Map.groupBy(ends, ({ share }) => share)].map(([share, path]) => pathOf(path, share, members)),
  }
}

function pathOf(ends: readonly OutcomeAt[], share: number, members: number): OutcomePath {
  const furthest = ends.map(({ worstCents }) => Math.max(0, -worstCents.median) / 100)
  return {
    missed: Math.round(share * 100),
    zero_month: ends.find(({ atZero }) => atZero.median === members)?.month ?? null,
    deepest: Math.max(...furthest),
    behind: ends.map(({ behind }) => behind.median),
    even: ends.map(({ atZero }) => atZero.median),
    ahead: ends.map(({ ahead }) => ahead.median),
    furthest,
    short: ends.map(({ shortCents }) => shortCents.median / 100),
  }
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
