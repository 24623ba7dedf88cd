import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { publishSessionsEnded } from '#server/events/publish.ts'
import type { Services } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { addOutside, readOutside } from '#server/lib/outside-list.ts'
import { sessions } from '#server/tables/sessions.ts'

const LIST = 'ended-sessions'

type Ending = Pick<Services, 'clock' | 'config'> & { readonly database: Pick<Database, 'notify'> }

/**
 * Ends every session of a person, and those in which they act for others, optionally keeping one (`keep`). It takes effect on
 * the next request.
 */
export async function endSessions(services: Ending, tx: Tx, userId: string, why: string, keep?: string): Promise<void> {
  const isTheirs = or(eq(sessions.userId, userId), eq(sessions.helperId, userId))
  await end(services, tx, and(isTheirs, keep === undefined ? undefined : ne(sessions.id, keep)), why)
  await publishSessionsEnded(services.database, tx, { userId, keep: keep ?? null })
}

/** Ends one session, and with it every token of its family, at once. */
export async function revokeSession(services: Ending, tx: Tx | Db, sessionId: string, why: string): Promise<void> {
  await end(services, tx, eq(sessions.id, sessionId), why)
  await publishSessionsEnded(services.database, tx, { sessionId })
}

/** Ends the sessions in which somebody acts for a member. */
export async function endHelpSessions(
  services: Ending,
  tx: Tx,
  { memberId, helperId }: { memberId: string; helperId: string },
): Promise<void> {
  const isOfHelp = and(eq(sessions.userId, memberId), eq(sessions.helperId, helperId))
  for (const sessionId of await end(services, tx, isOfHelp, 'help ended'))
    await publishSessionsEnded(services.database, tx, { sessionId })
}

/** Ends those of these sessions that have not ended, and lists them outside the database; answers their ids. */
async function end({ clock, config }: Ending, tx: Tx | Db, those: SQL | undefined, why: string): Promise<string[]> {
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: new Date(clock.now()), revokedWhy: why })
    .where(and(those, isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0) await addOutside(config.dataDir, LIST, ids)
  return ids
}

/** Ends again the sessions that a restored backup brought back, a lost phone's among them; at each start, before any request. */
export async function endSessionsAgain({ config, db, clock }: Pick<Services, 'config' | 'db' | 'clock'>) {
  const ids = await readOutside(config.dataDir, LIST)
  await db
    .update(sessions)
    .set({ revokedAt: new Date(clock.now()), revokedWhy: 'ended before' })
    .where(and(sql`${sessions.id} = any(${sql.param(ids)}::uuid[])`, isNull(sessions.revokedAt)))
}
