import { and, eq, inArray } from 'drizzle-orm'
import { placesByMember } from '#circle/shares.ts'
import type { CircleEvent } from '#circle/state.ts'
import type { Tx } from '#server/database/types.ts'
import { donations, isBeside } from '#server/tables/donations.ts'
import { rejectedReceipts } from '#server/tables/rejected-receipts.ts'
import type { Decided, Payments } from './telling.ts'

type Row = typeof donations.$inferSelect
type Act = CircleEvent & {
  kind: 'donation.receipt_sent' | 'donation.receipt_replaced' | 'donation.receipt_rejected' | 'donation.confirmed'
}

/**
 * Somebody with several places pays several contributions in one, and their devices act on each. Says of each act what the whole
 * payment comes to, or null where another act of it is the one that is told of.
 */
export async function paymentsOf(tx: Tx, circleId: string, decided: Decided): Promise<Payments> {
  const found = new Map<string, { count: number; amountCents: number } | null>()
  for (const event of decided.events) {
    if (!isOnPayment(event)) continue
    const donation = decided.before.donations.get(event.donationId)
    if (!donation || (placesByMember(decided.before).get(donation.donorId) ?? 0) < 2) continue
    const isSame = and(eq(donations.circleId, circleId), eq(donations.id, donation.id))
    const [own] = await tx.select().from(donations).where(isSame)
    const others = await tx.select().from(donations).where(isBeside(own!))
    if (others.length === 0) continue
    const rest = await restOf(tx, { event, own: own!, others, decided })
    const paid = rest && [own!, ...rest]
    found.set(
      donation.id,
      paid && { count: paid.length, amountCents: paid.reduce((sum, { amountCents }) => sum + amountCents, 0) },
    )
  }
  return found
}

const isOnPayment = (event: CircleEvent): event is Act =>
  (event.kind === 'donation.receipt_sent' && event.cents === undefined) ||
  (event.kind === 'donation.receipt_replaced' && event.cents === undefined) ||
  (event.kind === 'donation.confirmed' && event.cents === undefined) ||
  event.kind === 'donation.receipt_rejected'

type Acted = { readonly event: Act; readonly own: Row; readonly others: readonly Row[]; readonly decided: Decided }

/**
 * The other contributions of the payment, where this act tells of all of it: a receipt and its rejection are told by the first,
 * what is confirmed by the last.
 */
async function restOf(
  tx: Tx,
  { event, own, others, decided: { after, actorId } }: Acted,
): Promise<readonly Row[] | null> {
  const openOf = ({ id }: Row) => after.donations.get(id)
  const same = others.filter(({ receiptSha256 }) => receiptSha256 === own.receiptSha256)
  if (event.kind === 'donation.confirmed') {
    // A decision of the administration is about this one alone.
    if (event.receiverId !== actorId) return []
    if (same.some((row) => openOf(row)?.status === 'PENDING_CONFIRMATION')) return null
    return same.filter(({ status }) => status === 'CONFIRMED')
  }
  if (event.kind === 'donation.receipt_rejected')
    return (await wasRejected(tx, { event, own, others }))
      ? null
      : same.filter((row) => openOf(row)?.status === 'PENDING_CONFIRMATION')
  if (same.length > 0) return null
  return others.filter((row) => {
    const open = openOf(row)
    return open?.reportId === null && open.parts === 0
  })
}

/** Whether the receipt of this payment was rejected for another of its contributions before. */
async function wasRejected(tx: Tx, { event, own, others }: Omit<Acted, 'decided'>): Promise<boolean> {
  if (event.kind !== 'donation.receipt_rejected') return false
  const ids = others.map(({ id }) => id)
  const isOfOthers = and(eq(rejectedReceipts.circleId, own.circleId), inArray(rejectedReceipts.donationId, ids))
  const isSame = and(
    eq(rejectedReceipts.receiptSha256, own.receiptSha256!),
    eq(rejectedReceipts.attempt, event.attempt),
  )
  return (await tx.$count(rejectedReceipts, and(isOfOthers, isSame))) > 0
}
