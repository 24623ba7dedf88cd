import { expect, test } from 'vitest'
import { ownBeginningQuery } from '#web/features/beginning/api.ts'
import { consentQuery } from '#web/features/circle/consent/api.ts'
import { drawsQuery } from '#web/features/draw/api.ts'
import { forecastQuery } from '#web/features/forecast/api.ts'
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

test('what home cannot say anything without is asked for again by itself where it failed, and a forecast that is computed as soon', () => {
  const asksIn = ({ refetchInterval }: { refetchInterval?: unknown }, state: object) =>
    (refetchInterval as (query: object) => number | false)({ state })
  for (const query of [forecastQuery, consentQuery, drawsQuery, ownBeginningQuery]) {
    expect(asksIn(query, { data: undefined, fetchFailureCount: 1 })).toBe(30_000)
    expect(asksIn(query, { data: {}, fetchFailureCount: 0 })).toBe(false)
  }
  expect(asksIn(forecastQuery, { data: { pending: true }, fetchFailureCount: 0 })).toBe(1_000)
})
