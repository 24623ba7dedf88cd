import { levelsOf } from '../plan.ts'
import type { Level } from '../plan.ts'
import { averageMonths } from './calendar.ts'
import type { Round } from './calendar.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { SimulationSettings } from './settings.ts'
import type { Tally } from './tally.ts'
import type { TurnLog } from './turn-log.ts'

/**
 * A circle as the simulator sees it. Members are numbers from 0; a donation goes by its obligation's order. Two
 * circles implement it: one by `decide`, one with the same rules over arrays. Tests hold them equal.
 */
export type SimulatedCircle = {
  readonly tally: Tally
  readonly turns: TurnLog
  /** After `payable`: the orders of the donations that will be paid, oldest first. */
  readonly due: Int32Array
  /** In a live circle: draws for each contribution that is asked already and not paid whether it will be missed. */
  begin(random: SeededRandom, missed: number): void
  expire(now: number): void
  /** Gives members who paid everything after N3 the last free place of N1 again. */
  returnPlaces(now: number): void
  /** The monthly pull; for each contribution it draws whether it will be missed. */
  pull(now: number, random: SeededRandom, missed: number): void
  /** Fills `due` with the open donations that are not missed nor left out until later, and says how many. */
  payable(now: number): number
  /** Receipt and confirmation, if the donation is open. The member whose turn this completed, or -1. */
  pay(order: number, now: number): number
  isOffered(member: number, from: Level): boolean
  acceptUpgrade(member: number, from: Level, now: number): void
}

/** Settings of a run besides its circle. */
export type Scenario = Pick<SimulationSettings, 'plan' | 'missed' | 'accepted'> & {
  /** Whether people pay in the order of what they owe, instead of a random one. */
  readonly inOrder?: boolean
}

type Deciding = { readonly accepted: number; readonly upgrades: readonly Level[]; readonly now: number }

/**
 * Simulates one run from the first day and stops at each month's end with the month's number. A month: what is past its
 * deadline expires, places are returned, the pull runs, and in several rounds everybody pays, in a random order, what is
 * open and not missed. A member who completes a turn decides on the upgrades then offered, at once.
 */
export function* simulateMonths(
  circle: SimulatedCircle,
  settings: SimulationSettings,
  random: SeededRandom,
  rounds = averageMonths(settings.months, settings.plan.deadlineDays),
): Generator<number, void> {
  for (const month of play(circle, settings, random, rounds)) yield month + 1
}

/**
 * Runs a live circle on: whoever is offered an upgrade decides at once, and then months pass as in any run. Stops behind
 * the last round before each pull with its month, from 0.
 */
export function* continueMonths(
  circle: SimulatedCircle,
  scenario: Scenario,
  random: SeededRandom,
  rounds: readonly Round[],
): Generator<number, void> {
  circle.begin(random, scenario.missed)
  const deciding = decidingOf(scenario, rounds[0]!.at)
  for (let member = 0; member < circle.tally.members; member += 1) decide(circle, random, member, deciding)
  yield* play(circle, scenario, random, rounds)
}

function* play(
  circle: SimulatedCircle,
  scenario: Scenario,
  random: SeededRandom,
  rounds: readonly Round[],
): Generator<number, void> {
  for (const { at, month, pulls, ends } of rounds) {
    circle.turns.month = month
    circle.expire(at)
    if (pulls) {
      circle.returnPlaces(at)
      circle.pull(at, random, scenario.missed)
    }
    payRound(circle, random, decidingOf(scenario, at), scenario.inOrder ?? false)
    if (ends) yield month
  }
}

function decidingOf({ plan, accepted }: Scenario, now: number): Deciding {
  return { accepted, upgrades: levelsOf(plan).slice(0, -1), now }
}

function payRound(circle: SimulatedCircle, random: SeededRandom, deciding: Deciding, inOrder: boolean): void {
  const count = circle.payable(deciding.now)
  if (!inOrder) random.shuffle(circle.due, count)
  for (let index = 0; index < count; index += 1) {
    const member = circle.pay(circle.due[index]!, deciding.now)
    if (member >= 0) decide(circle, random, member, deciding)
  }
}

function decide(
  circle: SimulatedCircle,
  random: SeededRandom,
  member: number,
  { accepted, upgrades, now }: Deciding,
): void {
  for (const from of upgrades)
    if (circle.isOffered(member, from) && random.happens(accepted)) circle.acceptUpgrade(member, from, now)
}
