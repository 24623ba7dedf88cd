import { and, eq, inArray } from 'drizzle-orm'
import type { CircleMode } from '#circle/state.ts'
import type { Donation } from '#contracts/entities/donation.ts'
import { withoutPayable } from '#contracts/payment/payable.ts'
import { findCaseProofs, NOTHING_BESIDE, wordsProof } from '#server/circle-store/case-words.ts'
import type { Context } from '#server/context.ts'
import { appeals } from '#server/tables/appeals.ts'
import { reports } from '#server/tables/reports.ts'
import { reportSteps } from '#server/tables/report-steps.ts'
import type { DonationRow } from './find.ts'

type Settlement = NonNullable<Donation['settlement']>

/**
 * How the administration ended these donations by deciding a report, by the donation's id: with the reason that it gave
 * and what proves the reason. A report that left its donation as it was is no settlement.
 */
export async function settlementsOf(
  { actor, db }: Pick<Context, 'actor' | 'db'>,
  mode: CircleMode,
  rows: readonly DonationRow[],
): Promise<ReadonlyMap<string, Settlement>> {
  const reported = rows.filter(
    ({ reportId, status }) => reportId !== null && (status === 'CONFIRMED' || status === 'CANCELLED'),
  )
  if (reported.length === 0) return new Map()
  const found = await db
    .select({ report: reports, step: reportSteps })
    .from(reports)
    .leftJoin(
      reportSteps,
      and(
        eq(reportSteps.circleId, reports.circleId),
        eq(reportSteps.reportId, reports.id),
        inArray(reportSteps.outcome, ['confirm', 'cancel']),
      ),
    )
    .where(
      and(
        eq(reports.circleId, actor.circleId),
        inArray(
          reports.donationId,
          reported.map(({ id }) => id),
        ),
        inArray(reports.outcome, ['confirm', 'cancel']),
      ),
    )
  const onAppeal = await db
    .select({ appeal: appeals, donationId: reports.donationId })
    .from(appeals)
    .innerJoin(reports, and(eq(reports.circleId, appeals.circleId), eq(reports.id, appeals.reportId)))
    .where(
      and(
        eq(appeals.circleId, actor.circleId),
        inArray(
          reports.donationId,
          reported.map(({ id }) => id),
        ),
        inArray(appeals.outcome, ['confirm', 'cancel']),
      ),
    )
  const proofs = await findCaseProofs(db, actor.circleId, [
    ...found.map(({ report }) => report.donationId),
    ...onAppeal.map(({ donationId }) => donationId),
  ])
  const covered = (given: string | null) =>
    given !== null && mode === 'demonstracao' && !actor.administers ? withoutPayable(given) : given
  const settlements = new Map<string, Settlement>(
    found.map(({ report, step }) => {
      const given = step?.message ?? report.resolutionMessage
      const reason = covered(given)
      const words = {
        circleId: actor.circleId,
        reportId: report.id,
        wordsId: step?.id ?? report.id,
        what: 'decision' as const,
        more: null,
        ...NOTHING_BESIDE,
      }
      return [
        report.donationId,
        {
          outcome: report.outcome as Settlement['outcome'],
          reason,
          at: report.endedAt!.toISOString(),
          proof: reason === given ? wordsProof(words, step?.salt ?? null, proofs) : null,
        },
      ]
    }),
  )
  for (const { appeal, donationId } of onAppeal) {
    const { outcome, message, decidedAt, decisionId, decisionSalt, reportId } = appeal
    const reason = covered(message)
    const words = { circleId: actor.circleId, reportId, wordsId: decisionId!, more: null, ...NOTHING_BESIDE }
    settlements.set(donationId, {
      outcome: outcome as Settlement['outcome'],
      reason,
      at: decidedAt!.toISOString(),
      proof: reason === message ? wordsProof({ ...words, what: 'appeal_decision' }, decisionSalt, proofs) : null,
    })
  }
  return settlements
}
