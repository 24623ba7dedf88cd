import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { inCircle } from './circles.ts'
import { instant } from './instant.ts'

/** When and why administrators suspended, removed or reinstated people. The reason goes when the person is erased. */
export const standingChanges = pgTable(
  'standing_changes',
  {
    circleId: inCircle(),
    userId: uuid('user_id').notNull(),
    at: instant('at').notNull(),
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
