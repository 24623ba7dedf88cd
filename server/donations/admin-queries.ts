import { eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { donationCounters } from '#server/tables/donation-counters.ts'
import { paginationOf, seekPage } from '#server/database/pages.ts'
import type { PageRequest } from '#server/database/pages.ts'
import type { Context } from '#server/context.ts'
import { reais } from '#contracts/money.ts'
import { refuse } from '#server/lib/refusal.ts'
import { viewDonations } from './queries.ts'
import { walkPage } from './walk.ts'
import { newest, ofCircle, readDonation, readDonations, readPrepared } from './read-donations.ts'
import type { ReadDonations } from './read-donations.ts'
import { donations } from '#server/tables/donations.ts'
import type { DonationStatus } from '#server/tables/donations.ts'
import { isByStatusAlone, whereOf } from './donation-filter.ts'
import type { DonationFilter } from './donation-filter.ts'

/** The circle's donations that meet every filter, newest first. */
export async function listDonations(
  context: Context,
  { page, limit, after, before, ...filter }: DonationFilter & PageRequest,
) {
  const { actor } = context
  const where = whereOf(actor.circleId, filter)
  if (where === null) return { data: [], pagination: paginationOf({ page, limit }, 0) }
  const isCounted = isByStatusAlone(filter)
  // Where a page begins depends on the total only when it is found by its number.
  const isFixed = page === 1 || after !== undefined || before !== undefined
  const known = isCounted && isFixed ? null : await countDonations(context, filter, where)
  const walk = seekPage({ page, limit, after, before }, known ?? Infinity)
  const isCommon = isCounted && !filter.status && isFixed && walk.from === null
  const read = isCommon ? await firstPage(limit)(context) : await readDonations(context, walkPage(context, where, walk))
  const rows = walk.reversed ? read.rows.toReversed() : read.rows
  const total = known ?? countedIn(read.counts, filter.status)
  return { data: await viewDonations(context, { ...read, rows }), pagination: paginationOf({ page, limit }, total) }
}

const firstPages = new Map<number, ReturnType<typeof readPrepared>>()

/** The newest donations, as the console opens with them: prepared for each size of page. */
function firstPage(limit: number): ReturnType<typeof readPrepared> {
  const made = firstPages.get(limit)
  if (made) return made
  const read = readPrepared(`donations_newest_${limit}`, () =>
    newest(ofCircle, { reversed: false, skip: 0, take: limit }),
  )
  firstPages.set(limit, read)
  return read
}

/** One donation of the circle with both parties. Refuses with 404 when there is none. */
export async function showDonation(context: Context, donationId: string) {
  return viewDonation(context, await readDonation(context, donationId))
}

/** One donation as it was read. Refuses with 404 when none was there. */
export async function viewDonation(context: Context, read: ReadDonations) {
  const [view] = await viewDonations(context, read)
  return view ?? refuse('resource.not_found')
}

/** The circle's totals, read from the counters that every change maintains. */
export async function donationStats({ actor, db }: Context) {
  const rows = await db.select().from(donationCounters).where(eq(donationCounters.circleId, actor.circleId))
  const of = (status: DonationStatus) => rows.find((row) => row.status === status) ?? { count: 0, amountCents: 0 }
  return {
    totalDonations: rows.reduce((sum, row) => sum + row.count, 0),
    pendingPayment: of('PENDING_PAYMENT').count,
    pendingConfirmation: of('PENDING_CONFIRMATION').count,
    confirmed: of('CONFIRMED').count,
    expired: of('EXPIRED').count,
    cancelled: of('CANCELLED').count,
    totalAmount: reais(rows.reduce((sum, row) => sum + row.amountCents, 0)),
  }
}

function countedIn(counts: ReadonlyMap<DonationStatus, number>, status: DonationFilter['status']): number {
  const counted = [...counts].filter(([one]) => !status || status.includes(one))
  return counted.reduce((sum, [, count]) => sum + count, 0)
}

/** Reads the counters when only the status filters, and counts through an index otherwise. */
async function countDonations({ actor, db }: Context, filter: DonationFilter, where: SQL): Promise<number> {
  if (isByStatusAlone(filter)) {
    const rows = await db.select().from(donationCounters).where(eq(donationCounters.circleId, actor.circleId))
    return countedIn(new Map(rows.map((row) => [row.status as DonationStatus, row.count])), filter.status)
  }
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(donations)
    .where(where)
  return row!.total
}
