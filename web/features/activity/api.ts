import { queryOptions } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'

const REFRESH_MS = 30_000

/** The ledger's last entries: enough that a month's pull does not push everything else off. */
export const recentQuery = queryOptions({
  queryKey: ['admin', 'activity'],
  queryFn: () => request('GET /ledger', { query: { page: '1', limit: '100', order: 'newest' } }),
  refetchInterval: REFRESH_MS,
})
