import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Tx } from '#server/database/types.ts'
import { helpers } from '#server/tables/helpers.ts'
import { sessions } from '#server/tables/sessions.ts'
import type { Change } from './change.ts'

/** Somebody who left or was suspended helps nobody any more, and is not helped. */
export async function saveHelpers(tx: Tx, { circleId, events, at }: Change): Promise<void> {
  const gone = events.flatMap((event) =>
    event.kind === 'member.left' || event.kind === 'member.suspended' ? [event.memberId] : [],
  )
  if (gone.length === 0) return
  const isTheirs = or(inArray(helpers.memberId, gone), inArray(helpers.helperId, gone))
  const ended = await tx
    .update(helpers)
    .set({ endedAt: at })
    .where(and(eq(helpers.circleId, circleId), isNull(helpers.endedAt), isTheirs))
    .returning()
  for (const { memberId, helperId } of ended)
    await tx
      .update(sessions)
      .set({ revokedAt: at, revokedWhy: 'help ended' })
      .where(and(eq(sessions.userId, memberId), eq(sessions.helperId, helperId), isNull(sessions.revokedAt)))
}
