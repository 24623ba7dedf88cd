import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { instant } from './instant.ts'

/**
 * E-mails to be delivered, written in the transaction that they report. Sealed, because they name people and hold
 * codes.
 */
export const letters = pgTable(
  'letters',
  {
    id: uuid().primaryKey(),
    sealed: text().notNull(),
    createdAt: instant('created_at').notNull(),
    tries: integer().notNull().default(0),
    nextTryAt: instant('next_try_at').notNull(),
    sentAt: instant('sent_at'),
    givenUpAt: instant('given_up_at'),
  },
  (table) => [
    index('letters_due')
      .on(table.nextTryAt)
      .where(sql`${table.sentAt} is null and ${table.givenUpAt} is null`),
  ],
)
