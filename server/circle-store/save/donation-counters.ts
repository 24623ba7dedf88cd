import { sql } from 'drizzle-orm'
import type { DonationFacts } from '#circle/state.ts'
import { insertOf } from '#server/database/prepared-rows.ts'
import type { Tx } from '#server/database/types.ts'
import { donationCounters } from '#server/tables/donation-counters.ts'
import type { DonationStatus } from '#server/tables/donations.ts'
import type { Change } from './change.ts'
import { endStatus } from './donations.ts'

const addCounts = insertOf('counters moved', donationCounters, ['circleId', 'status', 'count', 'amountCents'], {
  conflict: sql`(circle_id, status) do update set count = ${donationCounters.count} + excluded.count,
    amount_cents = ${donationCounters.amountCents} + excluded.amount_cents`,
})

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
    if (event.kind === 'donation.receipt_rejected' || event.kind === 'donation.part_confirmed') {
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
  await addCounts(tx, rows)
}
