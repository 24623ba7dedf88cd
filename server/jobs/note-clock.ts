import { and, isNull, notExists, sql } from 'drizzle-orm'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Actor, Context } from '#server/context.ts'
import { circles } from '#server/tables/circles.ts'
import { ledger } from '#server/tables/ledger.ts'

/**
 * Writes into the ledger of every circle that its time was set by hand, once: from then on no time in it is the world's, and
 * the ledger says so for ever.
 */
export async function noteClock(context: Context<Actor | null>): Promise<void> {
  const { clock, db } = context
  const noted = db
    .select({ one: sql`1` })
    .from(ledger)
    .where(and(sql`${ledger.circleId} = ${circles.id}`, sql`${ledger.kind} = 'circle.clock_moved'`))
  const unnoted = await db
    .select({ id: circles.id })
    .from(circles)
    .where(and(isNull(circles.endedAt), notExists(noted)))
  for (const { id } of unnoted)
    await withCircle(context, id, ({ note }) =>
      note({ kind: 'circle.clock_moved', to: new Date(clock.now()).toISOString() }),
    )
}
