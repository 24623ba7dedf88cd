import { queryOptions } from '@tanstack/react-query'
import type { CircleForecast, ForecastPlace } from '#contracts/forecast.ts'
import { request } from '#web/api/client.ts'
import { againAfterFailure, forecastKey } from '#web/api/query.ts'

export type { CircleForecast, ForecastPlace }

/** How soon one looks again for what nobody waited for. */
const SOON_MS = 1_000

/**
 * When each place has its turn. It changes with the circle, and live events say so; the day alone changes little. The
 * server answers without the futures that it still computes, and is asked for them a moment later.
 */
export const forecastQuery = queryOptions({
  queryKey: forecastKey,
  queryFn: () => request('GET /circle/forecast'),
  staleTime: 60_000,
  refetchInterval: (query) => (query.state.data?.pending ? SOON_MS : againAfterFailure(query)),
})

/** The names of those places whose holders the reader knows already. */
export const knownPlacesQuery = queryOptions({
  queryKey: ['circle', 'known-places'],
  queryFn: () => request('GET /circle/known-places'),
  staleTime: 60_000,
})
