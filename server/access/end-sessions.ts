import { and, eq, isNull, ne } from 'drizzle-orm'
import { announceSessionsEnded } from '#server/events/announce.ts'
import type { Tx } from '#server/database/types.ts'
import type { Parts } from '#server/http/context.ts'
import { sessions } from '#server/tables/sessions.ts'

/** Ends every session of a person, but for one that may be kept. Acts on their next request. */
export async function endSessions(
  parts: Pick<Parts, 'clock' | 'database'>,
  tx: Tx,
  userId: string,
  why: string,
  keep?: string,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: new Date(parts.clock.now()), revokedWhy: why })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        keep === undefined ? undefined : ne(sessions.id, keep),
      ),
    )
  await announceSessionsEnded(parts.database, tx, { userId, keep: keep ?? null })
}
