import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Files to delete from the disk because their last reference was removed. Written in the same transaction, so that a
 * crash loses none.
 */
export const fileRemovals = pgTable('file_removals', {
  sha256: text().primaryKey(),
  askedAt: timestamp('asked_at', { withTimezone: true, mode: 'date' }).notNull(),
})
