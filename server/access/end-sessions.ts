import { and, eq, isNull, ne } from 'drizzle-orm'
import { publishSessionsEnded } from '#server/events/publish.ts'
import type { Tx } from '#server/database/types.ts'
import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import { sessions } from '#server/tables/sessions.ts'

/** Ends every session of a person, optionally keeping one (`keep`). It takes effect on their next request. */
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
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        keep === undefined ? undefined : ne(sessions.id, keep),
      ),
    )
  await publishSessionsEnded(services.database, tx, { userId, keep: keep ?? null })
}
