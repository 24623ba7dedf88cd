import { and, asc, eq, inArray } from 'drizzle-orm'
import type { CircleMode } from '#circle/state.ts'
import { withoutPayable } from '#contracts/payment/payable.ts'
import type { Context } from '#server/context.ts'
import { reais } from '#contracts/money.ts'
import { donationParts } from '#server/tables/donation-parts.ts'
import type { DonationRow } from './find.ts'
import { payerOf } from './payer.ts'
import { rejectedReceipts } from '#server/tables/rejected-receipts.ts'

/** The parts of each donation that were confirmed, in order. */
export async function partsOf({ actor, db, secrets }: Context, rows: readonly DonationRow[]) {
  const ids = rows.flatMap(({ id, parts }) => (parts > 0 ? [id] : []))
  if (ids.length === 0) return new Map<string, never[]>()
  const found = await db
    .select()
    .from(donationParts)
    .where(and(eq(donationParts.circleId, actor.circleId), inArray(donationParts.donationId, ids)))
    .orderBy(asc(donationParts.part))
  const view = ({ donationId, part, cents, payerSealed, ...kept }: (typeof found)[number]) => ({
    part,
    amount: reais(cents),
    sent_at: kept.sentAt.toISOString(),
    confirmed_at: kept.confirmedAt.toISOString(),
    pix_transaction: kept.pixTransaction,
    payer_name: payerOf({ secrets }, { id: donationId, payerSealed }),
    has_picture: kept.receiptSha256 !== null,
    receipt_signed: kept.receiptSigned,
    confirmation_signed: kept.confirmationSigned,
  })
  return new Map([...Map.groupBy(found, ({ donationId }) => donationId)].map(([id, own]) => [id, own.map(view)]))
}

/** The rejected receipts of each donation, in order. A demonstration shows nobody else's words that could be paid to. */
export async function rejectionsOf({ actor, db }: Context, mode: CircleMode, rows: readonly DonationRow[]) {
  const receivers = new Map(rows.map(({ id, receiverId }) => [id, receiverId]))
  const shown = (donationId: string, reason: string | null) =>
    reason === null || mode === 'real' || actor.administers || receivers.get(donationId) === actor.id
      ? reason
      : withoutPayable(reason)
  const ids = rows.flatMap(({ id, rejections }) => (rejections > 0 ? [id] : []))
  if (ids.length === 0) return new Map<string, never[]>()
  const found = await db
    .select()
    .from(rejectedReceipts)
    .where(and(eq(rejectedReceipts.circleId, actor.circleId), inArray(rejectedReceipts.donationId, ids)))
    .orderBy(asc(rejectedReceipts.attempt))
  const views = found.map(
    ({ donationId, attempt, sentAt, rejectedAt, reason, reasonSalt, receiptSha256, pixTransaction, ...signed }) => ({
      donationId,
      view: {
        attempt,
        sent_at: sentAt.toISOString(),
        rejected_at: rejectedAt.toISOString(),
        reason: shown(donationId, reason),
        reason_salt: reasonSalt,
        pix_transaction: pixTransaction,
        has_picture: receiptSha256 !== null,
        receipt_signed: signed.receiptSigned,
        rejection_signed: signed.rejectionSigned,
      },
    }),
  )
  return new Map(
    [...Map.groupBy(views, ({ donationId }) => donationId)].map(([id, own]) => [id, own.map(({ view }) => view)]),
  )
}
