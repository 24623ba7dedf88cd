import { queryOptions } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'

/** How many notices are new to the reader. */
export const unreadQuery = queryOptions({
  queryKey: ['notices', 'unread'],
  queryFn: async () => (await request('GET /me/notices/unread')).unread,
  retry: false,
})

/** How many of the reader's reports are not resolved. */
export const unresolvedQuery = queryOptions({
  queryKey: ['donations', 'reports', 'unresolved'],
  queryFn: async () =>
    (await request('GET /donations/reports', { query: { page: '1', limit: '100', resolved: 'false' } })).pagination
      .totalItems,
  refetchInterval: 30_000,
  retry: false,
})
