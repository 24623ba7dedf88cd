import { describe, expect, test } from 'vitest'
import type { LevelPlan, OwedItem, Plan } from './plan.ts'
import { fitsPeople, isBalanced, levelPaysCents, owedTotalCents, planFaults, presets, rodaPlan } from './plan.ts'
import { story } from './testing/story.ts'

/** A level in one line of reais, as the tables of the rules print it. */
function row({ donationCents, required, owed }: LevelPlan): string {
  const items = owed.map(({ type, amountCents, target, count }) => `${count}×${type} ${amountCents / 100}→${target}`)
  return [`${donationCents / 100} × ${required}`, ...items].join(', ')
}

function withLevel(plan: Plan, level: 1 | 2 | 3, change: Partial<LevelPlan>): Plan {
  const [first, ...rest] = plan.levels.map((own, index) => (index === level - 1 ? { ...own, ...change } : own))
  return { ...plan, levels: [first!, ...rest] }
}

const owing = (item: Partial<OwedItem>): OwedItem[] => [
  { type: 'UPGRADE_N2', amountCents: 20_000, target: 2, count: 1, ...item },
]

describe('the presets are the tables of the rules', () => {
  test('termos', () => {
    expect(presets.termos.levels.map(row)).toEqual([
      '100 × 3, 1×UPGRADE_N2 200→2, 1×CASCADE_N1 100→1',
      '200 × 18, 1×UPGRADE_N3 1600→3',
      '1600 × 27, 2×ADM_N3 1600→administration, 4×REINFORCEMENT_N3 1600→3, 1×FINAL_PAYMENT_N3 1600→3',
    ])
    expect(presets.termos.levels.map((level) => level.contributes)).toEqual([true, false, false])
    expect(presets.termos.levels.map(owedTotalCents)).toEqual([300_00, 1_600_00, 11_200_00])
    expect(presets.termos.levels.map(levelPaysCents)).toEqual([300_00, 3_600_00, 43_200_00])
  })

  test('the terms’ nominal result of R$ 32.000 is what N3 pays less what it owes', () => {
    const n3 = presets.termos.levels[2]
    expect(levelPaysCents(n3) - owedTotalCents(n3)).toBe(32_000_00)
  })

  test('tela: N2 owes 600 and 3 × 100, and N3’s donation is 600', () => {
    expect(presets.tela.levels.map(row)).toEqual([
      '100 × 3, 1×UPGRADE_N2 200→2, 1×CASCADE_N1 100→1',
      '200 × 18, 1×UPGRADE_N3 600→3, 3×REINJECTION_N2 100→1',
      '600 × 27, 2×ADM_N3 600→administration, 4×REINFORCEMENT_N3 600→3, 1×FINAL_PAYMENT_N3 600→3',
    ])
    expect(owedTotalCents(presets.tela.levels[1])).toBe(900_00)
  })

  test('rotativo: every level is contributed to and owes nothing', () => {
    expect(presets.rotativo.levels.map(row)).toEqual(['100 × 3', '200 × 18', '1600 × 27'])
    expect(presets.rotativo.levels.every((level) => level.contributes)).toBe(true)
  })

  test('roda: one level, contributed to every month, owing nothing', () => {
    expect(presets.roda.levels.map(row)).toEqual(['100 × 11'])
    expect(presets.roda).toEqual({
      ...presets.rotativo,
      name: 'roda',
      levels: [{ ...presets.rotativo.levels[0], required: 11 }],
    })
    expect(rodaPlan({ amountCents: 5_000, months: 3 }).levels.map(row)).toEqual(['50 × 3'])
  })

  test.each(Object.entries(presets))('%s has no faults and a deadline of 30 days', (_, plan) => {
    expect(planFaults(plan)).toEqual([])
    expect(plan.deadlineDays).toBe(30)
  })

  test('what is owed falls due on accepting the upgrade, and at N3 on completing it', () => {
    expect(presets.termos.levels.map((level) => level.owedWhen)).toEqual([
      'upgrade_accepted',
      'upgrade_accepted',
      'level_completed',
    ])
    expect(presets.termos.levels.map((level) => level.onCompletion)).toEqual([
      'back_of_queue',
      'leave_queue',
      'leave_circle_queues',
    ])
  })
})

