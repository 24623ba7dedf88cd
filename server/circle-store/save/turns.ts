import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/database/types.ts'
import { turns } from '#server/tables/turns.ts'
import { changed, excluded } from './change.ts'
import type { Change } from './change.ts'

export async function saveTurns(tx: Tx, { circleId, before, after, events, at }: Change): Promise<void> {
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
  if (rows.length > 0) {
    await tx
      .insert(turns)
      .values(rows)
      .onConflictDoUpdate({
        target: [turns.circleId, turns.id],
        set: {
          confirmed: excluded('confirmed'),
          open: excluded('open'),
          receivedCents: excluded('received_cents'),
          status: excluded('status'),
        },
      })
  }
  for (const event of events) {
    const own =
      'turnId' in event && event.turnId !== null
        ? and(eq(turns.circleId, circleId), eq(turns.id, event.turnId))
        : undefined
    if (event.kind === 'upgrade.accepted') await tx.update(turns).set({ status: 'used', endedAt: at }).where(own)
    // A turn that is dropped from the state on completion (the last level's, or one without a use) ends with the amount
    // it received.
    if (event.kind === 'turn.completed' && !after.turns.has(event.turnId)) {
      await tx
        .update(turns)
        .set({ status: 'ended', confirmed: turns.required, open: 0, receivedCents: event.receivedCents, endedAt: at })
        .where(own)
    }
    if (event.kind === 'turn.ended') await tx.update(turns).set({ status: 'ended', open: 0, endedAt: at }).where(own)
  }
}
