import { and, eq } from 'drizzle-orm'
import type { Resolution } from '#circle/report.ts'
import type { DonationOutcome, ReportStatus } from '#circle/state.ts'
import { ensureJudge } from '#server/administrators/judges.ts'
import { NOTHING_BESIDE, noteCaseWords } from '#server/circle-store/case-words.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { reports } from '#server/tables/reports.ts'
import { reportSteps } from '#server/tables/report-steps.ts'
import { getUnended } from './find.ts'

/**
 * An administrator, or a fiscal where it is the own matter of all of those, decides a report: the text for the member, notes for the
 * administration, and the outcome of the donation.
 */
export async function resolveReport(
  context: Context,
  input: { reportId: string; resolution: Resolution; message: string; notes: string; outcome: DonationOutcome },
) {
  const { actor } = context
  return withCircle(context, actor.circleId, async (circle) => {
    const { tx, perform } = circle
    await getUnended(tx, actor.circleId, input.reportId)
    await ensureJudge(context, circle, input.reportId)
    await perform({
      kind: 'resolve_report',
      reportId: input.reportId,
      resolution: input.resolution,
      outcome: input.outcome,
    })
    await annotate(context, tx, input.reportId, {
      resolution: input.resolution,
      resolutionMessage: input.message,
      adminNotes: input.notes,
    })
    await keepStep(context, circle, input.reportId, { message: input.message, notes: input.notes })
    return { reportId: input.reportId }
  })
}

/**
 * An administrator moves a report to another status. RESOLVED and DISMISSED end it and leave the donation as it is. One that
 * stands there already is left as it is: a request that is repeated, since its answer was lost, adds no second step.
 */
export async function setReportStatus(
  context: Context,
  input: { reportId: string; status: ReportStatus; notes?: string | undefined },
): Promise<void> {
  const { actor } = context
  return withCircle(context, actor.circleId, async (circle) => {
    const { tx, perform } = circle
    const { status, resolution: before, adminNotes } = await getUnended(tx, actor.circleId, input.reportId)
    const isSame = status === input.status && before === resolutionOfStatus[status]
    if (isSame && (input.notes === undefined || input.notes === adminNotes)) return
    await perform({ kind: 'set_report_status', reportId: input.reportId, status: input.status })
    const resolution = resolutionOfStatus[input.status]
    await annotate(context, tx, input.reportId, {
      resolution,
      ...(input.notes === undefined ? {} : { adminNotes: input.notes }),
    })
    await keepStep(context, circle, input.reportId, { message: null, notes: input.notes ?? null })
  })
}

const resolutionOfStatus: Readonly<Record<ReportStatus, Resolution | null>> = {
  PENDING: null,
  INVESTIGATING: 'INVESTIGATING',
  RESOLVED: 'RESOLVED',
  DISMISSED: 'REJECTED',
}

async function annotate(
  { actor, clock }: Context,
  tx: Tx,
  reportId: string,
  texts: Partial<typeof reports.$inferInsert>,
): Promise<void> {
  await tx
    .update(reports)
    .set({ ...texts, updatedAt: new Date(clock.now()) })
    .where(and(eq(reports.circleId, actor.circleId), eq(reports.id, reportId)))
}

/**
 * Keeps each text with the status it led to; the report itself holds only the latest. The ledger gets the message's
 * hash, so that a reason changed later is seen.
 */
async function keepStep(
  { actor, clock }: Context,
  { id: circleId, tx, note }: Pick<LockedCircle, 'id' | 'tx' | 'note'>,
  reportId: string,
  texts: { message: string | null; notes: string | null },
): Promise<void> {
  const [row] = await tx
    .select({
      status: reports.status,
      outcome: reports.outcome,
      donationId: reports.donationId,
      endedAt: reports.endedAt,
    })
    .from(reports)
    .where(and(eq(reports.circleId, circleId), eq(reports.id, reportId)))
  const { donationId, endedAt, ...step } = row!
  const id = newId(clock)
  const what = endedAt === null ? 'message' : 'decision'
  const salt =
    texts.message === null
      ? null
      : await noteCaseWords(
          { id: circleId, note },
          { donationId, reportId, wordsId: id, what, text: texts.message, more: null, ...NOTHING_BESIDE },
        )
  await tx
    .insert(reportSteps)
    .values({ circleId, id, reportId, at: new Date(clock.now()), actorId: actor.id, ...step, ...texts, salt })
}
