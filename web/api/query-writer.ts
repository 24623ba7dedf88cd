import type { PersistedClient } from '@tanstack/react-query-persist-client'
import { quietly } from './quietly.ts'
import { writeSealed } from './sealed-store.ts'

export const SEEN_KEY = 'ciranda-visto'
const WRITE_AFTER_MS = 400

/** Writes a moment after the last reading, or at once when the page is left: a phone may never come back to it. */
export function createWriter() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: PersistedClient | undefined
  let isWriting = false
  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    // One write at a time: sealing takes as long as it takes, and the older must not come after the newer.
    if (!waiting || isWriting) return
    const seen = asLastSeen(waiting)
    waiting = undefined
    isWriting = true
    await quietly(() => writeSealed(SEEN_KEY, seen))
    isWriting = false
    void write()
  }
  const writeWhenLeft = () => {
    if (document.visibilityState === 'hidden') void write()
  }
  document.addEventListener('visibilitychange', writeWhenLeft)
  return {
    writeSoon: (client: PersistedClient) => {
      waiting = client
      timer ??= setTimeout(() => void write(), WRITE_AFTER_MS)
    },
    stop: () => {
      clearTimeout(timer)
      waiting = undefined
      document.removeEventListener('visibilitychange', writeWhenLeft)
    },
  }
}

/** A query whose refetch failed still holds the data that was last seen. */
function asLastSeen(client: PersistedClient): PersistedClient {
  return withQueries(client, (queries) =>
    queries.map((query) => ({ ...query, state: { ...query.state, status: 'success', error: null } })),
  )
}

type Queries = PersistedClient['clientState']['queries']

export function withQueries(client: PersistedClient, change: (queries: Queries) => Queries): PersistedClient {
  return { ...client, clientState: { ...client.clientState, queries: change(client.clientState.queries) } }
}
