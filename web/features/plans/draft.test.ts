import { describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { planForm } from '#contracts/forms/plan.ts'
import { planFormOf, planOf } from '#contracts/plans.ts'
import { validate } from '#contracts/validate.ts'
import { draftOf, checkPlan, forPeople, withOneLess, withOneMore } from './draft.ts'
import { parseReais, reaisText } from '#web/text/reais.ts'
import type { LevelDraft, PlanDraft } from './draft.ts'

const rotativo = draftOf(planFormOf(presets.rotativo))
const withLevel = (draft: PlanDraft, level: 0 | 1 | 2, change: Partial<LevelDraft>): PlanDraft => ({
  ...draft,
  levels: draft.levels.map((own, index) =>
    index === level ? { ...own, ...change } : own,
  ) as unknown as PlanDraft['levels'],
})

describe('a plan being typed', () => {
  test('is, unchanged, the plan it was copied from, to the centavo', () => {
    for (const preset of Object.values(presets)) {
      const { plan, faults } = checkPlan(draftOf(planFormOf(preset)))
      expect(faults).toEqual([])
      expect(planOf(plan!)).toEqual(preset)
      expect(validate(planForm, plan).ok).toBe(true)
    }
  })

  test('reads reais as people write them, and nothing else', () => {
    expect(['1600', '1.600', '1.600,00', ' R$ 99,9 ', '0,01', '1.234.567,89'].map(parseReais)).toEqual([
      1600, 1600, 1600, 99.9, 0.01, 1_234_567.89,
    ])
    for (const text of ['', 'cem', '1,600.00', '1.6', '-5', '1,234', '1e3', '10 000'])
      expect(parseReais(text), text).toBe(null)
    expect([reaisText(1600), reaisText(99.9), reaisText(0.05)]).toEqual(['1.600', '99,90', '0,05'])
  })

  test('changes what every level that owes to a queue owes, with that queue’s donation', () => {
    const { plan } = checkPlan(withLevel(draftOf(planFormOf(presets.termos)), 1, { donation: '150,50' }))
    expect(plan!.levels[0].owed).toEqual([
      { type: 'UPGRADE_N2', amount: 150.5, count: 1 },
      { type: 'CASCADE_N1', amount: 100, count: 1 },
    ])
  })

  test('gains a level that owes nothing, and loses one with all that was owed to its queue', () => {
    const roda = draftOf(planFormOf(presets.roda))
    const two = withOneMore(roda)
    expect(checkPlan(two)).toMatchObject({ faults: [], isBalanced: true })
    expect(withOneLess(two)).toEqual(roda)
    const termos = draftOf(planFormOf(presets.termos))
    for (const fewer of [withOneLess(termos), withOneLess(withOneLess(termos))])
      expect(checkPlan(fewer).faults).toEqual([])
    expect(withOneLess(termos).levels[1]!.owed).toEqual([])
    expect(withOneLess(withOneLess(termos)).levels[0].owed.map(({ type }) => type)).toEqual(['CASCADE_N1'])
    // Written by hand, what goes to a queue that isn't there is said.
    const cut = { ...termos, levels: [termos.levels[0]] } as const
    expect(checkPlan(cut).faults).toEqual(['N1: UPGRADE_N2 vai para a fila N2, que este plano não tem.'])
  })

  test('says what cannot be read and what does not hold together', () => {
    expect(checkPlan(withLevel(rotativo, 0, { donation: 'cem' }))).toMatchObject({
      plan: null,
      faults: ['N1: escreva o valor da doação como 100 ou 100,50.'],
    })
    expect(checkPlan(withLevel(rotativo, 2, { required: '1,5' })).faults).toEqual([
      'N3: escreva as doações necessárias como um número inteiro.',
    ])
    expect(checkPlan({ ...rotativo, deadlineDays: '0', name: 'x' }).faults).toEqual([
      'O prazo deve ter de 1 a 365 dias.',
    ])
    expect(checkPlan(withLevel(rotativo, 0, { required: '0' })).faults).toEqual([
      'N1: as doações necessárias devem ir de 1 a 99.',
    ])
    expect(checkPlan(withLevel(rotativo, 0, { contributes: false })).faults).toEqual([
      'O nível 1 precisa de uma contribuição mensal.',
    ])
  })

  test('says whether each gets back what they gave, and if not, why not', () => {
    expect(checkPlan(rotativo)).toMatchObject({ isBalanced: true, imbalances: [] })
    const owing = checkPlan(withLevel(rotativo, 0, { owed: [{ type: 'CASCADE_N1', count: '1', amount: '' }] }))
    expect([owing.isBalanced, owing.imbalances.length, owing.imbalances[0]!.slice(0, 14)]).toEqual([
      false,
      1,
      'N1: ao complet',
    ])
  })
})

test('a roda made for fewer people has as many donations in a turn as there are others, and never more than before', () => {
  const required = (people: number) => forPeople(planFormOf(presets.roda), people).levels[0].required
  expect([5, 12, 20, 1].map(required)).toEqual([4, 11, 11, 11])
})
