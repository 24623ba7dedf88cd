import { and, eq, sql } from 'drizzle-orm'
import { rowsOf } from '#server/database/prepared-rows.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Actor } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { donations } from '#server/tables/donations.ts'

export type DonationRow = typeof donations.$inferSelect

/**
 * A donation that the actor may see: their own as a party, or any of the circle for an administrator. Refuses with 404
 * otherwise.
 */
export async function getDonation(tx: Db | Tx, actor: Actor, donationId: string): Promise<DonationRow> {
  const [row] = await readDonation(tx, { circleId: actor.circleId, donationId })
  if (!row || !isParty(row, actor)) refuse('resource.not_found')
  return row
}

const readDonation = rowsOf(
  'donation to decide on',
  donations,
  () =>
    sql`where ${and(eq(donations.circleId, sql.placeholder('circleId')), eq(donations.id, sql.placeholder('donationId')))}`,
)

/**
 * An open donation that the actor may see. The locked circle's state holds all that are open; the row is read only to say why
 * there is none: refuses like `getDonation` and `ensureOpen`.
 */
export async function getOpenDonation(
  { tx, state }: LockedCircle,
  actor: Actor,
  donationId: string,
): Promise<Pick<DonationRow, 'id' | 'donorId' | 'receiverId'>> {
  const open = state.donations.get(donationId)
  if (open && isParty(open, actor)) return open
  const row = await getDonation(tx, actor, donationId)
  ensureOpen(row)
  return row
}

export function isParty(row: Pick<DonationRow, 'donorId' | 'receiverId'>, actor: Actor): boolean {
  return actor.administers || actor.isFiscal === true || row.donorId === actor.id || row.receiverId === actor.id
}

/** Refuses a donation that has ended, with a message that says how it ended. */
export function ensureOpen(row: DonationRow): void {
  if (row.status === 'CONFIRMED') refuse('donation.already_confirmed')
  if (row.status === 'EXPIRED') refuse('donation.expired')
  if (row.status === 'CANCELLED') refuse('donation.ended')
}
