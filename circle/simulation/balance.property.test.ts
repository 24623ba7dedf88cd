import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Plan } from '../plan.ts'
import { isBalanced, levelPaysCents, owedTotalCents, presets, rodaPlan } from '../plan.ts'
import { dose } from '../testing/dose.ts'
import { SeededRandom } from './seeded-random.ts'
import { runSteps, simulateRuns } from './runs.ts'
import type { MonthEnd, Simulation } from './simulate.ts'
import { simulate, simulateByReference } from './simulate.ts'
import type { SimulationSettings } from './settings.ts'
import { anyPlan, balancedPlan, settingsWith } from './testing/settings.ts'

const SIZES = { members: 40, months: 36 }

/** Everybody confirms in the order of age. */
class ByAge extends SeededRandom {
  override shuffle(): void {}
}

/** A rotation of the first level alone, in which everybody pays. */
function rotation(required: number, members: number, rotations: number): SimulationSettings {
  const [first, second, third] = presets.rotativo.levels
  const plan: Plan = { ...presets.rotativo, levels: [{ ...first, required, donationCents: 1 }, second, third] }
  return { plan, members, months: required * rotations, missed: 0, accepted: 0, seed: 1 }
}

function netsAt({ givenByMemberCents, receivedByMemberCents }: MonthEnd): number[] {
  return receivedByMemberCents.map((cents, member) => cents - givenByMemberCents[member]!)
}

const farthest = (end: MonthEnd) => Math.max(end.bestCents, -end.worstCents)
const last = ({ monthEnds }: Simulation) => monthEnds.at(-1)!
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

describe('a balanced plan', () => {
  const sizes = fc.record({
    required: fc.integer({ min: 1, max: 27 }),
    members: fc.integer({ min: 2, max: 100 }),
    seed: fc.nat(),
  })

  test('ends the first full rotation with everybody at zero, up to one donation while there are as many members as donations in a turn', () => {
    fc.assert(
      fc.property(sizes, ({ required, members, seed }) => {
        const settings = { ...rotation(required, members, 1), seed }
        expect(farthest(last(simulate(settings)))).toBeLessThanOrEqual(Math.ceil(required / members))
      }),
    )
  })

  test('ends every full rotation so when donations are confirmed in the order of their age', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 2, max: 8 }), ({ required, members, seed }, rotations) => {
        const settings = rotation(required, members, Math.min(rotations, Math.floor(120 / required)))
        const { monthEnds } = simulate(settings, 0, new ByAge(seed, 0))
        const ends = monthEnds.filter(({ month }) => month % required === 0)
        for (const end of ends) expect(farthest(end)).toBeLessThanOrEqual(Math.ceil(required / members))
      }),
    )
  })

  test('ends every full rotation with everybody exactly at zero, in any order, when an even number of donations in a turn divides the members', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 50 }), fc.nat(), (half, turns, seed) => {
        const required = 2 * half
        const members = required * Math.max(1, Math.min(turns, Math.floor(100 / required)))
        const { monthEnds } = simulate({ ...rotation(required, members, Math.floor(36 / required)), seed })
        const ends = monthEnds.filter(({ month }) => month % required === 0)
        expect(ends.length).toBeGreaterThan(0)
        for (const end of ends)
          expect(end).toMatchObject({ atZero: members, ahead: 0, behind: 0, worstCents: 0, bestCents: 0 })
      }),
    )
  })

  test('lets who confirms late fall behind over years, by whole turns: see docs/decisions/003-readings-of-the-rules.md', () => {
    const farthestIn = (required: number, members: number) =>
      runSteps(simulateRuns(rotation(required, members, Math.floor(120 / required)), 100))![0]!
    // Three donations a turn and members in threes: who confirms first is served first again, and that adds up by
    // chance.
    expect(-farthestIn(3, 9).worstCents.low).toBeGreaterThan(3)
    expect(-farthestIn(3, 10).worstCents.low).toBeLessThanOrEqual(3)
    expect(farthestIn(4, 12).worstCents).toEqual({ median: 0, low: 0, high: 0 })
  })

  test('keeps nothing: whatever is missed and wherever people go up, results add up to zero', () => {
    let missed = 0
    fc.assert(
      fc.property(settingsWith(balancedPlan, SIZES), (settings) => {
        expect(isBalanced(settings.plan)).toBe(true)
        for (const end of simulate(settings).monthEnds) {
          expect(end.administrationCents).toBe(0)
          expect(sum(netsAt(end))).toBe(0)
          missed += end.missed
        }
      }),
    )
    expect(missed).toBeGreaterThan(0)
  })
})

