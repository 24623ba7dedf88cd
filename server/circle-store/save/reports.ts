import { OPENED_BY_RULES } from '#circle/case-words.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/types.ts'
import { circles } from '#server/tables/circles.ts'
import { reports } from '#server/tables/reports.ts'
import type { Change } from './change.ts'

/**
 * The verb inserts the row of a report that somebody makes, because the events do not hold its texts. Written here are the
 * cases that follow from the rules alone, and every later change.
 */
export async function saveReports(tx: Tx, change: Change): Promise<void> {
  for (const event of change.events) {
    if (event.kind === 'donation.reported' && event.reporterId === null && change.command !== 'open_case')
      await insertByRules(tx, change, event)
    if (event.kind !== 'report.status_changed' && event.kind !== 'report.ended') continue
    const ending = event.kind === 'report.ended' ? { outcome: event.outcome, endedAt: change.at } : {}
    await tx
      .update(reports)
      .set({ status: event.status, updatedAt: change.at, ...ending })
      .where(and(eq(reports.circleId, change.circleId), eq(reports.id, event.reportId)))
  }
}

async function insertByRules(
  tx: Tx,
  { circleId, at }: Change,
  { reportId, donationId }: { reportId: string; donationId: string },
): Promise<void> {
  await tx.insert(reports).values({
    circleId,
    id: reportId,
    donationId,
    reporterId: null,
    reason: OPENED_BY_RULES,
    status: 'PENDING',
    reportedAt: at,
    updatedAt: at,
  })
  await tx
    .update(circles)
    .set({ reportsMade: sql`${circles.reportsMade} + 1` })
    .where(eq(circles.id, circleId))
}
