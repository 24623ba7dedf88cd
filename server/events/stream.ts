import type { FastifyReply } from 'fastify'
import { EVENTS_HEARTBEAT_MS } from '#contracts/limits.ts'
import type { Database } from '#server/database/database.ts'
import { CHANNEL, SESSIONS_CHANNEL } from './publish.ts'
import type { CircleChanged, SessionsEnded } from './publish.ts'

const RETRY_MS = 3_000
/**
 * The maximum unsent bytes for a slow reader. A stream beyond it is closed; the client reconnects and refetches
 * everything.
 */
const UNSENT_BYTES_MAX = 64 * 1024

/** The recipient of a stream: administrators hear of the whole circle, members only of what concerns them. */
type Audience = {
  readonly id: string
  readonly role: 'USER' | 'ADMIN'
  readonly circleId: string
  readonly sessionId: string
}

type Listener = { readonly actor: Audience; readonly tell: (text: string) => void; readonly end: () => void }

/** The open event streams of this process, fed by notifications from every process. */
export type EventHub = {
  open(actor: Audience, reply: FastifyReply): void
  close(): Promise<void>
  readonly size: () => number
}

export async function createEventHub(database: Pick<Database, 'listen'>): Promise<EventHub> {
  const listeners = new Set<Listener>()
  const tellAll = () => {
    for (const listener of listeners) listener.tell(OPEN)
  }
  const stopChanges = await database.listen(
    CHANNEL,
    (payload) => {
      const announcement = JSON.parse(payload) as CircleChanged
      for (const listener of listeners) if (concerns(announcement, listener.actor)) listener.tell(changed(announcement))
    },
    // Notifications may have been lost, so every client is asked to refetch everything.
    tellAll,
  )
  const stopSessions = await database.listen(SESSIONS_CHANNEL, (payload) => {
    const ended = JSON.parse(payload) as SessionsEnded
    for (const listener of listeners) if (isEnded(ended, listener.actor)) listener.end()
  })
  return {
    size: () => listeners.size,
    open: (actor, reply) => {
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        Connection: 'keep-alive',
        'X-Accel-Buffering': 'no',
      })
      const tell = (text: string) => {
        if (raw.writableLength > UNSENT_BYTES_MAX) raw.destroy()
        else raw.write(text)
      }
      tell(`retry: ${RETRY_MS}\n${OPEN}`)
      const heartbeat = setInterval(() => tell(': \n\n'), EVENTS_HEARTBEAT_MS)
      const listener: Listener = { actor, tell, end: () => raw.end() }
      listeners.add(listener)
      raw.on('close', () => {
        clearInterval(heartbeat)
        listeners.delete(listener)
      })
    },
    close: async () => {
      await stopChanges()
      await stopSessions()
      for (const listener of listeners) listener.end()
    },
  }
}

/** Opens the stream and makes the client refetch everything once, since missed events are not repeated. */
const OPEN = 'event: open\ndata: {}\n\n'

function changed({ seq }: CircleChanged): string {
  return `id: ${seq}\nevent: changed\ndata: {"seq":${seq}}\n\n`
}

/** Administrators are notified of everything in their circle, members of what concerns them. */
function concerns({ circleId, memberIds }: CircleChanged, actor: Audience): boolean {
  if (circleId !== actor.circleId) return false
  return actor.role === 'ADMIN' || memberIds === 'all' || memberIds.includes(actor.id)
}

function isEnded(ended: SessionsEnded, { id, sessionId }: Audience): boolean {
  return 'sessionId' in ended ? ended.sessionId === sessionId : ended.userId === id && ended.keep !== sessionId
}
