import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { circles } from './circles.ts'

/**
 * The number and total amount of a circle's donations in each status, maintained in the transaction that changes them.
 */
export const donationCounters = pgTable(
  'donation_counters',
  {
    circleId: uuid('circle_id')
      .notNull()
      .references(() => circles.id),
    status: text().notNull(),
    count: integer().notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.circleId, table.status] })],
)
