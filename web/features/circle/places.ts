import { queryOptions } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'
import { forecastKey } from '#web/api/query.ts'

/** The places of a roda by its forecast: whose turn runs, and which had theirs. It shares what the forecast's own pages read. */
export const placesQuery = queryOptions({
  queryKey: forecastKey,
  queryFn: () => request('GET /circle/forecast'),
  staleTime: 60_000,
  select: ({ places }) => places,
})
