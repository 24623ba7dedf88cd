import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { donations } from './donations.ts'
import { instant } from './instant.ts'

/**
 * The receipts that a receiver rejected, with the reason: both parties and administrators go on seeing them. The picture
 * and the reason are emptied when either party is erased.
 */
export const rejectedReceipts = pgTable(
  'rejected_receipts',
  {
    circleId: uuid('circle_id').notNull(),
    donationId: uuid('donation_id').notNull(),
    /** The first rejected receipt of a donation is 1. */
    attempt: integer().notNull(),
    receiptSha256: text('receipt_sha256'),
    receiptPixelHash: text('receipt_pixel_hash'),
    pixTransaction: text('pix_transaction'),
    sentAt: instant('sent_at').notNull(),
    rejectedAt: instant('rejected_at').notNull(),
    reason: text(),
    /** The salt with which the receiver's device signed the reason; null without a signature, and with a reason that is gone. */
    reasonSalt: text('reason_salt'),
    /** Whether the donor's device signed the receipt, and the receiver's the rejection. */
    receiptSigned: boolean('receipt_signed'),
    rejectionSigned: boolean('rejection_signed').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.donationId, table.attempt] }),
    foreignKey({ columns: [table.circleId, table.donationId], foreignColumns: [donations.circleId, donations.id] }),
    index('rejected_receipts_receipt')
      .on(table.receiptSha256)
      .where(sql`${table.receiptSha256} is not null`),
  ],
)
