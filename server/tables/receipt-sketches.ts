import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { donations } from './donations.ts'
import { instant } from './instant.ts'

/**
 * Sketches that recognize a receipt's picture saved again with loss (files/sketch). They take some 20 KB each, so they
 * are kept out of the donations table, whose lists they would slow down.
 */
export const receiptSketches = pgTable(
  'receipt_sketches',
  {
    circleId: uuid('circle_id').notNull(),
    donationId: uuid('donation_id').notNull(),
    donorId: uuid('donor_id').notNull(),
    receiverId: uuid('receiver_id'),
    sentAt: instant('sent_at').notNull(),
    sketch: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.donationId] }),
    foreignKey({ columns: [table.circleId, table.donationId], foreignColumns: [donations.circleId, donations.id] }),
    index('receipt_sketches_donor').on(table.circleId, table.donorId, table.sentAt.desc()),
    index('receipt_sketches_receiver').on(table.circleId, table.receiverId, table.sentAt.desc()),
  ],
)
