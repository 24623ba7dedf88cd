import type { EventEmitter } from 'node:events'
import { Session } from 'node:inspector/promises'

const IDLE_MS = 10_000

/**
 * Has V8 collect once after the start of a server, and after each busy time, when nothing has been asked for a while: else it keeps
 * a third of the memory of an idle process until something needs it.
 */
export function collectWhenIdle(server: EventEmitter, collect: () => unknown = collectGarbage): void {
  const waiting = setTimeout(collect, IDLE_MS).unref()
  server.on('request', () => waiting.refresh())
}

export async function collectGarbage(): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}
