import { and, asc, eq, or, sql } from 'drizzle-orm'
import { readDonations } from '#server/donations/read-donations.ts'
import type { ReadDonations } from '#server/donations/read-donations.ts'
import { donationParts } from '#server/tables/donation-parts.ts'
import { donations } from '#server/tables/donations.ts'
import { rejectedReceipts } from '#server/tables/rejected-receipts.ts'
import type { Context } from '#server/context.ts'
import { reports } from '#server/tables/reports.ts'
import { users } from '#server/tables/users.ts'
import { findUser } from '#server/members/view.ts'

/** The actor's own row, independent of the circle that an administrator has selected. */
export async function getOwn({ actor, db }: Context): Promise<NonNullable<Awaited<ReturnType<typeof findUser>>>> {
  const [row] = await db.select({ circleId: users.circleId }).from(users).where(eq(users.id, actor.id))
  return (await findUser(db, row!.circleId, actor.id))!
}

/** The receipts that the actor sent and a receiver rejected, oldest first. */
export function listOwnRejected({ actor, db }: Context) {
  const { donationId, attempt, receiptSha256, rejectedAt } = rejectedReceipts
  return db
    .select({ donationId, attempt, receiptSha256 })
    .from(rejectedReceipts)
    .innerJoin(
      donations,
      and(eq(donations.circleId, rejectedReceipts.circleId), eq(donations.id, rejectedReceipts.donationId)),
    )
    .where(and(eq(rejectedReceipts.circleId, actor.circleId), eq(donations.donorId, actor.id)))
    .orderBy(asc(rejectedAt))
}

/** The receipts of parts that the actor sent and a receiver confirmed, oldest first. */
export function listOwnParts({ actor, db }: Context) {
  const { donationId, part, receiptSha256, confirmedAt } = donationParts
  return db
    .select({ donationId, part, receiptSha256 })
    .from(donationParts)
    .innerJoin(
      donations,
      and(eq(donations.circleId, donationParts.circleId), eq(donations.id, donationParts.donationId)),
    )
    .where(and(eq(donationParts.circleId, actor.circleId), eq(donations.donorId, actor.id)))
    .orderBy(asc(confirmedAt))
}

/** Every report about a donation of the actor's, whoever made it, oldest first: a donation can have had several. */
export async function listOwnCases({ actor, db }: Context): Promise<string[]> {
  const rows = await db
    .select({ id: reports.id })
    .from(reports)
    .innerJoin(donations, and(eq(donations.circleId, reports.circleId), eq(donations.id, reports.donationId)))
    .where(
      and(
        eq(reports.circleId, actor.circleId),
        or(eq(donations.donorId, actor.id), eq(donations.receiverId, actor.id)),
      ),
    )
    .orderBy(asc(reports.reportedAt), asc(reports.id))
  return rows.map(({ id }) => id)
}

/** Every donation that the actor gave or received, open and ended, oldest first. */
export function listOwnDonations(context: Context): Promise<ReadDonations> {
  const { actor } = context
  const own = and(
    eq(donations.circleId, actor.circleId),
    or(eq(donations.donorId, actor.id), eq(donations.receiverId, actor.id)),
  )
  return readDonations(
    context,
    sql`select * from ${donations} where ${own} order by ${donations.createdAt}, ${donations.id}`,
  )
}
