import type { FastifyReply } from 'fastify'
import type { Database } from '#server/lib/database/database.ts'
import { CHANNEL } from './announce.ts'
import type { Announcement } from './announce.ts'

const HEARTBEAT_MS = 15_000
const RETRY_MS = 3_000

/** Who listens: an administrator to the whole circle, a member to their own. */
type Audience = { readonly id: string; readonly role: 'USER' | 'ADMIN'; readonly circleId: string }

type Listener = { readonly actor: Audience; readonly tell: (announcement: Announcement) => void; readonly end: () => void }

/** The open event streams of this process, fed by what any process announces. */
export type EventHub = {
  open(actor: Audience, reply: FastifyReply): void
  close(): Promise<void>
  readonly size: () => number
}

export async function createEventHub(database: Pick<Database, 'listen'>): Promise<EventHub> {
  const listeners = new Set<Listener>()
  const unlisten = await database.listen(CHANNEL, (payload) => {
    const announcement = JSON.parse(payload) as Announcement
    for (const listener of listeners) if (concerns(announcement, listener.actor)) listener.tell(announcement)
  })
  return {
    size: () => listeners.size,
    open: (actor, reply) => {
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store', Connection: 'keep-alive', 'X-Accel-Buffering': 'no' })
      // Says at once that it is open, and asks for everything once: what happened while nobody listened is not repeated.
      raw.write(`retry: ${RETRY_MS}\nevent: open\ndata: {}\n\n`)
      const heartbeat = setInterval(() => raw.write(': \n\n'), HEARTBEAT_MS)
      const listener: Listener = {
        actor,
        tell: ({ seq }) => raw.write(`id: ${seq}\nevent: changed\ndata: {"seq":${seq}}\n\n`),
        end: () => raw.end(),
      }
      listeners.add(listener)
      raw.on('close', () => {
        clearInterval(heartbeat)
        listeners.delete(listener)
      })
    },
    close: async () => {
      await unlisten()
      for (const listener of listeners) listener.end()
    },
  }
}

/** Administrators hear of everything in their circle, members of what concerns them. */
function concerns({ circleId, memberIds }: Announcement, actor: Audience): boolean {
  if (circleId !== actor.circleId) return false
  return actor.role === 'ADMIN' || memberIds === 'all' || memberIds.includes(actor.id)
}
