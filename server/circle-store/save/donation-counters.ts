import { sql } from 'drizzle-orm'
import type { DonationFacts } from '#circle/state.ts'
import type { Tx } from '#server/database/types.ts'
import { donationCounters } from '#server/tables/donation-counters.ts'
import type { DonationStatus } from '#server/tables/donations.ts'
import { excluded } from './change.ts'
import type { Change } from './change.ts'
import { endStatus } from './donations.ts'

export async function saveCounters(tx: Tx, { circleId, before, after, events }: Change): Promise<void> {
  const moved = new Map<DonationStatus, { count: number; amountCents: number }>()
  const count = (status: DonationStatus, by: number, amountCents: number) => {
    const tally = moved.get(status) ?? { count: 0, amountCents: 0 }
    moved.set(status, { count: tally.count + by, amountCents: tally.amountCents + by * amountCents })
  }
  const statusBefore = (id: string): DonationStatus => before?.donations.get(id)?.status ?? 'PENDING_PAYMENT'
  for (const event of events) {
    if (event.kind === 'donation.matched') count('PENDING_PAYMENT', 1, event.amountCents)
    if (event.kind === 'donation.receipt_sent' && statusBefore(event.donationId) === 'PENDING_PAYMENT') {
      const { amountCents } = after.donations.get(event.donationId)!
      count('PENDING_PAYMENT', -1, amountCents)
      count('PENDING_CONFIRMATION', 1, amountCents)
    }
    if (event.kind === 'donation.receipt_rejected') {
      const { amountCents } = after.donations.get(event.donationId)!
      count('PENDING_CONFIRMATION', -1, amountCents)
      count('PENDING_PAYMENT', 1, amountCents)
    }
    const ended = endStatus[event.kind]
    if (ended) {
      const { donationId, amountCents } = event as unknown as DonationFacts
      count(statusBefore(donationId), -1, amountCents)
      count(ended, 1, amountCents)
    }
  }
  const rows = [...moved].map(([status, tally]) => ({ circleId, status, ...tally })).filter((row) => row.count !== 0)
  if (rows.length === 0) return
  await tx
    .insert(donationCounters)
    .values(rows)
    .onConflictDoUpdate({
      target: [donationCounters.circleId, donationCounters.status],
      set: {
        count: sql`${donationCounters.count} + ${excluded('count')}`,
        amountCents: sql`${donationCounters.amountCents} + ${excluded('amount_cents')}`,
      },
    })
}
