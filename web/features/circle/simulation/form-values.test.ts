import type { OutcomePoint, PlanOutcome } from '#contracts/simulation.ts'
import { expect, test } from 'vitest'
import { presets, rodaPlan } from '#circle/plan.ts'
import { outcomeFigures } from '#contracts/outcome-points.ts'
import { endOf } from '#web/features/circle/roda-outcome.ts'
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

test('a roda is asked about until its end, in which everybody is at zero: later months would tell of another rotation', () => {
  const plan = rodaPlan({ amountCents: 10_000, months: 11 })
  const outcome: PlanOutcome = {
    plan: { name: 'roda', version: 1, balanced: true, turn: { donation: 100, required: 11 } },
    members: 12,
    futures: 200,
    at: '2026-11-10T12:00:00.000Z',
    ...outcomeFigures(plan, 12),
  }
  const end = endOf(outcome)
  const asked = valuesOf(outcome, end)
  expect(asked.months).toBe('11')
  expect(parseSettings(plan, asked, end)).toMatchObject({ settings: { months: 11 } })
  expect(parseSettings(plan, { ...asked, months: '12' }, end)).toEqual({
    fault: 'A roda termina no mês 11: os meses são um número inteiro, de 1 a 11.',
  })
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
