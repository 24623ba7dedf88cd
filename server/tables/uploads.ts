import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** The number of images a person uploaded on a day in São Paulo. */
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
