import { EVENTS_HEARTBEAT_MS } from '#contracts/limits.ts'
import { refreshOnce, SIGNED_OUT } from './client.ts'
import { readStored } from './storage.ts'

const RETRY_MS = 3_000
const RETRY_MS_MAX = 60_000
/**
 * A connection on which nothing came for so long is dead, though no one said so: a phone changed its network, a proxy
 * forgot it.
 */
const SILENCE_MS_MAX = 2.5 * EVENTS_HEARTBEAT_MS
/** How often a page without a stream of its own asks for everything. */
const DISPLACED_MS = 60_000
/**
 * Data read while the stream was being opened may be older than the stream; it is asked for again once the page has
 * settled.
 */
const SETTLE_MS = 2_500

/**
 * Listens to the server's events until stopped, or until the session has ended, and says when something changed for the
 * caller, and when a connection was made anew, since what happened meanwhile was not heard. Read by fetch, because an
 * EventSource cannot carry a token.
 */
export function listenToEvents(onChange: () => void): () => void {
  const stop = new AbortController()
  void listen(stop.signal, onChange)
  return () => stop.abort()
}

/** How one connection ended: it never opened, it was open for a while, another page took its place, or the session is over. */
type Ending = 'not-opened' | 'was-open' | 'displaced' | 'signed-out'

async function listen(signal: AbortSignal, onChange: () => void): Promise<void> {
  let retryMs = RETRY_MS
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const ending = await connect(signal, onChange, isFirst).catch((): Ending => 'not-opened')
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

/**
 * Waits until somebody turns to this page, after another one of the same person took the place of its stream. Taking it back
 * at once would displace the next. Meanwhile everything is asked for once a minute, where the page is seen beside others.
 */
function turnedTo(signal: AbortSignal, onChange: () => void): Promise<void> {
  return new Promise((resolve) => {
    const asking = setInterval(() => document.visibilityState === 'visible' && onChange(), DISPLACED_MS)
    const end = () => {
      clearInterval(asking)
      document.removeEventListener('visibilitychange', show)
      removeEventListener('focus', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const show = () => document.visibilityState === 'visible' && end()
    document.addEventListener('visibilitychange', show)
    addEventListener('focus', end)
    signal.addEventListener('abort', end)
  })
}

/** Opens the stream, with a renewed token where the present one has run out, and reads it to its end. */
async function connect(signal: AbortSignal, onChange: () => void, isFirst: boolean): Promise<Ending> {
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
      if (!isRenewed || !renewed) return 'signed-out'
      response = await open(renewed, connection.signal)
      // A renewed token that is refused too: waiting will not help, asking the server for anything else will tell.
      if (response.status === 401) return 'signed-out'
    }
    if (!response.ok || !response.body) return 'not-opened'
    let isDisplaced = false
    await readStream(response.body, silence.heard, (names) => {
      if (signal.aborted) return
      isDisplaced = names.includes('displaced')
      if (isDisplaced) return
      const isOpening = names.every((name) => name === 'open')
      if (isFirst && isOpening) setTimeout(() => signal.aborted || onChange(), SETTLE_MS)
      else onChange()
    }).catch(() => undefined)
    return isDisplaced ? 'displaced' : 'was-open'
  } finally {
    silence.stop()
    signal.removeEventListener('abort', end)
    connection.abort()
  }
}

function open(token: string, signal: AbortSignal): Promise<Response> {
  return fetch('/api/events', { headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' }, signal })
}

/** Reads to the end; tells of everything that came, heartbeats too, and of the events by name. */
async function readStream(
  body: ReadableStream<BufferSource>,
  onHeard: () => void,
  onEvents: (names: string[]) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let buffered = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onHeard()
    buffered += value
    const messages = buffered.split('\n\n')
    buffered = messages.pop()!
    const names = messages.map((message) => /^event: ?(\S+)/m.exec(message)?.[1]).filter((name) => name !== undefined)
    if (names.length > 0) onEvents(names)
  }
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
