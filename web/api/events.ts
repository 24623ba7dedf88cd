import { EVENTS_HEARTBEAT_MS } from '#contracts/limits.ts'
import { setReachable } from './connection.ts'
import { isOver, refreshOnce, SIGNED_OUT } from './client.ts'
import { readStored } from './storage.ts'
import { callAddress } from './server-address.ts'
import { readStream } from './read-stream.ts'
import type { ServerEvent } from './read-stream.ts'
import { turnedTo } from './turned-to.ts'

const RETRY_MS = 3_000
const RETRY_MS_MAX = 60_000
/**
 * A connection on which nothing came for so long is dead, though no one said so: a phone changed its network, a proxy
 * forgot it.
 */
const SILENCE_MS_MAX = 2.5 * EVENTS_HEARTBEAT_MS
/** A page settles for so long before it asks again for what may have changed before its stream was open. */
const SETTLE_MS = 2_500

/**
 * Called when something may have changed: any of what was read, or only what was read before an instant (epoch ms, by
 * this device's clock): before 0, nothing that was read.
 */
type OnChange = (readBefore?: number) => void

/**
 * Listens to the server's events until stopped, or until the session has ended, and says when something changed for the
 * caller, or may have while nothing was heard. Read by fetch, because an EventSource cannot carry a token.
 */
export function listenToEvents(onChange: OnChange): () => void {
  const stop = new AbortController()
  void listen(stop.signal, onChange)
  return () => stop.abort()
}

/** An instant by both clocks of the device: one may stand while it sleeps, the other may be set back. */
type Instant = { readonly date: number; readonly running: number }
const pageBegan: Instant = { date: performance.timeOrigin, running: 0 }
const thisInstant = (): Instant => ({ date: Date.now(), running: performance.now() })
const msSince = ({ date, running }: Instant) => Math.max(Date.now() - date, performance.now() - running)

/** Until when nothing was missed: all that a page shows was read after it began, or is kept from before. */
type Known = { until: Instant }

/** How one connection ended: it never opened, it was open for a while, another page took its place, or the session is over. */
type Ending = 'not-opened' | 'was-open' | 'displaced' | 'signed-out'

async function listen(signal: AbortSignal, onChange: OnChange): Promise<void> {
  let retryMs = RETRY_MS
  const known: Known = { until: pageBegan }
  while (!signal.aborted) {
    const ending = await connect(signal, onChange, known).catch((): Ending => 'not-opened')
    if (signal.aborted) return
    if (ending === 'signed-out') {
      dispatchEvent(new Event(SIGNED_OUT))
      return
    }
    if (ending === 'displaced') {
      await turnedTo(signal, onChange)
      continue
    }
    // A server that is down is asked ever more seldom.
    retryMs = ending === 'was-open' ? RETRY_MS : Math.min(retryMs * 2, RETRY_MS_MAX)
    await new Promise((resolve) => setTimeout(resolve, ending === 'was-open' ? RETRY_MS : retryMs))
  }
}

/** Opens the stream, with a renewed token where the present one has run out, and reads it to its end. */
async function connect(signal: AbortSignal, onChange: OnChange, known: Known): Promise<Ending> {
  const { token } = readStored()
  if (!token) return 'signed-out'
  const connection = new AbortController()
  const end = () => connection.abort()
  signal.addEventListener('abort', end)
  const silence = watchSilence(end)
  try {
    let response = await open(token, connection.signal)
    if (response.status === 401) {
      const isRenewed = readStored().token !== token || (await refreshOnce())
      const renewed = readStored().token
      if (!isRenewed || !renewed) return isOver(token) ? 'signed-out' : 'not-opened'
      response = await open(renewed, connection.signal)
      // A renewed token that is refused too: waiting will not help, asking the server for anything else will tell.
      if (response.status === 401) return isOver(renewed) ? 'signed-out' : 'not-opened'
    }
    if (!response.ok || !response.body) return 'not-opened'
    setReachable(true)
    let isDisplaced = false
    await readStream(response.body, (events, isWhole) => {
      silence.heard()
      if (signal.aborted || isDisplaced) return
      isDisplaced = events.some(({ name }) => name === 'displaced')
      if (isDisplaced) known.until = thisInstant()
      else if (events.some(({ name }) => name !== 'open')) onChange()
      else if (events.length > 0) tellOpening(events.at(-1)!, { signal, onChange, known })
      if (isWhole) known.until = thisInstant()
    }).catch(() => undefined)
    return isDisplaced ? 'displaced' : 'was-open'
  } finally {
    silence.stop()
    signal.removeEventListener('abort', end)
    connection.abort()
  }
}

function open(token: string, signal: AbortSignal): Promise<Response> {
  return fetch(callAddress('/events'), {
    headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
    signal,
  })
}

/** A stream has opened: nothing is asked again that is known to be as it was read, and only what could not be read is. */
function tellOpening(
  { data }: ServerEvent,
  { signal, onChange, known }: { signal: AbortSignal; onChange: OnChange; known: Known },
): void {
  const unheardMs = msSince(known.until)
  const isQuiet = unheardMs < ((JSON.parse(data) as { quiet_ms?: number }).quiet_ms ?? 0)
  const readBefore = isQuiet ? Date.now() - unheardMs : undefined
  if (known.until === pageBegan) setTimeout(() => signal.aborted || onChange(readBefore), SETTLE_MS)
  else if (isQuiet) onChange(0)
  else onChange()
}

/** Calls `onSilent` when nothing was heard for too long, also while the connection is still being opened. */
function watchSilence(onSilent: () => void) {
  let timer = setTimeout(onSilent, SILENCE_MS_MAX)
  return {
    heard: () => {
      clearTimeout(timer)
      timer = setTimeout(onSilent, SILENCE_MS_MAX)
    },
    stop: () => clearTimeout(timer),
  }
}
