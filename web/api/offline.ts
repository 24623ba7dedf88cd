import { dehydrate, hydrate } from '@tanstack/react-query'
import type { DehydratedState } from '@tanstack/react-query'
import { del, get, set } from 'idb-keyval'
import { KEPT_MS, queryClient } from './query.ts'

const KEY = 'ciranda-visto'
const WRITE_AFTER_MS = 400

// What a member last saw of their own: not what they open once, like a receipt, whose address soon ends anyway.
const kept = new Set(['donations', 'circle', 'profile', 'reports'])

let endKeeping = () => {}

type Kept = { readonly userId: string; readonly at: number; readonly state: DehydratedState }

/** Has the browser keep the app for when there is no network; only where it is served built, and only for who is signed in. */
export function keepApp(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Refused in private windows of some browsers: the app works without.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}

/**
 * Keeps on this device what `userId` reads, so that it can be read again without network, and brings back what was kept;
 * what is newer in memory stays. Another person's is thrown away. Answers how to stop.
 */
export function keepWhatIsRead(userId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    timer = undefined
    const state = dehydrate(queryClient, {
      shouldDehydrateQuery: ({ queryKey, state: { data } }) => data !== undefined && kept.has(String(queryKey[0])),
    })
    // What could not be read again is still what was last seen.
    for (const query of state.queries) query.state = { ...query.state, status: 'success', error: null }
    set(KEY, { userId, at: Date.now(), state } satisfies Kept).catch(() => undefined)
  }
  const writeSoon = () => {
    timer ??= setTimeout(write, WRITE_AFTER_MS)
  }
  // Who leaves at once has read it all the same; a phone may never come back to the page.
  const writeNow = () => {
    if (timer === undefined || document.visibilityState !== 'hidden') return
    clearTimeout(timer)
    write()
  }
  let stop = () => {}
  let isStopped = false
  const follow = () => {
    if (isStopped) return
    stop = queryClient.getQueryCache().subscribe(({ type }) => type === 'updated' && writeSoon())
    document.addEventListener('visibilitychange', writeNow)
    writeSoon()
  }
  const end = () => {
    isStopped = true
    clearTimeout(timer)
    stop()
    document.removeEventListener('visibilitychange', writeNow)
  }
  endKeeping = end
  // Nothing is written before what was kept is back, however long that takes: it would be lost. A browser that keeps nothing shows what the server says, as ever.
  void bringBack(userId).then(follow, follow)
  return end
}

async function bringBack(userId: string): Promise<void> {
  const found = await get<Kept>(KEY)
  if (!found) return
  if (found.userId !== userId || found.at < Date.now() - KEPT_MS) await del(KEY)
  else hydrate(queryClient, found.state)
}

/** Nothing of a person's stays on a device they signed out of: what was about to be written is not, and what is being written is deleted after. */
export async function forgetWhatWasRead(): Promise<void> {
  endKeeping()
  await del(KEY).catch(() => undefined)
}
