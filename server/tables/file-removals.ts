import { pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/**
 * Files to delete from the disk because their last reference was removed. Written in the same transaction, so that a
 * crash loses none.
 */
export const fileRemovals = pgTable('file_removals', {
  sha256: text().primaryKey(),
  askedAt: instant('asked_at').notNull(),
})
