import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { imbalances } from './balance.ts'
import { isBalanced, presets } from './plan.ts'
import type { LevelPlan, Plan } from './plan.ts'

const level = fc.record({
  donationCents: fc.constant(10_000),
  required: fc.integer({ min: 1, max: 9 }),
  contributes: fc.boolean(),
  owed: fc.array(
    fc.record({
      type: fc.constantFrom('UPGRADE_N2' as const, 'ADM_N3' as const),
      amountCents: fc.constant(10_000),
      target: fc.constantFrom(2 as const, 'administration' as const),
      count: fc.constant(1),
    }),
    { maxLength: 2 },
  ),
  owedWhen: fc.constant('upgrade_accepted' as const),
  onCompletion: fc.constantFrom('back_of_queue' as const, 'leave_queue' as const),
}) satisfies fc.Arbitrary<LevelPlan>

const plans: fc.Arbitrary<Plan> = fc.record({
  name: fc.constant('x'),
  version: fc.constant(1),
  deadlineDays: fc.constant(30),
  levels: fc.oneof(fc.tuple(level), fc.tuple(level, level), fc.tuple(level, level, level)),
})

describe('why a plan is not balanced', () => {
  test('is told of every plan that is not, and of no other', () => {
    fc.assert(fc.property(plans, (plan) => (imbalances(plan).length === 0) === isBalanced(plan)))
  })

  test('names each level and each reason of the presets', () => {
    const levels = (plan: Plan) => imbalances(plan).map((sentence) => sentence.split(':')[0])
    expect(levels(presets.rotativo)).toEqual([])
    expect(levels(presets.termos)).toEqual(['N2 e N3', 'N1, N2 e N3', 'N3', 'N2 e N3'])
    expect(imbalances(presets.termos).filter((sentence) => sentence.includes('conta administrativa'))).toHaveLength(1)
  })
})
