import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { publishSessionsEnded } from '#server/events/publish.ts'
import type { Tx } from '#server/database/types.ts'
import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import { sessions } from '#server/tables/sessions.ts'

/**
 * Ends every session of a person, and those in which they act for others, optionally keeping one (`keep`). It takes effect on
 * the next request.
 */
export async function endSessions(
  services: { readonly clock: Clock; readonly database: Pick<Database, 'notify'> },
  tx: Tx,
  userId: string,
  why: string,
  keep?: string,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: new Date(services.clock.now()), revokedWhy: why })
    .where(
      and(
        or(eq(sessions.userId, userId), eq(sessions.helperId, userId)),
        isNull(sessions.revokedAt),
        keep === undefined ? undefined : ne(sessions.id, keep),
      ),
    )
  await publishSessionsEnded(services.database, tx, { userId, keep: keep ?? null })
}
