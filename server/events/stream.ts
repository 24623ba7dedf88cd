import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { EVENTS_HEARTBEAT_MS } from '#contracts/limits.ts'
import type { Database, Db } from '#server/database/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import { sessions } from '#server/tables/sessions.ts'
import { isShut, users } from '#server/tables/users.ts'
import { CHANNEL, SESSIONS_CHANNEL } from './publish.ts'
import type { CircleChanged, SessionsEnded } from './publish.ts'

const RETRY_MS = 3_000
/**
 * The maximum unsent bytes for a slow reader. A stream beyond it is closed; the client reconnects and refetches
 * everything.
 */
const UNSENT_BYTES_MAX = 64 * 1024

/** The changes that are remembered, so that a page which opens a stream learns whether it missed one. */
const REMEMBERED_MAX = 1_000

/** Enough for a few tabs on a person's phone and computer. */
const STREAMS_MAX = 5
/** The longest that an ended stream may take to reach its client. */
const END_MS_MAX = 5_000

/** The recipient of a stream: administrators hear of the whole circle, members only of what concerns them. */
type Audience = {
  readonly id: string
  readonly administers: boolean
  readonly circleId: string
  readonly sessionId: string
}

type Listener = {
  readonly actor: Audience
  readonly send: (text: string) => void
  /** Whether text written earlier is still unsent. */
  readonly isStuck: () => boolean
  /** Ends the stream, for a client that reads. */
  readonly end: () => void
  /** Ends the connection of a client that does not read. */
  readonly disconnect: () => void
}

/** The open event streams of this process, fed by notifications from every process. */
export type EventHub = {
  /**
   * Opens a stream. A person has at most five; a sixth ends the oldest, which is told so and does not come back by itself.
   */
  open(actor: Audience, reply: FastifyReply): void
  /**
   * Runs every 15 seconds by itself. It keeps every stream alive, disconnects clients that have stopped reading, and
   * ends the streams of sessions that are no longer valid, including those whose end was not notified.
   */
  heartbeat(): Promise<void>
  close(): Promise<void>
  readonly size: () => number
}

export async function createEventHub({
  database,
  clock,
}: {
  clock: Clock
  database: Pick<Database, 'db' | 'listen'>
}): Promise<EventHub> {
  const listeners = new Set<Listener>()
  const memory = rememberChanges()
  const endRevoked = async () => {
    if (listeners.size === 0) return
    const openSessions = await findOpenSessions(database.db, clock, [...listeners])
    for (const listener of listeners) if (!openSessions.has(listener.actor.sessionId)) listener.end()
  }
  const endRevokedLater = () => void endRevoked().catch(() => undefined)
  const stopChanges = await database.listen(
    CHANNEL,
    (payload) => {
      const announcement = JSON.parse(payload) as CircleChanged
      memory.add(announcement)
      for (const listener of listeners) if (concerns(announcement, listener.actor)) listener.send(changed(announcement))
    },
    // Notifications may have been lost, so every client is asked to refetch everything.
    () => {
      memory.forget()
      for (const listener of listeners) listener.send(opening(0))
    },
  )
  const stopSessions = await database.listen(
    SESSIONS_CHANNEL,
    (payload) => {
      const ended = JSON.parse(payload) as SessionsEnded
      for (const listener of listeners) if (isEnded(ended, listener.actor)) listener.end()
    },
    endRevokedLater,
  )
  const heartbeat = async () => {
    for (const listener of listeners) {
      if (listener.isStuck()) listener.disconnect()
      else listener.send(': \n\n')
    }
    await endRevoked()
  }
  const beat = setInterval(() => void heartbeat().catch(() => undefined), EVENTS_HEARTBEAT_MS).unref()
  return {
    size: () => listeners.size,
    heartbeat,
    open: (actor, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, {
        // The headers of every answer, which Fastify does not send for an answer that it gave away.
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        Connection: 'keep-alive',
        'X-Accel-Buffering': 'no',
      })
      const listener = listenerOf(actor, reply.raw, () => listeners.delete(listener))
      const own = [...listeners].filter((other) => other.actor.id === actor.id)
      if (own.length >= STREAMS_MAX) {
        own[0]!.send(DISPLACED)
        own[0]!.end()
      }
      listener.send(`retry: ${RETRY_MS}\n${opening(memory.quietMs(actor))}`)
      listeners.add(listener)
    },
    close: async () => {
      clearInterval(beat)
      await stopChanges()
      await stopSessions()
      for (const listener of listeners) listener.end()
    },
  }
}

function listenerOf(actor: Audience, raw: ServerResponse, forget: () => void): Listener {
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

/** The streams' sessions that are still valid: not revoked, not expired, and of people whose account is not shut. */
async function findOpenSessions(db: Db, clock: Clock, listeners: readonly Listener[]): Promise<ReadonlySet<string>> {
  const sessionIds = [...new Set(listeners.map(({ actor }) => actor.sessionId))]
  const rows = await db
    .select({ id: sessions.id, isShut })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(inArray(sessions.id, sessionIds), isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date(clock.now()))),
    )
  return new Set(rows.filter((row) => !row.isShut).map(({ id }) => id))
}

/** The latest changes of all circles, oldest first. */
function rememberChanges() {
  let changes: { readonly at: number; readonly change: CircleChanged }[] = []
  let completeSince = performance.now()
  return {
    add: (change: CircleChanged): void => {
      changes.push({ at: performance.now(), change })
      if (changes.length > REMEMBERED_MAX) completeSince = changes.shift()!.at
    },
    forget: (): void => {
      changes = []
      completeSince = performance.now()
    },
    /** For how long nothing of this person's changed, in ms, as far as is remembered. */
    quietMs: (actor: Audience): number => {
      const last = changes.findLast(({ change }) => concerns(change, actor))
      return Math.floor(performance.now() - (last?.at ?? completeSince))
    },
  }
}

/**
 * Opens the stream. Missed events are not repeated: a client that heard of nothing for longer than it has been quiet refetches
 * everything.
 */
function opening(quietMs: number): string {
  return `event: open\ndata: {"quiet_ms":${quietMs}}\n\n`
}

/** Another page of the same person took the place of this stream. One that reconnected at once would displace the next. */
const DISPLACED = 'event: displaced\ndata: {}\n\n'

function changed({ seq }: CircleChanged): string {
  return `id: ${seq}\nevent: changed\ndata: {"seq":${seq}}\n\n`
}

/** Administrators are notified of everything in their circle, members of what concerns them. */
function concerns({ circleId, memberIds }: CircleChanged, actor: Audience): boolean {
  if (circleId !== actor.circleId) return false
  return actor.administers || memberIds === 'all' || memberIds.includes(actor.id)
}

function isEnded(ended: SessionsEnded, { id, sessionId }: Audience): boolean {
  return 'sessionId' in ended ? ended.sessionId === sessionId : ended.userId === id && ended.keep !== sessionId
}
