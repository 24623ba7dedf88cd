import { expect, test } from 'vitest'
import type { CircleForecast, ForecastPlace } from '#contracts/forecast.ts'
import { restOf } from './rest-of-roda.ts'

const place = (of: Partial<ForecastPlace>): ForecastPlace => ({
  level: 1,
  position: 1,
  receiver: false,
  own: false,
  moved: null,
  turns: [{ begins: null, ends: null, running: false }],
  missed: [],
  ...of,
})
const forecast = (places: readonly ForecastPlace[]): CircleForecast => ({
  at: '2026-11-10T12:00:00.000Z',
  seq: 1,
  months: ['2026-11', '2028-10'],
  asked: false,
  futures: 0,
  pending: false,
  places: [...places],
})

test('who has a place alone reads so, and of no month to which nobody comes', () => {
  expect(restOf(forecast([place({ own: true })]))?.title).toBe('Só você tem lugar')
  expect(restOf(forecast([place({ own: true }), place({ position: 2 })]))?.title).toBe(
    'A sua vez vem depois de outubro de 2028',
  )
  expect(restOf(forecast([]))?.title).toBe('Falta a ordem de quem recebe')
})
