import { averageMonths } from './calendar.ts'
import { FastCircle } from './fast-circle.ts'
import { SeededRandom } from './seeded-random.ts'
import { simulateMonths } from './scenario.ts'
import type { SimulationSettings } from './settings.ts'
import { ensureSimulable } from './settings.ts'
import { ensureConserved, summarize } from './summary.ts'
import type { Summary } from './summary.ts'

/**
 * One figure in many runs: in half of them it is at most `median`; in nine of ten it lies between `low` and `high`.
 * Each is a value that occurred.
 */
export type Spread = { readonly median: number; readonly low: number; readonly high: number }

/** Every figure of a circle at a month's end, each with its own spread: the medians together are no one run. */
export type RunsAt = {
  readonly month: number
  readonly completed: readonly Spread[]
} & { readonly [K in Exclude<keyof Summary, 'completed'>]: Spread }

export type Progress = { readonly done: number; readonly total: number }

/** The number of runs between two progress steps, about ten milliseconds of work. */
const STEP = 10

/**
 * Lives `count` runs, 0 to count − 1 of the seed, and sums them up at the asked month ends (the last one when none is
 * asked). A generator, so that a page's worker or a server can do something else between two steps, and stop by not
 * asking for the next.
 */
export function* simulateRuns(
  settings: SimulationSettings,
  count: number,
  months: readonly number[] = [settings.months],
): Generator<Progress, RunsAt[]> {
  ensureSimulable(settings, count)
  const circle = new FastCircle(settings.plan, settings.members)
  const rounds = averageMonths(settings.months, settings.plan.deadlineDays)
  const asked = months.filter((month) => month <= settings.months)
  const found = asked.map((): Summary[] => [])
  for (let run = 0; run < count; run += 1) {
    if (run % STEP === 0) yield { done: run, total: count }
    circle.reset()
    for (const month of simulateMonths(circle, settings, new SeededRandom(settings.seed, run), rounds)) {
      const index = asked.indexOf(month)
      if (index < 0) ensureConserved(circle.tally)
      else found[index]!.push(summarize(circle.tally))
    }
    circle.ensureNothingLost()
  }
  yield { done: count, total: count }
  return asked.map((month, index) => spreadsOf(month, found[index]!))
}

/**
 * Takes all steps of a computation, telling each; `onProgress` may answer false to stop, and the result is then null.
 */
export function runSteps<P, R>(
  steps: Generator<P, R>,
  onProgress: (progress: P) => boolean | void = () => {},
): R | null {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (onProgress(step.value) === false) return null
  }
}

function spreadsOf(month: number, summaries: readonly Summary[]): RunsAt {
  const spread = (figure: (summary: Summary) => number) => spreadOf(summaries.map(figure))
  return {
    month,
    completed: summaries[0]!.completed.map((_, index) => spread(({ completed }) => completed[index]!)),
    givenCents: spread((each) => each.givenCents),
    receivedCents: spread((each) => each.receivedCents),
    administrationCents: spread((each) => each.administrationCents),
    missed: spread((each) => each.missed),
    ahead: spread((each) => each.ahead),
    behind: spread((each) => each.behind),
    atZero: spread((each) => each.atZero),
    medianCents: spread((each) => each.medianCents),
    worstCents: spread((each) => each.worstCents),
    shortCents: spread((each) => each.shortCents),
    bestCents: spread((each) => each.bestCents),
  }
}

/** By nearest rank, so that each figure is one that occurred. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = Float64Array.from(values).sort()
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!
  return { median: at(0.5), low: at(0.05), high: at(0.95) }
}
