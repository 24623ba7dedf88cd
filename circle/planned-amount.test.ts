import { expect, test } from 'vitest'
import { presets } from './plan.ts'
import { isPlannedAmount } from './planned-amount.ts'

test('a plan asks for the donation of each level and for what it owes, and for nothing else', () => {
  const { rotativo, termos } = presets
  const asks = (plan: typeof termos, type: string, amountCents: number, target: unknown) =>
    isPlannedAmount(plan, { type, amountCents, target })
  expect(asks(rotativo, 'PULL', 10_000, 1)).toBe(true)
  expect(asks(rotativo, 'SETTLEMENT', 160_000, 3)).toBe(true)
  expect(asks(termos, 'UPGRADE_N2', 20_000, 2)).toBe(true)
  for (const [type, amountCents, target] of [
    ['PULL', 50_000, 1],
    ['PULL', 20_000, 1],
    ['PULL', 10_000, 'administration'],
    ['PULL', 10_000, 4],
    ['UPGRADE_N2', 20_000, 3],
    ['UPGRADE_N2', 10_000, 1],
    ['SOMETHING', 10_000, 1],
  ] as const)
    expect(asks(termos, type, amountCents, target), `${type} ${amountCents} ${target}`).toBe(false)
})
