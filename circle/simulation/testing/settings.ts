import * as fc from 'fast-check'
import { shortPlan } from '../../testing/walk.ts'
import type { DonationType, Level, LevelPlan, OwedItem, Plan, Target } from '../../plan.ts'
import { LEVELS, levelPaysCents, planFaults, presets } from '../../plan.ts'
import type { SimulationSettings } from '../settings.ts'

/**
 * Any plan that may be used: amounts, needs, what is owed and where, what completing a level does to a place,
 * deadlines from a day to three months, one to three levels.
 */
export const anyPlan: fc.Arbitrary<Plan> = fc
  .record({
    deadlineDays: fc.oneof(fc.constant(30), fc.integer({ min: 1, max: 90 })),
    drafts: fc.array(draftOf(), { minLength: 1, maxLength: LEVELS.length }),
  })
  .map(({ deadlineDays, drafts }): Plan => {
    const amounts = drafts.map((draft) => draft.donationCents)
    const levels = drafts.map((draft, index) => levelFrom(draft, (index + 1) as Level, amounts))
    return { name: 'qualquer', version: 1, deadlineDays, levels: [levels[0]!, ...levels.slice(1)] }
  })
  .filter((plan) => planFaults(plan).length === 0)

/** Plans in which every level gives back what it takes. */
export const balancedPlan: fc.Arbitrary<Plan> = anyPlan.map(({ levels: [first, ...rest], ...plan }) => ({
  ...plan,
  levels: [rotating(first), ...rest.map(rotating)],
}))

export const presetOrAny: fc.Arbitrary<Plan> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...Object.values(presets)) },
  { weight: 1, arbitrary: fc.constant(shortPlan) },
  { weight: 4, arbitrary: anyPlan },
)

export function settingsWith(
  plan: fc.Arbitrary<Plan>,
  sizes: { members: number; months: number },
): fc.Arbitrary<SimulationSettings> {
  const share = fc.oneof(fc.constantFrom(0, 1, 0.05, 0.1), fc.double({ min: 0, max: 1, noNaN: true }))
  return fc.record({
    plan,
    members: fc.integer({ min: 2, max: sizes.members }),
    months: fc.integer({ min: 1, max: sizes.months }),
    missed: share,
    accepted: fc.oneof(fc.constant(1), share),
    seed: fc.nat(),
  })
}

type Draft = ReturnType<typeof draftOf> extends fc.Arbitrary<infer D> ? D : never

function draftOf() {
  return fc.record({
    donationCents: fc.integer({ min: 1, max: 20 }).map((hundreds) => hundreds * 10_000),
    required: fc.integer({ min: 1, max: 7 }),
    contributes: fc.boolean(),
    owedWhen: fc.constantFrom('upgrade_accepted' as const, 'level_completed' as const),
    onCompletion: fc.constantFrom('back_of_queue' as const, 'leave_queue' as const, 'leave_circle_queues' as const),
    owed: fc.array(
      fc.record({ target: fc.constantFrom<Target>(1, 2, 3, 'administration'), count: fc.integer({ min: 1, max: 4 }) }),
      { maxLength: 3 },
    ),
  })
}

/**
 * Cuts the obligations to what the level pays. A member who leaves the circle's queues owes one final payment, which
 * brings them back.
 */
function levelFrom(draft: Draft, level: Level, amounts: readonly number[]): LevelPlan {
  const { owed: wished, ...own } = { ...draft, contributes: level === 1 || draft.contributes }
  let left = levelPaysCents({ ...own, owed: [] })
  const owed: OwedItem[] = []
  const add = (type: DonationType, target: Target, wanted: number) => {
    const amountCents = target === 'administration' ? 5_000 : amounts[target - 1]!
    const count = Math.min(wanted, Math.floor(left / amountCents))
    if (count > 0) owed.push({ type, target, amountCents, count })
    left -= count * amountCents
  }
  if (own.onCompletion === 'leave_circle_queues') add('FINAL_PAYMENT_N3', level, 1)
  for (const { target, count } of wished) {
    // A queue that this plan doesn't have is asked for nothing.
    if (target !== 'administration' && target > amounts.length) continue
    add(target === 'administration' ? 'ADM_N3' : 'REINFORCEMENT_N3', target, count)
  }
  return { ...own, owed }
}

function rotating(level: LevelPlan): LevelPlan {
  return { ...level, contributes: true, owed: [], onCompletion: 'back_of_queue' }
}
