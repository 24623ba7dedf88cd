import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { circles } from './circles.ts'

/** When and why administrators suspended, removed or reinstated people. The reason goes when the person is erased. */
export const standingChanges = pgTable(
  'standing_changes',
  {
    circleId: uuid('circle_id')
      .notNull()
      .references(() => circles.id),
    userId: uuid('user_id').notNull(),
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    id: uuid().notNull(),
    what: text().$type<'suspended' | 'removed' | 'reinstated'>().notNull(),
    reason: text().notNull(),
    by: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.userId, table.id] }),
    check('standing_changes_what', sql`${table.what} in ('suspended', 'removed', 'reinstated')`),
  ],
)
