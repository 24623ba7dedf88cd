import { eq } from 'drizzle-orm'
import type { CircleEvent, CircleState } from '#circle/state.ts'
import type { Database } from '#server/database/database.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { circles } from '#server/tables/circles.ts'

export const CHANNEL = 'circle_changed'
export const SESSIONS_CHANNEL = 'sessions_ended'

/** The sessions that ended: one, or all of a person's except one that may be kept. */
export type SessionsEnded = { readonly sessionId: string } | { readonly userId: string; readonly keep: string | null }

/** Notifies every process, when the transaction commits, to close the streams of these sessions. */
export async function publishSessionsEnded(
  database: Pick<Database, 'notify'>,
  tx: Tx | Db,
  ended: SessionsEnded,
): Promise<void> {
  await database.notify(tx, SESSIONS_CHANNEL, JSON.stringify(ended))
}

/**
 * The notification of a change: the circle, the length of its ledger, and the members concerned ('all' when too many to
 * list).
 */
export type CircleChanged = {
  readonly circleId: string
  readonly seq: number
  readonly memberIds: readonly string[] | 'all'
}

// A notification holds less than 8,000 bytes, and one id takes 39 of them.
const NAMED_MAX = 180
const namedOrAll = (ids: readonly string[]) => (ids.length > NAMED_MAX ? ('all' as const) : ids)

/** Notifies every process, when the transaction commits, which members a decision concerns. */
export async function publish(
  database: Pick<Database, 'notify'>,
  tx: Tx,
  change: { circleId: string; seq: number; events: readonly CircleEvent[]; state: CircleState },
): Promise<void> {
  const memberIds = namedOrAll([...membersConcerned(change.events, change.state)])
  const changed: CircleChanged = { circleId: change.circleId, seq: change.seq, memberIds }
  await database.notify(tx, CHANNEL, JSON.stringify(changed))
}

/** Notifies every process, when the transaction commits, that something of these members changed outside of decisions. */
export async function publishTo(
  database: Pick<Database, 'notify'>,
  tx: Tx,
  { circleId, memberIds }: Omit<CircleChanged, 'seq'>,
): Promise<void> {
  const [row] = await tx.select({ seq: circles.seq }).from(circles).where(eq(circles.id, circleId))
  const named = memberIds === 'all' ? memberIds : namedOrAll(memberIds)
  const change: CircleChanged = { circleId, seq: row?.seq ?? 0, memberIds: named }
  await database.notify(tx, CHANNEL, JSON.stringify(change))
}

function membersConcerned(events: readonly CircleEvent[], state: CircleState): Set<string> {
  const concerned = new Set<string>()
  const add = (id: string | null | undefined) => {
    if (id) concerned.add(id)
  }
  for (const event of events) {
    if ('memberId' in event) add(event.memberId)
    if ('donorId' in event) add(event.donorId)
    if ('receiverId' in event) add(event.receiverId)
    if ('reporterId' in event) add(event.reporterId)
    if (event.kind === 'entry.moved') for (const { entryId } of event.moves) add(state.entries.get(entryId)?.memberId)
    if (event.kind === 'queue.drawn') for (const { memberId } of event.places) add(memberId)
    if (event.kind === 'queue.change_undone')
      for (const { entryId } of [...event.places, ...event.restore]) add(state.entries.get(entryId)?.memberId)
    // Both parties of a donation are notified, even if the event names only one of them or neither.
    if ('donationId' in event) {
      const donation = state.donations.get(event.donationId)
      add(donation?.donorId)
      add(donation?.receiverId)
    }
  }
  return concerned
}
