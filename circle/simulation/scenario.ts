import { levelsOf } from '../plan.ts'
import type { Level } from '../plan.ts'
import { instantOf, roundsOf } from './calendar.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { SimulationSettings } from './settings.ts'
import type { Tally } from './tally.ts'

/**
 * A circle as the simulator sees it. Members are numbers from 0; a donation goes by its obligation's order. Two
 * circles implement it: one by `decide`, one with the same rules over arrays. Tests hold them equal.
 */
export type SimulatedCircle = {
  readonly tally: Tally
  /** After `payable`: the orders of the donations that will be paid, oldest first. */
  readonly due: Int32Array
  expire(now: number): void
  /** Gives members who paid everything after N3 the last free place of N1 again. */
  returnPlaces(now: number): void
  /** The monthly pull; for each contribution it draws whether it will be missed. */
  pull(now: number, random: SeededRandom, missed: number): void
  /** Fills `due` with the open donations that are not missed, and says how many. */
  payable(): number
  /** Receipt and confirmation, if the donation is open. The member whose turn this completed, or -1. */
  pay(order: number, now: number): number
  isOffered(member: number, from: Level): boolean
  acceptUpgrade(member: number, from: Level, now: number): void
}

/**
 * Simulates one run and stops at each month's end with the month's number. A month: what is past its deadline expires,
 * places are returned, the pull runs, and in several rounds everybody pays, in a random order, what is open and not
 * missed. A member who completes a turn decides on the upgrades then offered, at once.
 */
export function* simulateMonths(
  circle: SimulatedCircle,
  settings: SimulationSettings,
  random: SeededRandom,
): Generator<number, void> {
  const upgrades = levelsOf(settings.plan).slice(0, -1)
  const rounds = roundsOf(settings.plan.deadlineDays)
  for (let month = 1; month <= settings.months; month += 1) {
    for (let round = 0; round < rounds; round += 1) {
      const now = instantOf(month, round, rounds)
      circle.expire(now)
      if (round === 0) {
        circle.returnPlaces(now)
        circle.pull(now, random, settings.missed)
      }
      payRound(circle, random, { accepted: settings.accepted, upgrades, now })
    }
    yield month
  }
}

function payRound(
  circle: SimulatedCircle,
  random: SeededRandom,
  { accepted, upgrades, now }: { accepted: number; upgrades: readonly Level[]; now: number },
): void {
  const count = circle.payable()
  random.shuffle(circle.due, count)
  for (let index = 0; index < count; index += 1) {
    const member = circle.pay(circle.due[index]!, now)
    if (member < 0) continue
    for (const from of upgrades)
      if (circle.isOffered(member, from) && random.happens(accepted)) circle.acceptUpgrade(member, from, now)
  }
}
