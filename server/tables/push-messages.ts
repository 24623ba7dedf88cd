import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { pushSubscriptions } from './push-subscriptions.ts'
import { instant } from './instant.ts'

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
    createdAt: instant('created_at').notNull(),
    tries: integer().notNull().default(0),
    nextTryAt: instant('next_try_at').notNull(),
    sentAt: instant('sent_at'),
    givenUpAt: instant('given_up_at'),
  },
  (table) => [
    index('push_messages_subscription').on(table.subscriptionId),
    index('push_messages_due')
      .on(table.nextTryAt)
      .where(sql`${table.sentAt} is null and ${table.givenUpAt} is null`),
  ],
)
