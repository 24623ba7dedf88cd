import { and, eq } from 'drizzle-orm'
import { isParty } from '#server/donations/find.ts'
import type { DonationRow } from '#server/donations/find.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { donations } from '#server/tables/donations.ts'
import { appeals } from '#server/tables/appeals.ts'
import { reports } from '#server/tables/reports.ts'

type ReportRow = typeof reports.$inferSelect

/** A report and its donation, as they are stored. */
export type CaseRows = { report: ReportRow; donation: DonationRow }

/**
 * A report that the actor may read as a case, with its donation: as one of its two parties, or as an administrator.
 * Refuses with 404 otherwise.
 */
export async function getCase({ actor }: Pick<Context, 'actor'>, db: Db | Tx, reportId: string): Promise<CaseRows> {
  if (!isId(reportId)) refuse('resource.not_found')
  const [row] = await db
    .select({ report: reports, donation: donations })
    .from(reports)
    .innerJoin(donations, and(eq(donations.circleId, reports.circleId), eq(donations.id, reports.donationId)))
    .where(and(eq(reports.circleId, actor.circleId), eq(reports.id, reportId)))
  if (!row || !isParty(row.donation, actor)) refuse('resource.not_found')
  return row
}

/** The same for its two parties alone: whoever administers speaks for neither. */
export async function getOwnCase({ actor }: Pick<Context, 'actor'>, db: Db | Tx, reportId: string): Promise<CaseRows> {
  const found = await getCase({ actor }, db, reportId)
  return sideOf(found.donation, actor.id) === null ? refuse('resource.not_found') : found
}

/** A report of the circle that has not ended. Refuses with 404, or `report.ended`. */
export async function getUnended(tx: Tx, circleId: string, reportId: string): Promise<ReportRow> {
  if (!isId(reportId)) refuse('resource.not_found')
  const [row] = await tx
    .select()
    .from(reports)
    .where(and(eq(reports.circleId, circleId), eq(reports.id, reportId)))
  if (!row) refuse('resource.not_found')
  if (row.endedAt) refuse('report.ended')
  return row
}

/** The side of its donation on which a person stands; null for neither. */
export function sideOf(
  { donorId, receiverId }: Pick<DonationRow, 'donorId' | 'receiverId'>,
  userId: string,
): 'donor' | 'receiver' | null {
  if (userId === donorId) return 'donor'
  return userId === receiverId ? 'receiver' : null
}

/** The appeal of a case; null where nobody appealed. */
export async function findAppeal(
  tx: Db | Tx,
  { circleId, id }: Pick<ReportRow, 'circleId' | 'id'>,
): Promise<typeof appeals.$inferSelect | null> {
  const [row] = await tx
    .select()
    .from(appeals)
    .where(and(eq(appeals.circleId, circleId), eq(appeals.reportId, id)))
  return row ?? null
}
