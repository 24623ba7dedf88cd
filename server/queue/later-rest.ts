import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { CircleEvent } from '#circle/state.ts'
import { RESTING_KINDS, restsOn } from '#circle/undo.ts'
import type { Rest } from '#circle/undo.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { ledger } from '#server/tables/ledger.ts'
import type { queueChanges } from '#server/tables/queue-changes.ts'

/**
 * The first entry of the ledger that rests on a change, after its own decision, and what it is. Only entries of the same
 * queue count, so that a busy circle is not read through for one that does not concern it.
 */
export async function laterRest(
  db: Db | Tx,
  { circleId, lastSeq, level }: Pick<typeof queueChanges.$inferSelect, 'circleId' | 'lastSeq' | 'level'>,
): Promise<{ rest: Rest; seq: number } | null> {
  const concerns = sql`coalesce(${ledger.payload} ->> 'target', ${ledger.payload} ->> 'level') = ${String(level)}`
  const [row] = await db
    .select({ seq: ledger.seq, kind: ledger.kind, payload: ledger.payload })
    .from(ledger)
    .where(
      and(eq(ledger.circleId, circleId), gt(ledger.seq, lastSeq), inArray(ledger.kind, [...RESTING_KINDS]), concerns),
    )
    .orderBy(asc(ledger.seq))
    .limit(1)
  if (!row) return null
  const rest = restsOn([{ kind: row.kind, ...row.payload } as CircleEvent], level, true)
  return rest && { rest, seq: row.seq }
}
