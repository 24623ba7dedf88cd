import type { CircleState } from '#circle/state.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { afterEntry, walkLedger } from '../replay-ledger.ts'

/** The state that results from replaying a circle's ledger from empty. Throws when the ledger contradicts itself. */
export async function replayLedger(tx: Db | Tx, circleId: string): Promise<CircleState> {
  let state: CircleState | null = null
  for await (const rows of walkLedger(tx, circleId)) for (const row of rows) state = afterEntry(state, row)
  if (!state) throw new Error('An empty ledger has no state')
  return state
}
