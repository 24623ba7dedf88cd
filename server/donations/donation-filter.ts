import { and, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { dayStart, nextDayStart } from '#server/lib/days.ts'
import { isId } from '#server/lib/ids.ts'
import { cents } from '#contracts/money.ts'
import { isPartyOf } from './person-filter.ts'
import type { PeopleFilter } from './person-filter.ts'
import { donations } from '#server/tables/donations.ts'
import type { DonationStatus } from '#server/tables/donations.ts'

export type DonationFilter = {
  readonly status?: readonly DonationStatus[] | undefined
  readonly donorId?: string | undefined
  readonly receiverId?: string | undefined
  readonly id?: string | undefined
  /** Days in São Paulo, both inclusive. */
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
  readonly minAmount?: number | undefined
  readonly maxAmount?: number | undefined
  readonly type?: string | undefined
} & PeopleFilter

/** Whether the counters know how many donations meet a filter. */
export function isByStatusAlone({ status: _, ...others }: DonationFilter): boolean {
  return Object.values(others).every((value) => value === undefined)
}

/** The SQL condition of a filter. Null when it names an id that cannot exist, so that nothing can match. */
export function whereOf(circleId: string, filter: DonationFilter): SQL | null {
  const ids = [filter.donorId, filter.receiverId, filter.id].filter((id) => id !== undefined)
  if (!ids.every(isId) || filter.people?.length === 0) return null
  return and(
    eq(donations.circleId, circleId),
    filter.status ? statusFilter(filter.status) : undefined,
    filter.donorId === undefined ? undefined : eq(donations.donorId, filter.donorId),
    filter.receiverId === undefined ? undefined : eq(donations.receiverId, filter.receiverId),
    filter.id === undefined ? undefined : eq(donations.id, filter.id),
    filter.people === undefined ? undefined : isPartyOf(filter.people),
    filter.dateFrom === undefined ? undefined : gte(donations.createdAt, dayStart(filter.dateFrom)),
    filter.dateTo === undefined ? undefined : lt(donations.createdAt, nextDayStart(filter.dateTo)),
    filter.minAmount === undefined ? undefined : gte(donations.amountCents, cents(filter.minAmount)),
    filter.maxAmount === undefined ? undefined : lte(donations.amountCents, cents(filter.maxAmount)),
    filter.type === undefined ? undefined : sql`${donations.type} = ${filter.type}`,
  )!
}

/**
 * The status groups of the console's filters, written exactly as in the partial indexes so that PostgreSQL uses them.
 */
function statusFilter(statuses: readonly DonationStatus[]): SQL {
  const group = [...new Set(statuses)].sort().join()
  if (group === 'PENDING_CONFIRMATION,PENDING_PAYMENT')
    return sql`${donations.status} in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION')`
  if (group === 'CONFIRMED') return sql`${donations.status} = 'CONFIRMED'`
  if (group === 'CANCELLED,EXPIRED') return sql`${donations.status} in ('EXPIRED', 'CANCELLED')`
  return inArray(donations.status, [...statuses])
}
