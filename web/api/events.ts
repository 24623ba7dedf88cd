import { readStored } from './storage.ts'

const RETRY_MS = 3_000
/** What a page read while the stream was being opened may be older than it; it is asked for again once the page has settled. */
const SETTLE_MS = 2_500

/**
 * Listens to the server's events until stopped, and says when something changed for the caller, and when a connection was
 * made anew, since what happened meanwhile was not heard. Read by fetch, because an EventSource cannot carry a token.
 */
export function listenToEvents(onChange: () => void): () => void {
  const stop = new AbortController()
  void listen(stop.signal, onChange)
  return () => stop.abort()
}

async function listen(signal: AbortSignal, onChange: () => void): Promise<void> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    await readStream(signal, onChange, isFirst).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

async function readStream(signal: AbortSignal, onChange: () => void, isFirst: boolean): Promise<void> {
  const { token } = readStored()
  if (!token) return
  const response = await fetch('/api/events', {
    headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
    signal,
  })
  if (!response.ok || !response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let buffered = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    buffered += value
    const messages = buffered.split('\n\n')
    buffered = messages.pop()!
    const names = messages.map((message) => /^event: ?(\S+)/m.exec(message)?.[1]).filter((name) => name !== undefined)
    if (isFirst && names.length > 0 && names.every((name) => name === 'open'))
      setTimeout(() => signal.aborted || onChange(), SETTLE_MS)
    else if (names.length > 0) onChange()
  }
}
