import type { LedgerRecord } from '#circle/ledger/records.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { CircleContext } from '#server/circle-store/with-circle.ts'
import type { Tx } from '#server/database/types.ts'

/**
 * Writes a record into the ledger of each circle, in one order everywhere, so that two at once wait for each other. Answers the
 * latest time (epoch ms) that it has there: a ledger can be ahead of a clock that was set back.
 */
export async function noteInCircles(
  author: CircleContext,
  tx: Tx,
  circleIds: readonly string[],
  record: LedgerRecord,
): Promise<number> {
  let at = author.clock.now()
  for (const id of circleIds.toSorted())
    await withCircle({ ...author, db: tx }, id, async (circle) => {
      await circle.note(record)
      at = Math.max(at, circle.now)
    })
  return at
}
