import type { OutgoingHttpHeaders } from 'node:http'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { EVENTS_HEARTBEAT_MS } from '#contracts/limits.ts'
import type { Database, Db } from '#server/database/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import { sessions } from '#server/tables/sessions.ts'
import { isShut, users } from '#server/tables/users.ts'
import { CHANNEL, SESSIONS_CHANNEL } from './publish.ts'
import type { CircleChanged, SessionsEnded } from './publish.ts'
import { rememberChanges, concerns, isEnded } from './remember-changes.ts'
import type { Audience } from './remember-changes.ts'
import { listenerOf } from './listener.ts'
import type { Listener } from './listener.ts'

const RETRY_MS = 3_000
/** Enough for a few tabs on a person's phone and computer. */
const STREAMS_MAX = 5

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
      memory.add(ended)
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
