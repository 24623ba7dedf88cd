import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/** How many e-mails of a kind one person or address was sent on a day; both stand here as keyed hashes. */
export const emailCounts = pgTable('email_counts', {
  key: text().primaryKey(),
  /** The day in São Paulo, `2026-11-10`. */
  day: text().notNull(),
  count: integer().notNull(),
})
