import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { pushSubscriptions } from './push-subscriptions.ts'

/** The messages to be shown on devices, written in the transaction that decides it, and sent by a job. */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: uuid().primaryKey(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    sealed: text().notNull(),
    isUrgent: boolean('is_urgent').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
    tries: integer().notNull().default(0),
    nextTryAt: timestamp('next_try_at', { withTimezone: true, mode: 'date' }).notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true, mode: 'date' }),
    givenUpAt: timestamp('given_up_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    index('push_messages_subscription').on(table.subscriptionId),
    index('push_messages_due')
      .on(table.nextTryAt)
      .where(sql`${table.sentAt} is null and ${table.givenUpAt} is null`),
  ],
)
