import type { Query } from '@tanstack/react-query'
import {
  persistQueryClientRestore,
  persistQueryClientSave,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client'
import type { PersistedClient, Persister } from '@tanstack/react-query-persist-client'
import { forgetLedger } from './kept-ledger.ts'
import { pageVersion } from './new-version.ts'
import { quietly } from './quietly.ts'
import { PERSISTED_MS, queryClient } from './query.ts'
import { readSealed, removeSealed } from './sealed-store.ts'
import { SEEN_KEY, createWriter, withQueries } from './query-writer.ts'

/**
 * The first part of the keys that are persisted. A receipt, for one, is opened once, and its address ends soon
 * anyway.
 */
const persisted: readonly unknown[] = ['donations', 'circle', 'profile', 'reports', 'notices']

/** Whose readings are being persisted, and how to stop. */
let persisting: { readonly userId: string; readonly stop: () => void } | null = null

/**
 * Persists on this device, sealed, what `userId` reads, so that it can be read again without network, and restores what was
 * persisted before; what is newer in memory stays. Another person's is removed, and that of another version of the pages, whose
 * answers may have had another shape; nothing is kept longer than seven days after it was read. Answers how to stop.
 */
export function persistQueries(userId: string): () => void {
  const writer = createWriter()
  let isStopped = false
  let unsubscribe = () => {}
  const persister: Persister = {
    restoreClient: async () => {
      const found = await restoreQueries()
      // The person may have signed out while the device was slow.
      return isStopped ? undefined : found
    },
    persistClient: writer.writeSoon,
    removeClient: remove,
  }
  const buster = `${userId} ${pageVersion()}`
  const options = { queryClient, persister, maxAge: PERSISTED_MS, buster, dehydrateOptions }
  const follow = () => {
    if (isStopped) return
    unsubscribe = persistQueryClientSubscribe(options)
    void persistQueryClientSave(options)
  }
  const stop = () => {
    isStopped = true
    unsubscribe()
    writer.stop()
  }
  persisting = { userId, stop }
  // Nothing is written before what was persisted is restored, however long that takes: it would be lost. Where
  // nothing can be restored, the screens show what the server says, as ever.
  void persistQueryClientRestore(options).then(follow, follow)
  return stop
}

const dehydrateOptions = {
  shouldDehydrateQuery: ({ queryKey, state }: Pick<Query, 'queryKey' | 'state'>) =>
    state.data !== undefined && persisted.includes(queryKey[0]) && isFresh(state),
  shouldDehydrateMutation: () => false,
}

function isFresh({ dataUpdatedAt }: { readonly dataUpdatedAt: number }): boolean {
  return dataUpdatedAt > Date.now() - PERSISTED_MS
}

const NOT_ASKED_YET = { isInvalidated: true, dataUpdateCount: 0, errorUpdateCount: 0 }

/**
 * The persisted queries that are not too old; none where the browser stores nothing. All are to be asked for again, also
 * what was read seconds ago: only by asking does the page know, and say, that there is no network. None was asked for yet:
 * counts of an earlier visit would pass for answers of this one (`isFetchedAfterMount`).
 */
async function restoreQueries(): Promise<PersistedClient | undefined> {
  const client = await quietly(() => readSealed<PersistedClient>(SEEN_KEY))
  return (
    client &&
    withQueries(client, (queries) =>
      queries
        .filter(({ state }) => isFresh(state))
        .map((query) => ({ ...query, state: { ...query.state, ...NOT_ASKED_YET } })),
    )
  )
}

/**
 * Removes what was persisted, as `userId` leaves the screen (null: nobody was on it): of what they read nothing is written any more,
 * and what is being written is removed after. Of somebody else, whose screen may stand by then, it goes on.
 */
export async function removePersisted(userId: string | null): Promise<void> {
  if (persisting?.userId === userId) persisting?.stop()
  await remove()
  await forgetLedger()
}

function remove(): Promise<void> {
  return quietly(() => removeSealed(SEEN_KEY))
}
