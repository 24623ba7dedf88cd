import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/database/types.ts'
import { reports } from '#server/tables/reports.ts'
import type { Change } from './change.ts'

/**
 * The verb inserts a report's row, because the events do not hold its texts; only the later changes are written here.
 */
export async function saveReports(tx: Tx, { circleId, events, at }: Change): Promise<void> {
  for (const event of events) {
    if (event.kind !== 'report.status_changed' && event.kind !== 'report.ended') continue
    const ending = event.kind === 'report.ended' ? { outcome: event.outcome, endedAt: at } : {}
    await tx
      .update(reports)
      .set({ status: event.status, updatedAt: at, ...ending })
      .where(and(eq(reports.circleId, circleId), eq(reports.id, event.reportId)))
  }
}
