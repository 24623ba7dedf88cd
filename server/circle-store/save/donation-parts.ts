import { sql } from 'drizzle-orm'
import { prepared } from '#server/database/prepared.ts'
import type { Tx } from '#server/database/types.ts'
import type { Change } from './change.ts'

const keepPart = prepared<never>(
  'part kept',
  () => sql`insert into donation_parts (circle_id, donation_id, part, cents, receipt_sha256, receipt_pixel_hash,
      pix_transaction, payer_sealed, sent_at, confirmed_at, receipt_signed, confirmation_signed)
    select circle_id, id, ${sql.placeholder('part')}::int, ${sql.placeholder('cents')}::bigint, receipt_sha256, receipt_pixel_hash,
      pix_transaction, payer_sealed, receipt_sent_at, ${sql.placeholder('at')}::timestamptz, receipt_signed, confirmation_signed
    from donations where circle_id = ${sql.placeholder('circleId')} and id = ${sql.placeholder('id')}`,
)

const waitForRest = prepared<never>(
  'rest waits',
  () => sql`update donations set receipt_sha256 = null, receipt_pixel_hash = null, receipt_sent_at = null,
      receipt_seen_at = null, receipt_signed = null, confirmation_signed = null, receipt_reused = false, pix_transaction = null,
      payer_sealed = null, answer_due_at = null, answer_reminders = 0, late_told_at = null
    where circle_id = ${sql.placeholder('circleId')} and id = ${sql.placeholder('id')} and status = 'PENDING_PAYMENT'`,
)

/** The receipt of a part that was confirmed moves to that part, and the donation waits for the next. */
export async function saveParts(tx: Tx, { circleId, events, at }: Change): Promise<void> {
  for (const event of events) {
    if (event.kind !== 'donation.part_confirmed') continue
    const { donationId: id, part, cents } = event
    await keepPart(tx, { circleId, id, part, cents, at: at.toISOString() })
    await waitForRest(tx, { circleId, id })
  }
}
