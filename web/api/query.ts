import { QueryClient } from '@tanstack/react-query'
import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { ApiError } from './client.ts'
import { readStored } from './storage.ts'

/** How long something read may be shown again without network: longer, it would mislead. */
export const KEPT_MS = 7 * 86_400_000

/** Asks again only where asking again may help: the server away or in trouble, never when it said no. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: KEPT_MS,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && error instanceof ApiError && (error.isOffline || error.status >= 500),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Asks for what a member's page will show as soon as its file is here, while the profile is still being read. */
export function warm<T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>): void {
  if (readStored().user?.role === 'USER') void queryClient.prefetchQuery(query)
}
