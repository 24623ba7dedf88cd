import { expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { planFormOf, owedTargets } from '#contracts/plans.ts'
import { deductionsText } from './terms-text.ts'

const levels = planFormOf(presets.termos).levels.map(({ donation, required, owed }) => ({
  pays: donation * required,
  owed: owed.map((item) => ({ ...item, target: owedTargets[item.type] })),
  owed_total: owed.reduce((sum, { amount, count }) => sum + amount * count, 0),
}))
const plain = (level: (typeof levels)[number]) => deductionsText(presets.termos, level).replaceAll('\u00a0', ' ')

test('the terms say where each deduction of the third level goes, as the specification’s do', () => {
  expect(plain(levels[2]!)).toBe(
    'Ao completar, R$ 3.200,00 vão para a conta administrativa (2 × R$ 1.600,00, ADM N3) e R$ 8.000,00 de reforço para a fila N3 (4 × R$ 1.600,00, Reforço N3; R$ 1.600,00, Pagamento Final N3). São R$ 11.200,00 ao todo; ficam R$ 32.000,00.',
  )
})

test('the first level names the queues, and a level that owes nothing says so', () => {
  expect(plain(levels[0]!)).toBe(
    'Ao completar, R$ 200,00 vão para a fila N2 (R$ 200,00, Upgrade N2) e R$ 100,00 para a fila N1 (R$ 100,00, Cascata N1). São R$ 300,00 ao todo; ficam R$ 0,00.',
  )
  expect(deductionsText(presets.termos, { owed: [], owed_total: 0, pays: 300 })).toBe('Nada é devido ao completar.')
})
