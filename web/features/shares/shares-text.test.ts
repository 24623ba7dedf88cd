import { expect, test } from 'vitest'
import { rodaPlan } from '#circle/plan.ts'
import { toldPlan } from '#contracts/told-plans.ts'
import { sharesLine, sharesOutcome } from './shares-text.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const roda = { amount: 100, months: 10 }
const plan = toldPlan(rodaPlan({ amountCents: 10_000, months: 10 }))

test('a person with two places reads what they give with both, and that each receives, by the plan that they accepted', () => {
  expect(plain(sharesOutcome(plan, 2))).toBe(
    'Você dá R$ 200,00 por mês, por 10 meses, e recebe R$ 1.000,00 duas vezes.',
  )
  expect(plain(sharesOutcome(plan, 1))).toBe('Você dá R$ 100,00 por mês, por 10 meses, e recebe R$ 1.000,00 uma vez.')
})

test('more places are offered while they may be taken, and where the plan has room', () => {
  expect(sharesLine({ ...roda, shares: 1, most: 2, why: null })).toBe('Você tem um lugar na roda. Quer mais?')
  expect(sharesLine({ ...roda, shares: 2, most: 2, why: null })).toBe('Você tem dois lugares na roda')
  expect(sharesLine({ ...roda, shares: 1, most: 1, why: null })).toBeNull()
  expect(sharesLine({ ...roda, shares: 2, most: 3, why: 'As contribuições já começaram.' })).toBeNull()
})
