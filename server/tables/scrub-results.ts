import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ScrubCheck } from '#contracts/scrubber.ts'
import { instant } from './instant.ts'

/** One thing that is kept twice and is not the same: by which check, and where, in ids, numbers and hashes only. */
export type Difference = { readonly check: ScrubCheck; readonly where: string }

/** The latest comparison of each circle, and of the stored files. */
export const scrubResults = pgTable('scrub_results', {
  /** A circle's id, or `files`. */
  scope: text().primaryKey(),
  checkedAt: instant('checked_at').notNull(),
  /** At most a hundred of them. */
  differences: jsonb().$type<readonly Difference[]>().notNull(),
})