describe('a plan with a fault is not used, and the fault is named', () => {
  const { termos, rotativo } = presets
  test.each<[string, Plan, RegExp]>([
    ['no deadline', { ...termos, deadlineDays: 0 }, /^O prazo/],
    ['a deadline above a year', { ...termos, deadlineDays: 366 }, /^O prazo/],
    ['a deadline of half days', { ...termos, deadlineDays: 1.5 }, /^O prazo/],
    ['no monthly contribution', withLevel(termos, 1, { contributes: false }), /^O nível 1 precisa/],
    ['a donation of nothing', withLevel(rotativo, 1, { donationCents: 0 }), /^N1: o valor da doação/],
    ['a negative donation', withLevel(rotativo, 2, { donationCents: -1 }), /^N2: o valor da doação/],
    ['half a centavo', withLevel(rotativo, 3, { donationCents: 0.5 }), /^N3: o valor da doação/],
    ['no donations required', withLevel(rotativo, 1, { required: 0 }), /^N1: as doações necessárias/],
    [
      'more donations than others can be in a circle',
      withLevel(rotativo, 1, { required: 100 }),
      /^N1: as doações necessárias/,
    ],
    [
      'an owed amount of nothing',
      withLevel(termos, 1, { owed: owing({ amountCents: 0, target: 'administration' }) }),
      /^N1: todo valor devido/,
    ],
    ['an owed item counted no times', withLevel(termos, 1, { owed: owing({ count: 0 }) }), /^N1: a quantidade devida/],
    [
      'an upgrade that is not the target level’s donation',
      withLevel(termos, 1, { owed: owing({ amountCents: 15_000 }) }),
      /^N1: UPGRADE_N2 deve ter o valor da doação do nível 2/,
    ],
    [
      'a level that owes more than it pays',
      withLevel(termos, 1, { owed: owing({ count: 2 }) }),
      /^N1: deve-se mais do que o nível paga/,
    ],
    [
      'a contribution owed on completion',
      withLevel(termos, 1, { owed: owing({ type: 'PULL' }) }),
      /^N1: PULL não é devido/,
    ],
    [
      'a settlement owed on completion',
      withLevel(termos, 1, { owed: owing({ type: 'SETTLEMENT' }) }),
      /^N1: SETTLEMENT não é devido/,
    ],
    ['no final payment to come back by', withLevel(termos, 3, { owed: [] }), /^N3: .* FINAL_PAYMENT_N3/],
  ])('%s', (_, plan, fault) => {
    expect(planFaults(plan)[0]).toMatch(fault)
    expect(story().refusal({ kind: 'change_plan', plan })).toBe('plan.invalid')
  })

  test('a level may owe exactly what it pays', () => {
    expect(owedTotalCents(presets.termos.levels[0])).toBe(levelPaysCents(presets.termos.levels[0]))
  })
})

describe('a balanced plan gives back what it takes', () => {
  test('of the presets rotativo and roda are balanced', () => {
    const { termos, tela, rotativo, roda } = presets
    expect([termos, tela, rotativo, roda].map(isBalanced)).toEqual([false, false, true, true])
  })

  test.each<[string, Partial<LevelPlan>]>([
    ['one level is not paid by its own members', { contributes: false }],
    ['one level owes something on completion', { owed: owing({ amountCents: 1, target: 'administration' }) }],
    ['one level sends its members away', { onCompletion: 'leave_queue' }],
  ])('it is not balanced when %s', (_, change) => {
    for (const level of [1, 2, 3] as const) expect(isBalanced(withLevel(presets.rotativo, level, change))).toBe(false)
  })

  test('a real circle runs only a balanced plan', () => {
    expect(() => story({ mode: 'real', plan: presets.termos })).toThrow('plan.not_balanced')
    const real = story({ mode: 'real', plan: presets.rotativo })
    expect(real.refusal({ kind: 'change_plan', plan: presets.tela })).toBe('plan.not_balanced')
  })

  test('a demonstration runs any plan that has no fault', () => {
    for (const plan of Object.values(presets)) expect(story({ plan }).state.plan).toEqual(plan)
    expect(() => story({ plan: { ...presets.termos, deadlineDays: 0 } })).toThrow('plan.invalid')
  })
})

