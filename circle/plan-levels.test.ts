import { describe, expect, test } from 'vitest'
import { planFaults, presets } from './plan.ts'
import type { Plan } from './plan.ts'
import { story } from './testing/story.ts'
import { oneLevelPlan, twoLevelPlan } from './testing/walk.ts'

const [first, second, third] = presets.rotativo.levels
const rotating = (levels: Plan['levels']): Plan => ({ ...presets.rotativo, levels })

describe('a plan has one, two or three levels', () => {
  test('none of these has a fault, and four levels are one too many', () => {
    for (const plan of [oneLevelPlan, twoLevelPlan, presets.rotativo]) expect(planFaults(plan)).toEqual([])
    expect(planFaults(rotating([first, second, third, third]))).toEqual(['O plano deve ter de um a três níveis.'])
  })

  test('a level owes nothing to a queue that the plan does not have', () => {
    const [n1, n2] = presets.termos.levels
    expect(planFaults({ ...presets.termos, levels: [n1] })).toEqual([
      'N1: UPGRADE_N2 vai para a fila N2, que este plano não tem.',
    ])
    expect(planFaults({ ...presets.termos, levels: [n1, n2] })).toEqual([
      'N2: UPGRADE_N3 vai para a fila N3, que este plano não tem.',
    ])
  })

  test('nobody is given a place in a queue that it does not have', () => {
    const one = story({ plan: oneLevelPlan }).members(2).placed()
    expect(one.refusal(one.placing('m1', { level: 2 }))).toBe('level.not_in_plan')
    const two = story({ plan: twoLevelPlan }).members(2).placed()
    expect(two.refusal(two.placing('m1', { level: 3 }))).toBe('level.not_in_plan')
    expect(two.place('m1', { level: 2 }).queue(2)).toContain('m1')
  })

  test('from its last level nobody goes up, and a complete turn there has ended', () => {
    const one = story({ plan: oneLevelPlan }).members(4).placed()
    one.until(
      (told) => told.member('m1').completedAt[1] !== undefined,
      (told) => told.pull().everyonePays().days(31),
    )
    expect(one.offers('m1')).toEqual([])
    expect([...one.state.turns.values()].filter((turn) => turn.status === 'complete')).toEqual([])
    expect(one.refusal({ kind: 'accept_upgrade', memberId: 'm1', fromLevel: 1, toLevel: 2 })).toBe(
      'upgrade.not_available',
    )
  })

  test('whoever leaves one level early settles it, and no level that there is not', () => {
    const one = story({ plan: oneLevelPlan }).members(4).placed().pull().everyonePays()
    expect(one.member('m1').received[1] - one.member('m1').given[1]).toBe(20_000)
    one.leaves('m1')
    expect(one.open().filter((donation) => donation.startsWith('m1'))).toHaveLength(2)
  })

  test('a plan of fewer levels does not take away a queue in which people stand', () => {
    const told = story({ plan: presets.rotativo }).members(1).placed().place('m1', { level: 2 })
    const change = { kind: 'change_plan', plan: rotating([first]) } as const
    expect(told.refusal(change)).toBe('plan.invalid')
    expect(told.refusalDetails(change)).toEqual({ reason: 'há pessoas na fila N2, que ele não tem. Retire-as antes.' })
    expect(told.remove('m1', 2).does(change).state.plan.levels).toHaveLength(1)
  })
})
