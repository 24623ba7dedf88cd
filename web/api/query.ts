import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'

/** Asks again only where asking again may help: the server away or in trouble, never when it said no. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && error instanceof ApiError && (error.isOffline || error.status >= 500),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
