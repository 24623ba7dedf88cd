import type { CircleState } from '#circle/state.ts'
import type { Tx } from '#server/database/types.ts'
import type { circles } from '#server/tables/circles.ts'
import type { Change } from './change.ts'
import { saveMembers } from './circle-members.ts'
import { saveCounters } from './donation-counters.ts'
import { saveDonations } from './donations.ts'
import { saveEntries } from './entries.ts'
import { saveObligations } from './obligations.ts'
import { saveReports } from './reports.ts'
import { saveTurns } from './turns.ts'

/**
 * Writes a decision to the tables that the screens read. What is live is written as the state after holds it; what has
 * ended, as its last event says. Runs in the transaction that holds the circle's row.
 */
export async function saveChange(tx: Tx, change: Change): Promise<void> {
  await saveMembers(tx, change)
  await saveTurns(tx, change)
  await saveEntries(tx, change)
  await saveObligations(tx, change)
  await saveDonations(tx, change)
  await saveReports(tx, change)
  await saveCounters(tx, change)
}

/** The circle's own columns beside the ledger's head. */
export function circleColumns({ mode, plan, nextOrder, donationsMade, pulledPeriod }: CircleState) {
  return { mode, plan, nextOrder, donationsMade, pulledPeriod } satisfies Partial<typeof circles.$inferInsert>
}
