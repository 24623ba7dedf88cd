import { asc, eq } from 'drizzle-orm'
import { evolve } from '#circle/circle.ts'
import { COMMAND_KIND } from '#circle/ledger.ts'
import { isRecordKind } from '#circle/ledger-records.ts'
import type { CircleEvent, CircleState } from '#circle/state.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { ledger } from '#server/tables/ledger.ts'

/** The state that results from replaying a circle's ledger from empty. Throws when the ledger contradicts itself. */
export async function replayLedger(tx: Db | Tx, circleId: string): Promise<CircleState> {
  let state: CircleState | null = null
  const rows = await tx.select().from(ledger).where(eq(ledger.circleId, circleId)).orderBy(asc(ledger.seq))
  for (const { kind, payload, at } of rows)
    if (kind !== COMMAND_KIND && !isRecordKind(kind))
      state = evolve(state, { kind, ...payload } as CircleEvent, at.getTime())
  if (!state) throw new Error('An empty ledger has no state')
  return state
}
