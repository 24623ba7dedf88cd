import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Files that a row was turned away from, still to be removed from the disk: written in the same transaction, so that a crash forgets none. */
export const fileRemovals = pgTable('file_removals', {
  sha256: text().primaryKey(),
  askedAt: timestamp('asked_at', { withTimezone: true, mode: 'date' }).notNull(),
})