describe('a roda', () => {
  /** Any roda that closes: fewer donations in a turn than members, for up to ten years. */
  const rodas = fc
    .record({ members: fc.integer({ min: 2, max: 100 }), wanted: fc.integer({ min: 1, max: 99 }), seed: fc.nat() })
    .map(({ members, wanted, seed }): SimulationSettings => {
      const months = 1 + ((wanted - 1) % (members - 1))
      const rotations = Math.max(1, Math.min(4, Math.floor(120 / months)))
      const plan = rodaPlan({ amountCents: 100, months })
      return { plan, members, months: months * rotations, missed: 0, accepted: 1, seed }
    })

  test('ends every rotation with every member exactly at zero, in whatever order donations are confirmed', () => {
    fc.assert(
      fc.property(rodas, (settings) => {
        const [{ required }] = settings.plan.levels
        const { monthEnds, events } = simulate(settings)
        const ends = monthEnds.filter(({ month }) => month % required === 0)
        expect(ends).toHaveLength(settings.months / required)
        for (const end of ends) expect(end).toMatchObject({ atZero: settings.members, worstCents: 0, bestCents: 0 })
        // Each has had one turn a rotation: nobody twice while another waits.
        for (const turns of events.completed1) expect(turns).toBe(ends.length)
      }),
      { numRuns: dose(300, 10_000) },
    )
  })

  test('of every size up to a dozen ends so, by the rules themselves', () => {
    for (let members = 2; members <= 12; members += 1)
      for (let months = 1; months < members; months += 1) {
        const plan = rodaPlan({ amountCents: 100, months })
        const settings = { plan, members, months: 2 * months, missed: 0, accepted: 1, seed: members * 100 + months }
        const { monthEnds } = simulateByReference(settings)
        for (const at of [months, 2 * months])
          expect(monthEnds[at - 1], `${members} members, ${months} months`).toMatchObject({ atZero: members })
      }
  })

  test('never leaves anybody further behind on the way than what a turn pays', () => {
    fc.assert(
      fc.property(rodas, (settings) => {
        const [level] = settings.plan.levels
        for (const end of simulate(settings).monthEnds)
          expect(-end.worstCents).toBeLessThanOrEqual(levelPaysCents(level))
      }),
    )
  })

  test('does not close where a turn needs as many donations as there are members: one would come from the receiver', () => {
    const plan = rodaPlan({ amountCents: 100, months: 5 })
    const { monthEnds } = simulate({ plan, members: 5, months: 5, missed: 0, accepted: 1, seed: 1 })
    expect(monthEnds.at(-1)!.atZero).toBeLessThan(5)
  })
})

describe('an unbalanced plan', () => {
  // A level that owes both on completion and on the upgrade asks twice for what it paid once.
  const unbalanced = anyPlan.filter(
    (plan) =>
      !isBalanced(plan) &&
      plan.levels.slice(0, 2).every((level) => level.owedWhen === 'upgrade_accepted' || level.owed.length === 0),
  )

  test('never has more members ahead than the others’ contributions allow', () => {
    let ahead = 0
    const cases = fc.property(settingsWith(unbalanced, SIZES), (settings) => {
      const contributionCents = sum(settings.plan.levels.map((level) => (level.contributes ? level.donationCents : 0)))
      const leastCents = leastAdvantage(settings.plan)
      for (const end of simulate(settings).monthEnds) {
        // A member loses at most their own contributions, since what a level asks is paid from what it gave.
        const mostLost = contributionCents * end.month
        expect(-end.worstCents).toBeLessThanOrEqual(mostLost)
        expect(end.ahead * leastCents + end.administrationCents).toBeLessThanOrEqual(
          (settings.members - end.ahead) * mostLost,
        )
        expect(end.ahead * leastCents + end.administrationCents).toBeLessThanOrEqual(
          sum(netsAt(end).filter((net) => net < 0)) * -1,
        )
        ahead += end.ahead
      }
    })
    fc.assert(cases)
    expect(ahead).toBeGreaterThan(0)
  })

  test('completes no level more often than the donations to it allow', () => {
    let completed = 0
    const cases = fc.property(settingsWith(unbalanced, SIZES), (settings) => {
      const { events, monthEnds } = simulate(settings)
      const turns = [sum(events.completed1), sum(events.completed2), sum(events.completed3)]
      const paid = sum(settings.plan.levels.map((level, index) => turns[index]! * levelPaysCents(level)))
      expect(paid).toBeLessThanOrEqual(monthEnds.at(-1)!.receivedCents)
      // A member going up pays what the level asks, once a turn.
      expect(sum(events.upgraded)).toBeLessThanOrEqual(turns[0]! + turns[1]!)
      completed += sum(turns)
    })
    fc.assert(cases)
    expect(completed).toBeGreaterThan(0)
  })

  test('like the terms’ own brings five of a hundred through N2 and nobody through N3 in two years in which all always pay', () => {
    const [end] = runSteps(
      simulateRuns({ plan: presets.termos, members: 100, months: 24, missed: 0, accepted: 1, seed: 1 }, 20),
    )!
    expect(end!.completed.map(({ low, high }) => [low, high])).toEqual([
      [100, 100],
      [5, 5],
      [0, 0],
    ])
    expect(end!.behind.low).toBeGreaterThan(60)
    expect(owedTotalCents(presets.termos.levels[0])).toBe(30_000)
  })
})

/** No result but zero is smaller than what all amounts have in common. */
function leastAdvantage({ levels }: Plan): number {
  const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b))
  return levels.flatMap((level) => [level.donationCents, ...level.owed.map((item) => item.amountCents)]).reduce(common)
}
