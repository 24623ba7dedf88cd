import type { OutcomePoint } from '#contracts/simulation.ts'
import { expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { outcomeFigures } from '#contracts/outcome-points.ts'
import { differences, parseSettings, valuesOf } from './form-values.ts'

const defaultValues = valuesOf({ members: 100, points: [{ months: 12 }, { months: 24 }] as OutcomePoint[] })

test('typed values become settings, and invalid ones are refused in words', () => {
  expect(parseSettings(presets.termos, defaultValues)).toEqual({
    settings: { plan: presets.termos, members: 100, months: 24, missed: 0.05, accepted: 1, seed: 1 },
    futures: 200,
  })
  for (const [changed, fault] of [
    [{ members: '1' }, 'O número de participantes deve ser um número inteiro, de 2 a 100.'],
    [{ members: '' }, 'O número de participantes deve ser um número inteiro, de 2 a 100.'],
    [{ months: '12,5' }, 'O número de meses deve ser um número inteiro, de 1 a 120.'],
    [{ missed: '101' }, 'Contribuições não pagas: um número inteiro de 0 a 100.'],
    [{ accepted: '-1' }, 'Avanços aceitos: um número inteiro de 0 a 100.'],
    [{ futures: '10001' }, 'O número de futuros deve ser um número inteiro, de 1 a 10000.'],
    [{ seed: '9007199254740992' }, 'A semente deve ser um número inteiro, de 0 a 9007199254740991.'],
  ] as const) {
    expect(parseSettings(presets.termos, { ...defaultValues, ...changed })).toEqual({ fault })
  }
})

test('every figure that differs is counted, and a point that is missing counts whole', () => {
  const shown = outcomeFigures(presets.rotativo, 6)
  const { points, paths } = shown
  const withPoints = (changed: typeof points) => ({ points: changed, paths })
  expect(differences(shown, withPoints(points.toReversed()))).toBe(0)
  expect(differences(withPoints([{ ...points[0]!, behind: 99, median: 1234 }, ...points.slice(1)]), shown)).toBe(2)
  expect(differences(withPoints(points.slice(1)), shown)).toBe(11)
  expect(differences(shown, withPoints(points.slice(1)))).toBe(11)
  const [first, ...rest] = paths
  expect(differences(shown, { points, paths: [{ ...first!, deepest: 1, zero_month: 3 }, ...rest] })).toBe(2)
  const shorter = { ...first!, behind: first!.behind.slice(1) }
  expect(differences(shown, { points, paths: [shorter, ...rest] })).toBeGreaterThan(0)
  expect(differences(shown, { points, paths: rest })).toBeGreaterThan(100)
})
