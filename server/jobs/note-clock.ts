import { and, asc, eq, isNull, notExists, sql } from 'drizzle-orm'
import { noteTestClock } from '#server/circle-store/test-clock.ts'
import type { Services } from '#server/context.ts'
import { circles } from '#server/tables/circles.ts'
import { isAboutCircle, ledger } from '#server/tables/ledger.ts'

/**
 * Writes into the ledger of every demonstration that does not say it yet that its time is set by hand: when a server starts
 * under CLOCK, and whenever that clock is moved.
 */
export async function noteClock(services: Services): Promise<void> {
  const { db } = services
  const noted = db
    .select({ one: sql`1` })
    .from(ledger)
    .where(and(sql`${ledger.circleId} = ${circles.id}`, isAboutCircle, sql`${ledger.kind} = 'circle.clock_moved'`))
  const unnoted = await db
    .select({ id: circles.id })
    .from(circles)
    .where(and(eq(circles.mode, 'demonstracao'), isNull(circles.endedAt), notExists(noted)))
    .orderBy(asc(circles.id))
  for (const { id } of unnoted) await noteTestClock(services, id)
}
