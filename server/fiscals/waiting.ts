import { and, eq, isNull } from 'drizzle-orm'
import { ADMIN_PAGE_SIZE } from '#contracts/limits.ts'
import { mayJudge } from '#server/administrators/judges.ts'
import { listApprovals } from '#server/approvals/queries.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { Context } from '#server/context.ts'
import { mayDecide } from '#server/reports/appeal.ts'
import { findProposal } from '#server/reports/case.ts'
import { appeals } from '#server/tables/appeals.ts'
import { donations } from '#server/tables/donations.ts'
import { reports } from '#server/tables/reports.ts'

/**
 * The decisions that wait for the caller as a fiscal: cases and appeals of which nothing is proposed yet, by their report, and how
 * many proposals. There are none for anybody else.
 */
export async function waitingFor(context: Context): Promise<{ cases: string[]; proposals: number }> {
  const { actor, db } = context
  if (!actor.isFiscal) return { cases: [], proposals: 0 }
  const { state } = await readCircle(context, actor.circleId)
  const cases: string[] = []
  for (const report of state.reports.values()) {
    const waits = (await findProposal(context, report, 'report')) === null
    if (waits && (await mayJudge(context, report.id))) cases.push(report.id)
  }
  const appealed = await db
    .select({ report: reports, donation: donations })
    .from(appeals)
    .innerJoin(reports, and(eq(reports.circleId, appeals.circleId), eq(reports.id, appeals.reportId)))
    .innerJoin(donations, and(eq(donations.circleId, reports.circleId), eq(donations.id, reports.donationId)))
    .where(and(eq(appeals.circleId, actor.circleId), isNull(appeals.decidedAt)))
  for (const rows of appealed) {
    const isParty = [rows.donation.donorId, rows.donation.receiverId].includes(actor.id)
    const waits = !isParty && (await findProposal(context, rows.report, 'appeal')) === null
    if (waits && (await mayDecide(context, db, rows, state))) cases.push(rows.report.id)
  }
  const { data } = await listApprovals(context, { state: 'open', page: 1, limit: ADMIN_PAGE_SIZE })
  return { cases, proposals: data.filter(({ may_approve: mayApprove }) => mayApprove).length }
}
