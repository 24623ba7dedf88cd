import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { ofUser } from './users.ts'

/** The number of images a person uploaded on a day in São Paulo. */
export const uploads = pgTable(
  'uploads',
  {
    userId: ofUser(),
    day: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
)
