import { and, eq, inArray } from 'drizzle-orm'
import type { CircleEvent, DonationFacts } from '#circle/state.ts'
import type { Tx } from '#server/database/types.ts'
import { donations } from '#server/tables/donations.ts'
import type { DonationStatus } from '#server/tables/donations.ts'
import { paymentKeys } from '#server/tables/payment-keys.ts'
import { changed, storedTarget } from './change.ts'
import type { Change } from './change.ts'

/**
 * Endings are written first, because an obligation that one decision releases and matches again must never have two
 * open donations, which a unique index forbids.
 */
export async function saveDonations(tx: Tx, { circleId, before, after, events, at }: Change): Promise<void> {
  for (const [status, endReason, ids] of endings(events)) {
    await expectRows(
      tx
        .update(donations)
        .set({ status, endReason, endedAt: at })
        .where(openDonations(circleId, ids))
        .returning({ id: donations.id }),
      ids.length,
    )
  }
  const matched = events.flatMap((event) => (event.kind === 'donation.matched' ? [event] : []))
  const isNew = new Set(matched.map((event) => event.donationId))
  for (const donation of changed(before?.donations, after.donations)) {
    const { id, status, deadlineAt, reportId, rejections, rejectedAt, leftMs, isUndecided } = donation
    if (isNew.has(id)) continue
    await expectRows(
      tx
        .update(donations)
        .set({
          status,
          deadlineAt: new Date(deadlineAt),
          reportId,
          rejections,
          rejectedAt: rejectedAt === null ? null : new Date(rejectedAt),
          receiptLeftMs: leftMs,
          isUndecided,
        })
        .where(openDonations(circleId, [id]))
        .returning({ id: donations.id }),
      1,
    )
  }
  if (matched.length === 0) return
  const keys = await presentKeys(
    tx,
    circleId,
    matched.map(({ receiverId }) => receiverId),
  )
  await tx.insert(donations).values(
    matched.map(({ donationId, obligationId, donorId, receiverId, turnId, type, amountCents, target, deadlineAt }) => ({
      circleId,
      id: donationId,
      obligationId,
      donorId,
      receiverId,
      turnId,
      type,
      amountCents,
      target: storedTarget(target),
      status: 'PENDING_PAYMENT' as const,
      createdAt: at,
      deadlineAt: new Date(deadlineAt),
      paymentKeyId: keys.get(receiverId) ?? null,
    })),
  )
}

/** The version of each receiver's payment key that is in force: what a donation matched now is paid on. */
async function presentKeys(
  tx: Tx,
  circleId: string,
  receiverIds: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const memberIds = [...new Set(receiverIds)].filter((id) => id !== null)
  if (memberIds.length === 0) return new Map()
  const rows = await tx
    .select({ id: paymentKeys.id, memberId: paymentKeys.memberId })
    .from(paymentKeys)
    .where(
      and(
        eq(paymentKeys.circleId, circleId),
        inArray(paymentKeys.memberId, memberIds),
        eq(paymentKeys.state, 'current'),
      ),
    )
  return new Map(rows.map(({ id, memberId }) => [memberId, id]))
}

/** Groups ended donations by how they ended, so that each group is one UPDATE. */
function endings(events: readonly CircleEvent[]): [DonationStatus, string | null, string[]][] {
  const ways = new Map<string, [DonationStatus, string | null, string[]]>()
  for (const event of events) {
    const status = endStatus[event.kind]
    if (!status) continue
    const reason = event.kind === 'donation.cancelled' ? event.reason : null
    const key = `${status}:${reason}`
    const way = ways.get(key) ?? [status, reason, []]
    way[2].push((event as unknown as DonationFacts).donationId)
    ways.set(key, way)
  }
  return [...ways.values()]
}

/** The status of a donation after an event that ends it. */
export const endStatus: Readonly<Partial<Record<CircleEvent['kind'], DonationStatus>>> = {
  'donation.confirmed': 'CONFIRMED',
  'donation.expired': 'EXPIRED',
  'donation.cancelled': 'CANCELLED',
}

/** Guards every write to a donation: a donation that has ended never changes again. */
function openDonations(circleId: string, ids: string[]) {
  return and(
    eq(donations.circleId, circleId),
    inArray(donations.id, ids),
    inArray(donations.status, ['PENDING_PAYMENT', 'PENDING_CONFIRMATION']),
  )
}

async function expectRows(write: Promise<unknown[]>, expected: number): Promise<void> {
  const written = await write
  if (written.length !== expected) throw new Error(`Expected to write ${expected} rows, wrote ${written.length}`)
}
