import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

/**
 * E-mails to be delivered, written in the transaction that they report. Sealed, because they name people and hold
 * codes.
 */
export const letters = pgTable(
  'letters',
  {
    id: uuid().primaryKey(),
    sealed: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
    tries: integer().notNull().default(0),
    nextTryAt: timestamp('next_try_at', { withTimezone: true, mode: 'date' }).notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true, mode: 'date' }),
    givenUpAt: timestamp('given_up_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    index('letters_due')
      .on(table.nextTryAt)
      .where(sql`${table.sentAt} is null and ${table.givenUpAt} is null`),
  ],
)
