import { foreignKey, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { donations } from './donations.ts'
import { instant } from './instant.ts'

/**
 * Every PIX transaction that was ever named as the payment of a donation, by the hash that the ledger holds too: one
 * transaction pays one donation of the whole installation. It stays when a party is erased, and names nobody.
 */
export const pixTransactions = pgTable(
  'pix_transactions',
  {
    hash: text().primaryKey(),
    circleId: uuid('circle_id').notNull(),
    donationId: uuid('donation_id').notNull(),
    firstSentAt: instant('first_sent_at').notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.circleId, table.donationId], foreignColumns: [donations.circleId, donations.id] }),
    index('pix_transactions_donation').on(table.circleId, table.donationId),
  ],
)
