import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** How many images a person sent on a day in São Paulo. */
export const uploads = pgTable(
  'uploads',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    day: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
)

/** Files that a row was turned away from, still to be removed from the disk: written in the same transaction, so that a crash forgets none. */
export const fileRemovals = pgTable('file_removals', {
  sha256: text().primaryKey(),
  askedAt: timestamp('asked_at', { withTimezone: true, mode: 'date' }).notNull(),
})
