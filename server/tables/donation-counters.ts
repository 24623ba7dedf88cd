import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { inCircle } from './circles.ts'

/**
 * The number and total amount of a circle's donations in each status, maintained in the transaction that changes them.
 */
export const donationCounters = pgTable(
  'donation_counters',
  {
    circleId: inCircle(),
    status: text().notNull(),
    count: integer().notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.circleId, table.status] })],
)
