import { notifyManager, QueryClient } from '@tanstack/react-query'
import type { FetchQueryOptions, QueryKey, QueryState } from '@tanstack/react-query'
import { ApiError, NO_ANSWER } from './client.ts'
import { isConnected, onConnectionChange } from './connection.ts'
import { onForgetting } from './forget.ts'
import { isMember, readStored } from './storage.ts'

// Told before the next tap is handled, so that the second of a double one already meets a button that waits.
notifyManager.setScheduler(queueMicrotask)

/** How long something read may be shown again without network: longer, it would mislead. */
export const PERSISTED_MS = 7 * 86_400_000

/** Asks again only where asking again may help: the server away or in trouble, never when it said no, or nothing for long. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: PERSISTED_MS,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && error.message !== NO_ANSWER && error.isTrouble,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

onForgetting(() => queryClient.clear())

/** The queries of when each place has its turn, and of what the circle has done: held to the ledger as they are shown. */
export const forecastKey = ['circle', 'forecast'] as const
export const resultKey = ['circle', 'result'] as const
/** And of the devices that sign for somebody. */
export const devicesKey = ['device-keys'] as const
/** And of cases: below a member's donations, so that refreshing those also refreshes them. */
export const casesKey = ['donations', 'reports', 'case'] as const

/** When (epoch ms) this page began: what it shows from before was told to another, which may have been of another version. */
export const PAGE_BEGAN_AT = Date.now()

type AnyQuery = { readonly queryKey: QueryKey; readonly queryFn?: unknown }

/** The first readings of a member's page: those open to every member, and those for approved ones. */
export type PageQueries = { readonly all: readonly AnyQuery[]; readonly approved?: readonly AnyQuery[] }

/** Asks for what a member's page will show as soon as its file is here, while the profile is still being read. */
export function prefetch({ all, approved = [] }: PageQueries): void {
  const { user } = readStored()
  if (!user || !isMember(user)) return
  for (const query of [...all, ...(user.adminApproved ? approved : [])])
    void queryClient.prefetchQuery(query as FetchQueryOptions)
}

/** Whether a reading failed, and was not refused: what the server says no to it says no to again. */
const hasFailed = ({ status, error }: QueryState) =>
  status === 'error' && (!(error instanceof ApiError) || error.isTrouble)

/**
 * Asks again for what the page shows, where it may have changed: all of it, or what was read before an instant (epoch ms), and in any
 * case what could not be read. What an act that is still being sent is about is read again when it is done: half done, it would be
 * shown as done.
 */
export function askAgain(client: QueryClient, readBefore = Number.POSITIVE_INFINITY): Promise<void> {
  const isBeingChanged = ([first]: QueryKey) => client.isMutating({ mutationKey: [first] }) > 0
  return client.invalidateQueries({
    predicate: ({ queryKey, state }) =>
      (state.dataUpdatedAt < readBefore || hasFailed(state)) && !isBeingChanged(queryKey),
  })
}

/**
 * Asks again for what the page could not read, whenever there is a way to the server again; answers how to stop. How the asking
 * itself fares counts for nothing: of two readings one may find the server away and the other find it there, each time anew.
 */
export function askOnceReachable(client: QueryClient): () => void {
  let isAsking = false
  return onConnectionChange(({ type }) => {
    if (isAsking || (type !== 'online' && !isConnected())) return
    isAsking = true
    void askAgain(client, 0).finally(() => (isAsking = false))
  })
}

const AFTER_FAILURE_MS = 30_000

/** How soon a reading is asked for again that failed: one whose failure the screen does not say, or that it promises will come. */
export const againAfterFailure = ({ state }: { readonly state: { readonly fetchFailureCount: number } }) =>
  state.fetchFailureCount > 0 ? AFTER_FAILURE_MS : false
