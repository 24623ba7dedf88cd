import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/database/types.ts'
import { entries } from '#server/tables/entries.ts'
import { changed, excluded } from './change.ts'
import type { Change } from './change.ts'

export async function saveEntries(tx: Tx, { circleId, before, after, at }: Change): Promise<void> {
  const left = [...(before?.entries.keys() ?? [])].filter((id) => !after.entries.has(id))
  if (left.length > 0) await tx.delete(entries).where(and(eq(entries.circleId, circleId), inArray(entries.id, left)))
  const rows = changed(before?.entries, after.entries).map(
    ({ id, level, position, memberId, isReceiver, passedMemberIds, turnId, createdAt }) => ({
      circleId,
      id,
      level,
      position,
      memberId,
      isReceiver,
      passedMemberIds: [...passedMemberIds],
      turnId,
      createdAt: new Date(createdAt),
      updatedAt: at,
    }),
  )
  if (rows.length === 0) return
  await tx
    .insert(entries)
    .values(rows)
    .onConflictDoUpdate({
      target: [entries.circleId, entries.id],
      set: {
        position: excluded('position'),
        isReceiver: excluded('is_receiver'),
        passedMemberIds: excluded('passed_member_ids'),
        turnId: excluded('turn_id'),
        updatedAt: excluded('updated_at'),
      },
    })
}
