import { readStored } from './storage.ts'

const RETRY_MS = 3_000

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
  while (!signal.aborted) {
    await readStream(signal, onChange).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

async function readStream(signal: AbortSignal, onChange: () => void): Promise<void> {
  const { token } = readStored()
  if (!token) return
  const response = await fetch('/api/events', { headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' }, signal })
  if (!response.ok || !response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let buffered = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    buffered += value
    const messages = buffered.split('\n\n')
    buffered = messages.pop()!
    if (messages.some((message) => message.includes('event:'))) onChange()
  }
}
