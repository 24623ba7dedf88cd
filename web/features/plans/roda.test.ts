import { expect, test } from 'vitest'
import { isBalanced, rodaPlan } from '#circle/plan.ts'
import { planOf } from '#contracts/plans.ts'
import { emptyRoda, monthsOfTwo, parseRoda, rodaText } from './roda.ts'
import type { Roda } from './roda.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const faultsOf = (typed: Partial<typeof emptyRoda>) => {
  const parsed = parseRoda({ ...emptyRoda, ...typed })
  return parsed.plan ? null : parsed.faults
}

test('people and an amount are enough: each receives from all others, in at most a year', () => {
  const parsed = parseRoda({ members: '10', amount: '50,50', months: '' }) as Roda
  expect([parsed.members, parsed.amount, parsed.months]).toEqual([10, 50.5, 9])
  expect(planOf(parsed.plan)).toEqual(rodaPlan({ amountCents: 5_050, months: 9 }))
  expect(isBalanced(planOf(parsed.plan))).toBe(true)
  expect((parseRoda({ ...emptyRoda, members: '100' }) as Roda).months).toBe(12)
})

test('a roda in which somebody may have two places is a month shorter, from four places on', () => {
  expect(['12', '4', '100', '3', 'x'].map((members) => monthsOfTwo({ members }))).toEqual(['10', '2', '12', '', ''])
})

test('says what each gives and receives, and when it ends', () => {
  expect(plain(rodaText(parseRoda({ members: '12', amount: '100', months: '6' }) as Roda, '2026-11'))).toBe(
    '12 pessoas doam R$ 100,00 por mês cada uma; em cada mês 2 pessoas recebem R$ 600,00 na sua vez. Se todos pagarem e confirmarem, a volta termina em 6 meses, com todos em zero (começando neste mês, em abril de 2027): cada uma terá doado e recebido R$ 600,00.',
  )
  expect(plain(rodaText(parseRoda(emptyRoda) as Roda, '2026-11'))).toContain(
    'em cada mês 1 ou 2 pessoas recebem R$ 1.100,00 na sua vez',
  )
})

test('what cannot be is said beside its field', () => {
  expect(faultsOf({})).toBe(null)
  expect(faultsOf({ members: '1' })).toEqual({ members: 'De 2 a 100 pessoas.' })
  expect(faultsOf({ members: 'doze' })).toEqual({ members: 'De 2 a 100 pessoas.' })
  expect(faultsOf({ members: '101' })).toEqual({ members: 'De 2 a 100 pessoas.' })
  for (const amount of ['', '0', 'cem', '-5'])
    expect(faultsOf({ amount }), amount).toEqual({ amount: 'Escreva o valor como 100 ou 100,50.' })
  for (const months of ['0', '12', '1,5'])
    expect(faultsOf({ months }), months).toEqual({
      months: 'De 1 a 11 meses: em cada vez, cada doação vem de outra pessoa.',
    })
  expect(faultsOf({ members: '2', months: '2' })).toEqual({ months: 'Com 2 pessoas, só 1 mês: ninguém doa a si.' })
})
