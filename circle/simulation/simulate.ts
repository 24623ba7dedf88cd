import { FastCircle } from './fast-circle.ts'
import { ReferenceCircle } from './reference-circle.ts'
import { SeededRandom } from './seeded-random.ts'
import { simulateMonths } from './scenario.ts'
import type { SimulatedCircle } from './scenario.ts'
import type { SimulationSettings } from './settings.ts'
import { ensureSimulable } from './settings.ts'
import { summarize } from './summary.ts'
import type { Summary } from './summary.ts'
import { COUNTED } from './tally.ts'
import type { Counted, Tally } from './tally.ts'

/** A month's end of one run: the circle, and each member by number from the first N1 position. */
export type MonthEnd = Summary & {
  readonly month: number
  readonly givenByMemberCents: readonly number[]
  readonly receivedByMemberCents: readonly number[]
}

export type Simulation = {
  readonly monthEnds: readonly MonthEnd[]
  /** The count of each kind of event for each member, until the last month's end. */
  readonly events: Readonly<Record<Counted, readonly number[]>>
}

/**
 * One run whole. The first of a seed is run 0, as in `simulateRuns`. Throws a RangeError with words for settings that
 * can't be simulated.
 */
export function simulate(
  settings: SimulationSettings,
  run = 0,
  random = new SeededRandom(settings.seed, run),
): Simulation {
  ensureSimulable(settings)
  const circle = new FastCircle(settings.plan, settings.members)
  const simulation = record(circle, settings, random)
  circle.ensureNothingLost()
  return simulation
}

/** The same by a plain loop over `decide`: what the fast one is held to, and measured against. */
export function simulateByReference(settings: SimulationSettings, run = 0): Simulation {
  ensureSimulable(settings)
  return record(new ReferenceCircle(settings.plan, settings.members), settings, new SeededRandom(settings.seed, run))
}

function record(circle: SimulatedCircle, settings: SimulationSettings, random: SeededRandom): Simulation {
  const monthEnds: MonthEnd[] = []
  for (const month of simulateMonths(circle, settings, random)) monthEnds.push(monthEnd(circle.tally, month))
  return { monthEnds, events: eventsOf(circle.tally) }
}

function monthEnd(tally: Tally, month: number): MonthEnd {
  return {
    month,
    ...summarize(tally),
    givenByMemberCents: [...tally.given],
    receivedByMemberCents: [...tally.received],
  }
}

function eventsOf(tally: Tally): Simulation['events'] {
  const rows = COUNTED.map((kind, row) => [
    kind,
    [...tally.counts.subarray(row * tally.members, (row + 1) * tally.members)],
  ])
  return Object.fromEntries(rows) as Record<Counted, number[]>
}
