import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { tellJudges, tellOnce } from '#server/administrators/judges.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Services } from '#server/context.ts'
import { appeals } from '#server/tables/appeals.ts'
import { circles } from '#server/tables/circles.ts'
import { reports } from '#server/tables/reports.ts'
import { fiscalsFor } from './appeal.ts'

const isOpen = inArray(reports.status, ['PENDING', 'INVESTIGATING'])
const ofReport = and(eq(appeals.circleId, reports.circleId), eq(appeals.reportId, reports.id))
const isAppealOpen = and(isNotNull(appeals.id), isNull(appeals.decidedAt))

/** The current real circles in which a case or its appeal waits for a decision. */
export async function circlesWithCases({ db }: Services): Promise<string[]> {
  const rows = await db
    .selectDistinct({ circleId: reports.circleId })
    .from(reports)
    .innerJoin(circles, and(eq(circles.id, reports.circleId), eq(circles.mode, 'real')))
    .leftJoin(appeals, ofReport)
    .where(or(isOpen, isAppealOpen))
  return rows.map(({ circleId }) => circleId)
}

/**
 * Tells fiscals what they have to decide and were not told when it began: the rules opened the case, or the members confirmed them
 * since.
 */
export async function tellFiscals(services: Services, circleId: string): Promise<void> {
  await withCircle({ ...services, actorId: null }, circleId, async (circle) => {
    const { tx, state } = circle
    for (const { id } of state.reports.values()) await tellJudges(services, circle, id)
    const waiting = await tx
      .select({ reportId: reports.id, donationId: reports.donationId })
      .from(reports)
      .innerJoin(appeals, ofReport)
      .where(and(eq(reports.circleId, circleId), isNull(appeals.decidedAt)))
    for (const about of waiting)
      await tellOnce(services, tx, { kind: 'fiscal.appeal', reportId: about.reportId }, await fiscalsFor(circle, about))
  })
}
