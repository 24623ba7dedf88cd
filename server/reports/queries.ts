import { and, eq, gte, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { cameLate, reportHoldsUntil } from '#circle/clock.ts'
import { circles } from '#server/tables/circles.ts'
import { isPartyOf } from '#server/donations/person-filter.ts'
import type { PeopleFilter } from '#server/donations/person-filter.ts'
import { donations } from '#server/tables/donations.ts'
import { dayStart, nextDayStart } from '#server/lib/days.ts'
import { paginationOf, seekPage, walkOrder } from '#server/database/pages.ts'
import type { PageRequest } from '#server/database/pages.ts'
import type { Context } from '#server/context.ts'
import { isId } from '#server/lib/ids.ts'
import { cents, reais } from '#contracts/money.ts'
import { shownIn } from '#contracts/payment/payable.ts'
import { refuse } from '#server/lib/refusal.ts'
import { usersById } from '#server/members/view.ts'
import type { UserRow } from '#server/members/view.ts'
import type { ReportStatus } from '#circle/state.ts'
import { reports } from '#server/tables/reports.ts'

type ReportRow = typeof reports.$inferSelect
type DonationRow = typeof donations.$inferSelect

export type ReportFilter = {
  readonly status?: readonly ReportStatus[] | undefined
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
  readonly reporterId?: string | undefined
  readonly donationId?: string | undefined
  readonly donorId?: string | undefined
  readonly receiverId?: string | undefined
  readonly minAmount?: number | undefined
  readonly maxAmount?: number | undefined
  readonly type?: string | undefined
} & PeopleFilter

/** The actor's own reports, newest first; `resolved` selects those that have ended or those that have not. */
export async function listOwnReports(
  context: Context,
  { resolved, ...asked }: PageRequest & { resolved?: boolean | undefined },
) {
  const { actor } = context
  const state = resolved === undefined ? undefined : resolved ? isNotNull(reports.endedAt) : isNull(reports.endedAt)
  const where = and(eq(reports.circleId, actor.circleId), eq(reports.reporterId, actor.id), state)!
  const found = await pageOf(context, where, asked, await countReports(context, where, false))
  return { ...found, data: await asReporterReads(context, found.data) }
}

/** One of the actor's own reports. Refuses with 404 for anybody else's. */
export async function showOwnReport(context: Context, reportId: string) {
  const view = await getView(context, reportId, eq(reports.reporterId, context.actor.id))
  return (await asReporterReads(context, [view]))[0]!
}

/** Without the administration's notes, and in a demonstration without words of its decision that could be paid to. */
async function asReporterReads({ actor, db }: Context, views: Awaited<ReturnType<typeof viewAll>>) {
  const [circle] = await db.select({ mode: circles.mode }).from(circles).where(eq(circles.id, actor.circleId))
  return views.map(({ admin_notes: _notes, report_resolution_message: message, ...view }) => ({
    ...view,
    report_resolution_message: message === null ? null : shownIn(circle!.mode, message),
  }))
}

/** The circle's reports that meet every filter, newest first, for administrators. */
export async function listReports(
  context: Context,
  { page, limit, after, before, ...filter }: ReportFilter & PageRequest,
) {
  const where = whereOf(context.actor.circleId, filter)
  if (where === null) return { data: [], pagination: paginationOf({ page, limit }, 0) }
  const isAll = Object.values(filter).every((value) => value === undefined)
  const total = isAll ? await countMade(context) : await countReports(context, where, asksOfDonation(filter))
  return pageOf(context, where, { page, limit, after, before }, total)
}

/** Totals over the reports that meet the filters; week and month are the last seven and thirty days. */
export async function reportStats(context: Context, filter: ReportFilter) {
  const { actor, clock, db } = context
  const where = whereOf(actor.circleId, filter)
  const now = clock.now()
  const since = (days: number) => new Date(now - days * 86_400_000).toISOString()
  const [row] =
    where === null
      ? []
      : await db
          .select({
            total: sql<number>`count(*)::int`,
            amountCents: sql<number>`coalesce(sum(${donations.amountCents}), 0)::float8`,
            week: sql<number>`(count(*) filter (where ${reports.reportedAt} >= ${since(7)}::timestamptz))::int`,
            month: sql<number>`(count(*) filter (where ${reports.reportedAt} >= ${since(30)}::timestamptz))::int`,
          })
          .from(reports)
          .innerJoin(donations, ofReport())
          .where(where)
  const { total = 0, amountCents = 0, week = 0, month = 0 } = row ?? {}
  return {
    totalReports: total,
    totalAmountReported: reais(amountCents),
    reportsThisWeek: week,
    reportsThisMonth: month,
    averageReportAmount: total === 0 ? 0 : reais(Math.round(amountCents / total)),
  }
}

/** The number of reports ever made in the circle, from its counter. */
async function countMade({ actor, db }: Context): Promise<number> {
  const [circle] = await db.select({ made: circles.reportsMade }).from(circles).where(eq(circles.id, actor.circleId))
  return circle!.made
}

async function countReports({ db }: Context, where: SQL, ofDonation: boolean): Promise<number> {
  const counted = db
    .select({ total: sql<number>`count(*)::int` })
    .from(reports)
    .$dynamic()
  const [count] = await (ofDonation ? counted.innerJoin(donations, ofReport()) : counted).where(where)
  return count!.total
}

async function pageOf(context: Context, where: SQL, asked: PageRequest, total: number) {
  const { actor, db } = context
  const { reversed, from, skip, take } = seekPage(asked, total)
  const held = sql`(select ${reports.reportedAt}, ${reports.id} from ${reports} where ${reports.circleId} = ${actor.circleId} and ${reports.id} = ${from})`
  const beside =
    from === null
      ? undefined
      : reversed
        ? sql`(${reports.reportedAt}, ${reports.id}) > ${held}`
        : sql`(${reports.reportedAt}, ${reports.id}) < ${held}`
  const rows = await db
    .select({ report: reports, donation: donations })
    .from(reports)
    .innerJoin(donations, ofReport())
    .where(and(where, beside))
    .orderBy(...walkOrder(reversed, reports.reportedAt, reports.id))
    .limit(take)
    .offset(skip)
  return {
    data: await viewAll(context, reversed ? rows.reverse() : rows),
    pagination: paginationOf(asked, total),
  }
}

/** Whether a filter concerns the reported donation. */
function asksOfDonation({ donorId, receiverId, people, minAmount, maxAmount, type }: ReportFilter): boolean {
  return [donorId, receiverId, people, minAmount, maxAmount, type].some((value) => value !== undefined)
}

/** A report as administrators see it in lists. Refuses with 404. */
export async function getView(context: Context, reportId: string, also?: SQL) {
  if (!isId(reportId)) refuse('resource.not_found')
  const rows = await context.db
    .select({ report: reports, donation: donations })
    .from(reports)
    .innerJoin(donations, ofReport())
    .where(and(eq(reports.circleId, context.actor.circleId), eq(reports.id, reportId), also))
  const [view] = await viewAll(context, rows)
  return view ?? refuse('resource.not_found')
}

async function viewAll({ db }: Context, rows: { report: ReportRow; donation: DonationRow }[]) {
  const people = await usersById(
    db,
    rows.flatMap(({ report, donation }) =>
      [report.reporterId, donation.donorId, donation.receiverId].filter((id) => id !== null),
    ),
  )
  const person = (id: string | null) => nameOf(id === null ? null : (people.get(id) ?? null))
  return rows.map(({ report, donation }) => ({
    id: report.id,
    donationId: report.donationId,
    reporterId: report.reporterId,
    reporter: report.reporterId === null ? ADMINISTRATION : person(report.reporterId),
    donor: person(donation.donorId),
    receiver: person(donation.receiverId),
    amount: reais(donation.amountCents),
    type: donation.type,
    status: report.status,
    donation_status: donation.status,
    reported_at: report.reportedAt.toISOString(),
    created_at: report.reportedAt.toISOString(),
    updated_at: report.updatedAt.toISOString(),
    report_reason: report.reason,
    report_additional_info: report.additionalInfo,
    report_resolved: report.endedAt !== null,
    deadline_stopped_until: stoppedUntil(report, donation),
    report_resolution: report.resolution,
    report_resolution_message: report.resolutionMessage,
    donation_outcome: report.outcome,
    admin_notes: report.adminNotes,
  }))
}

/** Until when a report that holds for a time alone stops the deadline of a donation that waits for its receipt. */
function stoppedUntil({ reporterId, reportedAt, endedAt, holdsMs }: ReportRow, donation: DonationRow): string | null {
  if (endedAt !== null || donation.status !== 'PENDING_PAYMENT') return null
  const report = { reporterId, holdsMs, reportedAt: reportedAt.getTime() }
  const { donorId, deadlineAt, rejectedAt, isUndecided } = donation
  const times = { deadlineAt: deadlineAt.getTime(), rejectedAt: rejectedAt?.getTime() ?? null }
  const until = cameLate({ donorId, isUndecided, ...times }, report) ? null : reportHoldsUntil(donation, report)
  return until === null ? null : new Date(until).toISOString()
}

/** As whose a case is shown that neither party opened. */
export const ADMINISTRATION = { id: null, name: 'Administração', firstName: 'Administração', lastName: '' } as const

/** A person by name alone; null is the administrative account. */
export function nameOf(user: UserRow | null) {
  if (!user) return { id: null, name: 'Conta administrativa', firstName: 'Conta', lastName: 'administrativa' }
  const { id, firstName, lastName } = user
  return { id, name: `${firstName} ${lastName}`.trim(), firstName, lastName }
}

function ofReport(): SQL {
  return and(eq(donations.circleId, reports.circleId), eq(donations.id, reports.donationId))!
}

function whereOf(circleId: string, filter: ReportFilter): SQL | null {
  const ids = [filter.reporterId, filter.donationId, filter.donorId, filter.receiverId].filter((id) => id !== undefined)
  if (!ids.every(isId) || filter.people?.length === 0) return null
  return and(
    eq(reports.circleId, circleId),
    filter.status ? inArray(reports.status, [...filter.status]) : undefined,
    filter.reporterId === undefined ? undefined : eq(reports.reporterId, filter.reporterId),
    filter.donationId === undefined ? undefined : eq(reports.donationId, filter.donationId),
    filter.donorId === undefined ? undefined : eq(donations.donorId, filter.donorId),
    filter.receiverId === undefined ? undefined : eq(donations.receiverId, filter.receiverId),
    filter.people === undefined ? undefined : isPartyOf(filter.people),
    filter.dateFrom === undefined ? undefined : gte(reports.reportedAt, dayStart(filter.dateFrom)),
    filter.dateTo === undefined ? undefined : lt(reports.reportedAt, nextDayStart(filter.dateTo)),
    filter.minAmount === undefined ? undefined : gte(donations.amountCents, cents(filter.minAmount)),
    filter.maxAmount === undefined ? undefined : lte(donations.amountCents, cents(filter.maxAmount)),
    filter.type === undefined ? undefined : sql`${donations.type} = ${filter.type}`,
  )!
}