describe('a plan is balanced from its data alone, whatever they are', () => {
  const { levels, ...plan } = presets.rotativo
  const [first] = levels
  const without = (name: keyof LevelPlan) => Object.fromEntries(Object.entries(first).filter(([key]) => key !== name))

  test.each([
    ['nothing', null],
    ['a text', 'rotativo'],
    ['a list', [plan.name, plan.version, plan.deadlineDays, levels]],
    ['without a field', { ...plan }],
    ['with one too many', { ...plan, levels, more: 1 }],
    ['without a name', { ...plan, levels, name: '' }],
    ['with a name that is no text', { ...plan, levels, name: 7 }],
    ['of version 0', { ...plan, levels, version: 0 }],
    ['of a version that is no number', { ...plan, levels, version: '1' }],
    ['with a deadline of a year and a day', { ...plan, levels, deadlineDays: 366 }],
    ['with a deadline of none', { ...plan, levels, deadlineDays: 0 }],
    ['without a level', { ...plan, levels: [] }],
    ['of four levels', { ...plan, levels: [first, first, first, first] }],
    ['whose levels are no list', { ...plan, levels: { length: 1, every: () => true } }],
    ['with a level that is none', { ...plan, levels: [null] }],
    ['with a level without a field', { ...plan, levels: [without('owedWhen')] }],
    ['with a level that owes at another time', { ...plan, levels: [{ ...first, owedWhen: 'never' }] }],
    ['with an amount beyond all', { ...plan, levels: [{ ...first, donationCents: 100_000_001 }] }],
    ['with a turn of a hundred', { ...plan, levels: [{ ...first, required: 100 }] }],
  ])('not %s', (_, data) => {
    expect(isBalanced(data)).toBe(false)
  })

  test('at its bounds, and where it owes nothing at whatever time', () => {
    const most = { ...first, donationCents: 100_000_000, required: 99, owedWhen: 'level_completed' }
    expect(isBalanced({ name: 'x', version: 1_000_000, deadlineDays: 365, levels: [most, first, first] })).toBe(true)
    expect(
      isBalanced({ name: 'x', version: 1, deadlineDays: 1, levels: [{ ...first, donationCents: 1, required: 1 }] }),
    ).toBe(true)
  })
})

describe('a plan is frozen once a circle has donations', () => {
  test('before that it may be changed, even with people in the queue', () => {
    expect(story().members(3).placed().does({ kind: 'change_plan', plan: presets.tela }).state.plan.name).toBe('tela')
  })

  test('an obligation that waits freezes it too', () => {
    expect(story().members(1).placed().pull().refusal({ kind: 'change_plan', plan: presets.tela })).toBe('plan.frozen')
  })

  test('it stays frozen when all donations have ended', () => {
    const ended = story().members(2).placed().pull().everyonePays()
    expect(ended.state.obligations.size).toBe(0)
    expect(ended.refusal({ kind: 'change_plan', plan: presets.tela })).toBe('plan.frozen')
  })
})

test('a turn of one level has fewer donations than the circle has people; one of several levels waits for the months', () => {
  expect([11, 12].map((people) => fitsPeople(presets.roda, people))).toEqual([false, true])
  expect(fitsPeople(presets.rotativo, 2)).toBe(true)
})
