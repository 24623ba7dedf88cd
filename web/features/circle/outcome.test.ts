import { describe, expect, test } from 'vitest'
import type { OutcomePoint, PlanOutcome } from '#contracts/simulation.ts'
import { balanceText, outcomeRowsOf, outcomeSentence, pointsWith, sharesOf } from './outcome.ts'

const point: OutcomePoint = {
  months: 24,
  missed: 0,
  completed: [100, 5, 0],
  ahead: 6,
  even: 28,
  behind: 66,
  median: -300,
  worst: -300,
  best: 8_100,
  given: 279_500,
  administration: 0,
}
const outcome: PlanOutcome = {
  plan: { name: 'termos', version: 1, balanced: false },
  members: 100,
  futures: 200,
  at: '2026-11-10T12:00:00.000Z',
  paths: [],
  points: [{ ...point, missed: 10 }, point, { ...point, months: 6 }, { ...point, missed: 5 }],
}

describe('what a plan does, in one sentence', () => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')

  test('names how many complete each level, how many are behind, and the median', () => {
    expect(plain(outcomeSentence(outcome, point))).toBe(
      'Com todos pagando, em 24 meses, de 100 pessoas, 100 completam o nível 1, 5 o nível 2 e ninguém o nível 3; 66 doaram mais do que receberam, e quem está no meio doou R$ 300,00 a mais do que recebeu.',
    )
    expect(plain(outcomeSentence(outcome, { ...point, missed: 5, behind: 0, median: 0 }))).toMatch(
      /^Com 5% das contribuições não pagas, em 24 meses, .*; ninguém doou mais do que recebeu, e quem está no meio tem o que doou\.$/,
    )
    expect(plain(outcomeSentence(outcome, { ...point, behind: 1, median: 50 }))).toMatch(
      /; 1 doou mais do que recebeu, e quem está no meio recebeu R\$ 50,00 a mais do que doou\.$/,
    )
  })

  test('names the levels that the plan has', () => {
    expect(plain(outcomeSentence(outcome, { ...point, completed: [12] }))).toContain(
      'de 100 pessoas, 12 completam a sua vez de receber; ',
    )
    expect(plain(outcomeSentence(outcome, { ...point, completed: [1, 0] }))).toContain(
      'de 100 pessoas, 1 completa o nível 1 e ninguém o nível 2; ',
    )
    expect(
      outcomeRowsOf(1)
        .map(([label]) => label)
        .filter((label) => label.startsWith('Completam')),
    ).toEqual(['Completam a sua vez'])
    expect(plain(outcomeSentence(outcome, { ...point, completed: [0] }))).toContain(
      'de 100 pessoas, ninguém completa a sua vez de receber; ',
    )
  })

  test('says of a balanced plan that whoever is behind still has a turn to come, and of no other', () => {
    const balanced = { ...outcome, plan: { ...outcome.plan, balanced: true } }
    expect(outcomeSentence(balanced, point)).toMatch(
      /\. A volta ainda está em curso: quem doou mais do que recebeu ainda tem a sua vez de receber\.$/,
    )
    expect(outcomeSentence(balanced, { ...point, missed: 10 })).toMatch(
      /\. A volta ainda está em curso, e o que não é pago a atrasa: quem doou mais do que recebeu ainda espera a sua vez\.$/,
    )
    expect(outcomeSentence(balanced, { ...point, behind: 0 })).not.toContain('A volta ainda')
    expect(outcomeSentence(outcome, point)).not.toContain('A volta ainda')
  })

  test('shows the months of one share in order, and every share there is', () => {
    expect(pointsWith(outcome, 0).map(({ months }) => months)).toEqual([6, 24])
    expect(sharesOf(outcome)).toEqual([0, 5, 10])
  })
})

test('counts agree with their verbs: one received, five received', () => {
  expect(balanceText('ahead', 1)).toBe('1 recebeu mais do que doou')
  expect(balanceText('ahead', 5)).toBe('5 receberam mais do que doaram')
  expect(balanceText('even', 1)).toBe('1 está em zero')
  expect(balanceText('behind', 0)).toBe('ninguém doou mais do que recebeu')
  expect(balanceText('behind', 1.5)).toBe('1,5 doou mais do que recebeu')
})
