import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Where a page begins: by its number alone, or beside an item the asker already holds. */
export type PageRequest = {
  readonly page: number
  readonly limit: number
  readonly after?: string | undefined
  readonly before?: string | undefined
}

/** How an ordered index is walked to a page: from which end or item, past how many, for how many. */
export type Walk = {
  readonly reversed: boolean
  readonly from: string | null
  readonly skip: number
  readonly take: number
}

/**
 * The shortest walk to a page of `total` items. Beside a held item nothing is skipped, however deep; by number alone
 * the nearer end is walked from, so the last page costs what the first does.
 */
export function seekPage({ page, limit, after, before }: PageRequest, total: number): Walk {
  if (after !== undefined) return { reversed: false, from: after, skip: 0, take: limit }
  if (before !== undefined) return { reversed: true, from: before, skip: 0, take: limit }
  const start = (page - 1) * limit
  const end = Math.min(start + limit, total)
  if (start >= end) return { reversed: false, from: null, skip: 0, take: 0 }
  const isNearEnd = total - end < start
  return { reversed: isNearEnd, from: null, skip: isNearEnd ? total - end : start, take: end - start }
}

/** Which page of how many, as every list's answer says it: an empty list has one page. */
export function paginationOf({ page, limit }: Pick<PageRequest, 'page' | 'limit'>, totalItems: number) {
  return { currentPage: page, totalPages: Math.max(1, Math.ceil(totalItems / limit)), totalItems, pageSize: limit }
}

/**
 * The order that the lists' indexes hold, or its reverse, nulls as the indexes have them; a different order would be
 * sorted anew.
 */
export function walkOrder(reversed: boolean, ...columns: PgColumn[]): SQL[] {
  return columns.map((column) => (reversed ? sql`${column} asc nulls first` : sql`${column} desc nulls last`))
}
