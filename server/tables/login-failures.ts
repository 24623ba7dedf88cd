import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/** Consecutive failed logins by account and by network address, stored as keyed hashes. */
export const loginFailures = pgTable('login_failures', {
  key: text().primaryKey(),
  failures: integer().notNull(),
  lastAt: instant('last_at').notNull(),
})
