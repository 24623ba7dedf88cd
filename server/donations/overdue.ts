import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { donations } from '#server/tables/donations.ts'
import type { DonationRow } from './find.ts'
import { isOverdue } from './unpaid.ts'

/**
 * Which of these donations are paid after a deadline that passed before they were matched again. Their donor and the
 * administration see it; to whom they are given now, they came in time. A contribution is never asked for again: late in a
 * roda, it waits for the same receiver, who sees it too (`isLate`).
 */
export async function overdueOf(
  { actor, db }: Pick<Context, 'actor' | 'db'>,
  rows: readonly DonationRow[],
): Promise<ReadonlySet<string>> {
  const ids = rows
    .filter(({ status, type }) => status === 'PENDING_PAYMENT' && type !== 'PULL')
    .filter(({ donorId }) => donorId === actor.id || actor.administers)
    .map(({ id }) => id)
  if (ids.length === 0) return new Set()
  const found = await db
    .select({ id: donations.id })
    .from(donations)
    .where(and(eq(donations.circleId, actor.circleId), inArray(donations.id, ids), isOverdue(db)))
  return new Set(found.map(({ id }) => id))
}
