import { together } from '#server/database/together.ts'
import type { Tx } from '#server/database/types.ts'
import type { Change } from './change.ts'
import { saveCircle } from './circle.ts'
import { saveMembers } from './circle-members.ts'
import { saveHelpers } from './helpers.ts'
import { saveCounters } from './donation-counters.ts'
import { saveParts } from './donation-parts.ts'
import { saveDonations } from './donations.ts'
import { saveEntries } from './entries.ts'
import { saveObligations } from './obligations.ts'
import { saveReports } from './reports.ts'
import { saveTurns } from './turns.ts'

/**
 * Writes a decision to the tables that the screens read. Open rows are written from the state after the decision; ended
 * rows from their last event. Runs in the transaction that holds the lock on the circle's row.
 */
export async function saveChange(tx: Tx, change: Change): Promise<void> {
  // Statements run in this order. Others' rows refer to members, and donations to obligations; for the rest it does not matter.
  await together(
    saveCircle(tx, change),
    saveMembers(tx, change),
    saveObligations(tx, change),
    saveTurns(tx, change),
    saveEntries(tx, change),
    saveCounters(tx, change),
    saveDonations(tx, change),
    saveParts(tx, change),
    saveReports(tx, change),
    saveHelpers(tx, change),
  )
}
