import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Failed logins in a row, by account and by address, kept as keyed hashes. */
export const loginFailures = pgTable('login_failures', {
  key: text().primaryKey(),
  failures: integer().notNull(),
  lastAt: timestamp('last_at', { withTimezone: true, mode: 'date' }).notNull(),
})
