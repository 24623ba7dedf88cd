import type { LedgerRecord } from '#circle/ledger/records.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { CircleContext } from '#server/circle-store/with-circle.ts'
import type { Tx } from '#server/database/types.ts'

/** Writes a record into the ledger of each circle, in one order everywhere, so that two at once wait for each other. */
export async function noteInCircles(
  author: CircleContext,
  tx: Tx,
  circleIds: readonly string[],
  record: LedgerRecord,
): Promise<void> {
  for (const id of circleIds.toSorted()) await withCircle({ ...author, db: tx }, id, (circle) => circle.note(record))
}
