import { sql } from 'drizzle-orm'
import { dayOf } from '#contracts/age.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { uploads } from '#server/tables/uploads.ts'

/**
 * More than anybody needs who pays, sends the wrong picture and tries again. It limits how much one account can store.
 */
export const UPLOADS_PER_DAY = 60

/**
 * Counts an upload of the actor on this day in São Paulo. Refuses uploads beyond the daily quota; refused uploads count
 * too.
 */
export async function countUpload({ actor, clock, db }: Context): Promise<void> {
  const [row] = await db
    .insert(uploads)
    .values({ userId: actor.id, day: dayOf(clock.now()), count: 1 })
    .onConflictDoUpdate({ target: [uploads.userId, uploads.day], set: { count: sql`${uploads.count} + 1` } })
    .returning({ count: uploads.count })
  if (row!.count > UPLOADS_PER_DAY) refuse('file.quota')
}
