import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '#server/database/types.ts'
import { isAboutCircle, ledger } from '#server/tables/ledger.ts'
import { withCircle } from './with-circle.ts'
import type { CircleContext } from './with-circle.ts'

/** Whether a circle's ledger says that its time was ever set by hand. */
export async function hasTestClock(db: Db | Tx, circleId: string): Promise<boolean> {
  const found = await db
    .select({ seq: ledger.seq })
    .from(ledger)
    .where(and(eq(ledger.circleId, circleId), isAboutCircle, eq(ledger.kind, 'circle.clock_moved')))
    .limit(1)
  return found.length > 0
}

/**
 * Writes into a demonstration's ledger, once, that its time is set by hand: from then on no time in it is the world's, and it
 * says so for ever. Nobody did it: the setting CLOCK did. Only whoever knows that the clock is a test's calls this. A real
 * circle has no such entry: a time that is not the world's is a fault there, and nothing that it says of itself excuses it.
 */
export async function noteTestClock(services: Omit<CircleContext, 'actorId'>, circleId: string): Promise<void> {
  const job = { ...services, actor: null, actorId: null, signed: null }
  await withCircle(job, circleId, async ({ tx, state, note }) => {
    if (state.mode === 'real' || (await hasTestClock(tx, circleId))) return
    await note({ kind: 'circle.clock_moved', to: new Date(services.clock.now()).toISOString() })
  })
}
