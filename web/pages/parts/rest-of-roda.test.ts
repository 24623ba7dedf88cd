import { expect, test } from 'vitest'
import type { CircleForecast } from '#web/features/forecast/api.ts'
import { restOf, turnBeside } from './rest-of-roda.ts'

const forecast = {
  months: ['2026-11'],
  asked: true,
  places: [{ own: true, receiver: false, had: false, turns: [{ begins: '2026-12', ends: '2026-12', running: false }] }],
} as unknown as CircleForecast

test('while terms wait to be accepted nobody reads that nothing is to be done', () => {
  expect(restOf(forecast, false)).toMatchObject({ text: 'Nada a fazer agora.', kind: 'turn' })
  expect(restOf(forecast, true)).toMatchObject({ action: 'Ler os termos', to: '/accept-terms' })
})

test('the turn that is promised for after the terms stands nowhere else before, nor does one that was had', () => {
  expect(turnBeside(forecast, false)).toBe('a sua vez é em dezembro de 2026')
  expect(turnBeside(forecast, true)).toBeNull()
  const had = { ...forecast, places: forecast.places.map((place) => ({ ...place, had: true })) }
  expect(turnBeside(had, false)).toBeNull()
  expect(turnBeside(undefined, false)).toBeNull()
})
