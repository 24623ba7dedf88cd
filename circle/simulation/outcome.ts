import { isBalanced } from '../plan.ts'
import type { Plan } from '../plan.ts'
import { runSteps, simulateRuns } from './runs.ts'
import type { RunsAt, Progress } from './runs.ts'

/** Changes whenever the same plan may come to other figures: those kept from before are then computed anew. */
export const SIMULATOR_VERSION = 3

export const OUTCOME_MONTHS = [6, 12, 24] as const
/** Shares of contributions missed. */
export const OUTCOME_MISSED = [0, 0.05, 0.1] as const
/**
 * A fixed number of runs of a fixed seed, so that everybody computes the same figures; every upgrade offered is
 * accepted.
 */
export const OUTCOME_RUNS = 200
const SEED = 2026

/** One month's end of an outcome. Read the medians: each figure's own, over the runs (see Spread). */
export type OutcomeAt = RunsAt & { readonly share: (typeof OUTCOME_MISSED)[number] }

/**
 * The months that an outcome follows: two years, and in a balanced plan until its longest rotation is over, so that the
 * way back to zero is seen whole.
 */
export function monthsFollowed(plan: Plan): number {
  const rotation = isBalanced(plan) ? Math.max(...plan.levels.map(({ required }) => required)) : 0
  return Math.max(OUTCOME_MONTHS[2], rotation)
}

/** Whether a month's end is one of the nine points that an outcome is told by. */
export function isPoint({ month }: OutcomeAt): boolean {
  return OUTCOME_MONTHS.some((told) => told === month)
}

/**
 * The outcome of a plan for a number of members: every month's end that is followed, for each of 0, 5 and 10 % of
 * contributions missed, ordered by share and then by month.
 */
export function outcome(plan: Plan, members: number): OutcomeAt[] {
  return runSteps(outcomeSteps(plan, members))!
}

/** The same in steps, for callers that show progress or may stop. */
export function* outcomeSteps(plan: Plan, members: number): Generator<Progress, OutcomeAt[]> {
  const ends: OutcomeAt[] = []
  const months = Array.from({ length: monthsFollowed(plan) }, (_, index) => index + 1)
  const total = OUTCOME_RUNS * OUTCOME_MISSED.length
  for (const [index, share] of OUTCOME_MISSED.entries()) {
    const settings = { plan, members, months: months.length, missed: share, accepted: 1, seed: SEED }
    const steps = simulateRuns(settings, OUTCOME_RUNS, months)
    let step = steps.next()
    for (; !step.done; step = steps.next()) yield { done: index * OUTCOME_RUNS + step.value.done, total }
    ends.push(...step.value.map((at) => ({ share, ...at })))
  }
  return ends
}
