import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { sessions } from './sessions.ts'
import { ofUser } from './users.ts'
import { instant } from './instant.ts'

/**
 * The devices that show notices although the app is closed. The address, which a push service gave the browser, and its
 * keys are sealed: whoever knows them can make the phone ring. A device belongs to the session that asked for it, so that
 * a session ended from elsewhere takes the notices from a lost phone too.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey(),
    userId: ofUser(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** By which the same browser is recognised when it comes again. */
    endpointIndex: text('endpoint_index').notNull().unique('push_subscriptions_endpoint'),
    sealed: text().notNull(),
    device: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_session').on(table.sessionId),
  ],
)
