import type { Plan } from '../plan.ts'
import { runSteps, simulateRuns } from './runs.ts'
import type { RunsAt, Progress } from './runs.ts'

/** Changes whenever the same plan may come to other figures: those kept from before are then computed anew. */
export const SIMULATOR_VERSION = 2

export const OUTCOME_MONTHS = [6, 12, 24] as const
/** Shares of contributions missed. */
export const OUTCOME_MISSED = [0, 0.05, 0.1] as const
/**
 * A fixed number of runs of a fixed seed, so that everybody computes the same figures; every upgrade offered is
 * accepted.
 */
export const OUTCOME_RUNS = 200
const SEED = 2026

/** One point of an outcome. Read the medians: each figure's own, over the runs (see Spread). */
export type OutcomeAt = RunsAt & { readonly share: (typeof OUTCOME_MISSED)[number] }

/**
 * The outcome of a plan for a number of members: nine points, at 6, 12 and 24 months for each of 0, 5 and 10 % of
 * contributions missed, ordered by share and then by month.
 */
export function outcome(plan: Plan, members: number): OutcomeAt[] {
  return runSteps(outcomeSteps(plan, members))!
}

/** The same in steps, for callers that show progress or may stop. */
export function* outcomeSteps(plan: Plan, members: number): Generator<Progress, OutcomeAt[]> {
  const points: OutcomeAt[] = []
  const total = OUTCOME_RUNS * OUTCOME_MISSED.length
  for (const [index, share] of OUTCOME_MISSED.entries()) {
    const settings = { plan, members, months: OUTCOME_MONTHS[2], missed: share, accepted: 1, seed: SEED }
    const steps = simulateRuns(settings, OUTCOME_RUNS, OUTCOME_MONTHS)
    let step = steps.next()
    for (; !step.done; step = steps.next()) yield { done: index * OUTCOME_RUNS + step.value.done, total }
    points.push(...step.value.map((at) => ({ share, ...at })))
  }
  return points
}
