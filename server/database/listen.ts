import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from './logger.ts'
import { connectionOptions } from './pool.ts'
import type { Unlisten } from './types.ts'

/** Called with the payload of a notification. */
type OnPayload = (payload: string) => void

/** `onGap` is called when notifications may have been missed: read again what they would have told. */
export type Listen = (channel: string, listener: OnPayload, onGap?: () => void) => Promise<Unlisten>

export function ensureChannel(channel: string): void {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(channel))
    throw new Error(`'${channel}' is not a channel: small letters, digits and _`)
}

/** A listener's own error is its own: it must not take the connection down. */
function guarded(logger: Logger, channel: string, fn: () => void): void {
  try {
    fn()
  } catch (error) {
    logger.error({ err: error, channel }, 'a listener failed')
  }
}

type Subscription = { channel: string; listener: OnPayload; onGap: (() => void) | undefined }

const RETRY_MS_MAX = 2_000
const HEARTBEAT_MS = 10_000
const SILENCE_MS_MAX = 5_000

/** One connection of its own for all channels, made at the first `listen` and made again whenever it is lost. */
export class Listener {
  readonly #databaseUrl: string
  readonly #logger: Logger
  readonly #subscriptions = new Set<Subscription>()
  #client: Client | null = null
  #connecting: Promise<void> | null = null
  #heartbeat: NodeJS.Timeout | undefined
  readonly #closing = new AbortController()

  constructor(databaseUrl: string, logger: Logger) {
    this.#databaseUrl = databaseUrl
    this.#logger = logger
  }

  readonly listen: Listen = async (channel, listener, onGap) => {
    ensureChannel(channel)
    const subscription = { channel, listener, onGap }
    this.#subscriptions.add(subscription)
    try {
      await (this.#connecting ??= this.#connect())
      await this.#client?.query(`LISTEN ${channel}`)
    } catch (error) {
      this.#subscriptions.delete(subscription)
      if (!this.#client) this.#connecting = null
      throw error
    }
    return async () => {
      this.#subscriptions.delete(subscription)
      const wanted = [...this.#subscriptions].some((other) => other.channel === channel)
      if (!wanted) await this.#client?.query(`UNLISTEN ${channel}`).catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#heartbeat)
    await this.#connecting?.catch(() => undefined)
    const client = this.#client
    this.#client = null
    await client?.end()
  }

  async #connect(): Promise<void> {
    const client = new Client(connectionOptions(this.#databaseUrl))
    client.on('error', (error) => this.#logger.warn({ err: error }, 'the listening connection was lost'))
    client.on('notification', ({ channel, payload = '' }) => this.#deliver(channel, payload))
    client.on('end', () => this.#lost(client))
    try {
      await client.connect()
      for (const channel of new Set([...this.#subscriptions].map((one) => one.channel)))
        await client.query(`LISTEN ${channel}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    this.#client = client
    this.#beat(client)
  }

  #deliver(channel: string, payload: string): void {
    for (const one of this.#subscriptions) {
      if (one.channel === channel) guarded(this.#logger, channel, () => one.listener(payload))
    }
  }

  /** A connection cut by a firewall, or to a server that was paused, says nothing; asking finds out. */
  #beat(client: Client): void {
    this.#heartbeat = setTimeout(() => {
      const late = setTimeout(() => client.connection.stream.destroy(), SILENCE_MS_MAX)
      client
        .query('SELECT 1')
        .then(
          () => this.#client === client && this.#beat(client),
          () => this.#lost(client),
        )
        .finally(() => clearTimeout(late))
    }, HEARTBEAT_MS)
    this.#heartbeat.unref()
  }

  #lost(client: Client): void {
    if (this.#closing.signal.aborted || this.#client !== client) return
    this.#client = null
    clearTimeout(this.#heartbeat)
    this.#connecting = this.#reconnect()
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#closing
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, RETRY_MS_MAX)) {
      await wait(waitMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      try {
        await this.#connect()
        for (const one of this.#subscriptions) guarded(this.#logger, one.channel, () => one.onGap?.())
        return
      } catch (error) {
        this.#logger.warn({ err: error }, 'listening again failed, another try follows')
      }
    }
  }
}
