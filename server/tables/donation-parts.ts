import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { donations } from './donations.ts'
import { instant } from './instant.ts'

/** A part's row without what its donor sent, once a party is erased or the circle begins anew. */
export const NO_PART_RECEIPT = {
  receiptSha256: null,
  receiptPixelHash: null,
  pixTransaction: null,
  payerSealed: null,
} as const

/**
 * The parts of a donation that were confirmed, each with its receipt: what came last stands in the donation's own row. Picture,
 * transaction and payer are emptied when either party is erased.
 */
export const donationParts = pgTable(
  'donation_parts',
  {
    circleId: uuid('circle_id').notNull(),
    donationId: uuid('donation_id').notNull(),
    /** The first part of a donation is 1. */
    part: integer().notNull(),
    cents: bigint({ mode: 'number' }).notNull(),
    receiptSha256: text('receipt_sha256'),
    receiptPixelHash: text('receipt_pixel_hash'),
    pixTransaction: text('pix_transaction'),
    payerSealed: text('payer_sealed'),
    sentAt: instant('sent_at').notNull(),
    confirmedAt: instant('confirmed_at').notNull(),
    /** Whether the donor's device signed the receipt, and the receiver's the confirmation. */
    receiptSigned: boolean('receipt_signed'),
    confirmationSigned: boolean('confirmation_signed'),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.donationId, table.part] }),
    foreignKey({ columns: [table.circleId, table.donationId], foreignColumns: [donations.circleId, donations.id] }),
    index('donation_parts_receipt')
      .on(table.receiptSha256)
      .where(sql`${table.receiptSha256} is not null`),
    check('donation_parts_cents', sql`${table.cents} > 0`),
  ],
)
