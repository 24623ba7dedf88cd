import { and, asc, eq, gt } from 'drizzle-orm'
import { evolve } from '#circle/circle.ts'
import { COMMAND_KIND } from '#circle/ledger/entry.ts'
import { isRecordKind } from '#circle/ledger/records.ts'
import type { CircleEvent, CircleState } from '#circle/state.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { ledger } from '#server/tables/ledger.ts'

export type LedgerRow = typeof ledger.$inferSelect

const ROWS_AT_ONCE = 1_000

/** A circle's ledger in its order, read in pieces, so that one of any length fits. */
export async function* walkLedger(tx: Db | Tx, circleId: string): AsyncGenerator<readonly LedgerRow[]> {
  for (let after = 0; ;) {
    const rows = await tx
      .select()
      .from(ledger)
      .where(and(eq(ledger.circleId, circleId), gt(ledger.seq, after)))
      .orderBy(asc(ledger.seq))
      .limit(ROWS_AT_ONCE)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!.seq
  }
}

/** The state after one more entry. Throws when the ledger contradicts itself. */
export function afterEntry(state: CircleState | null, { kind, payload, at }: LedgerRow): CircleState | null {
  if (kind === COMMAND_KIND || isRecordKind(kind)) return state
  return evolve(state, { kind, ...payload } as CircleEvent, at.getTime())
}
