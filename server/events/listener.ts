import type { ServerResponse } from 'node:http'
import type { Audience } from './remember-changes.ts'

/**
 * The maximum unsent bytes for a slow reader. A stream beyond it is closed; the client reconnects and refetches
 * everything.
 */
const UNSENT_BYTES_MAX = 64 * 1024

/** The longest that an ended stream may take to reach its client. */
const END_MS_MAX = 5_000

export type Listener = {
  readonly actor: Audience
  readonly send: (text: string) => void
  /** Whether text written earlier is still unsent. */
  readonly isStuck: () => boolean
  /** Ends the stream, for a client that reads. */
  readonly end: () => void
  /** Ends the connection of a client that does not read. */
  readonly disconnect: () => void
}

export function listenerOf(actor: Audience, raw: ServerResponse, forget: () => void): Listener {
  const disconnect = () => {
    forget()
    raw.destroy()
  }
  raw.on('close', forget)
  return {
    actor,
    send: (text) => {
      if (raw.writableLength > UNSENT_BYTES_MAX) disconnect()
      else raw.write(text)
    },
    isStuck: () => raw.writableLength > 0,
    end: () => {
      forget()
      const late = setTimeout(disconnect, END_MS_MAX).unref()
      raw.on('close', () => clearTimeout(late)).end()
    },
    disconnect,
  }
}
