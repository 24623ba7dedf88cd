import { eq, sql } from 'drizzle-orm'
import { tellJudges } from '#server/administrators/judges.ts'
import { NOTHING_BESIDE, noteCaseWords } from '#server/circle-store/case-words.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { circles } from '#server/tables/circles.ts'
import { reports } from '#server/tables/reports.ts'

/**
 * Writes the row of a report that the rules opened, with its texts, and counts it. Its time is the ledger's: deadlines
 * are computed from it, here and by the verifier. The ledger gets the hash of the texts, never the words. Fiscals are told of what
 * they have to decide.
 */
export async function insertReport(
  context: Context,
  circle: LockedCircle,
  report: { id: string; donationId: string; reporterId: string | null; reason: string; additionalInfo: string | null },
  givenSalt?: string,
): Promise<void> {
  const { tx, state } = circle
  const { reportedAt, holdsMs } = state.reports.get(report.id)!
  const at = new Date(reportedAt)
  const words = { donationId: report.donationId, reportId: report.id, wordsId: report.id, what: 'reason' } as const
  const said = { text: report.reason, more: report.additionalInfo, ...NOTHING_BESIDE }
  const salt = await noteCaseWords(circle, { ...words, ...said }, givenSalt)
  await tx
    .insert(reports)
    .values({ circleId: circle.id, ...report, salt, holdsMs, status: 'PENDING', reportedAt: at, updatedAt: at })
  await tx
    .update(circles)
    .set({ reportsMade: sql`${circles.reportsMade} + 1` })
    .where(eq(circles.id, circle.id))
  await tellJudges(context, circle, report.id)
}
