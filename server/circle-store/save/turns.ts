import { insertOf, takeOver, updateOf } from '#server/database/prepared-rows.ts'
import { together } from '#server/database/together.ts'
import type { Tx } from '#server/database/types.ts'
import { turns } from '#server/tables/turns.ts'
import { changed } from './change.ts'
import type { Change } from './change.ts'

const key = ['circleId', 'id'] as const
const moving = ['confirmed', 'open', 'receivedCents', 'status'] as const
/** A turn goes along where its place is handed over. */
const held = ['memberId', ...moving] as const

const writeTurns = insertOf('turns written', turns, [...key, 'level', 'required', 'startedAt', ...held], {
  conflict: takeOver(turns, key, held),
})

const endTurns = updateOf('turns ended', turns, [...moving, 'endedAt'])

type Row = Pick<typeof turns.$inferSelect, 'id' | 'required' | (typeof moving)[number]>

export async function saveTurns(tx: Tx, change: Change): Promise<void> {
  const { circleId, before, after, at } = change
  const rows = changed(before?.turns, after.turns).map(
    ({ id, memberId, level, required, confirmed, open, receivedCents, status, startedAt }) => ({
      circleId,
      id,
      memberId,
      level,
      required,
      confirmed,
      open,
      receivedCents,
      status,
      startedAt: new Date(startedAt),
    }),
  )
  const ended = endedTurns(change).map(({ id, confirmed, open, receivedCents, status }) => ({
    id,
    confirmed,
    open,
    receivedCents,
    status,
    endedAt: at,
  }))
  await together(writeTurns(tx, rows), endTurns(tx, circleId, ended))
}

/** The turns that a decision ended, as they ended: the state holds them no more, so its events say it. */
function endedTurns({ before, after, events }: Change): readonly Row[] {
  const ended = new Map<string, Row>()
  for (const event of events) {
    if (!('turnId' in event) || event.turnId === null) continue
    const turn: Row | undefined = ended.get(event.turnId) ?? before?.turns.get(event.turnId)
    if (!turn) continue
    if (event.kind === 'upgrade.accepted') ended.set(turn.id, { ...turn, status: 'used' })
    // A turn that is dropped from the state on completion (the last level's, or one without a use) ends with the amount
    // it received.
    if (event.kind === 'turn.completed' && !after.turns.has(event.turnId)) {
      const { receivedCents } = event
      ended.set(turn.id, { ...turn, status: 'ended', confirmed: turn.required, open: 0, receivedCents })
    }
    if (event.kind === 'turn.ended') ended.set(turn.id, { ...turn, status: 'ended', open: 0 })
  }
  return [...ended.values()]
}
