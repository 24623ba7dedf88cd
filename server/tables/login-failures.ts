import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Consecutive failed logins by account and by network address, stored as keyed hashes. */
export const loginFailures = pgTable('login_failures', {
  key: text().primaryKey(),
  failures: integer().notNull(),
  lastAt: timestamp('last_at', { withTimezone: true, mode: 'date' }).notNull(),
})
