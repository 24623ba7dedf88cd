import { boolean, date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'

/** How often a person's phone rang on a day in São Paulo. Every day has its row, so that a clock set back begins none anew. */
export const pushDays = pgTable(
  'push_days',
  {
    userId: uuid('user_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    count: integer().notNull(),
    hasDigest: boolean('has_digest').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
)
