import { queryOptions } from '@tanstack/react-query'
import type { CircleForecast, ForecastPlace } from '#contracts/forecast.ts'
import { request } from '#web/api/client.ts'

export type { CircleForecast, ForecastPlace }

/** When each place has its turn. It changes with the circle, and live events say so; the day alone changes little. */
export const forecastQuery = queryOptions({
  queryKey: ['circle', 'forecast'],
  queryFn: () => request('GET /circle/forecast'),
  staleTime: 60_000,
})
