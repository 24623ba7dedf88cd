import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Files of erased people, still to be removed from the disk: written in the transaction that took their last mention away, so that a crash forgets none. */
export const fileRemovals = pgTable('file_removals', {
  sha256: text().primaryKey(),
  askedAt: timestamp('asked_at', { withTimezone: true, mode: 'date' }).notNull(),
})
