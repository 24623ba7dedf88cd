import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { circles } from './circles.ts'
import { users } from './users.ts'

/** One row per login: the family of all its refresh tokens, which ends as a whole. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
    revokedAt: timestamp('revoked_at', { withTimezone: true, mode: 'date' }),
    revokedWhy: text('revoked_why'),
    /** The circle that an administrator has selected in this session; null is their own. Ignored for members. */
    circleId: uuid('circle_id').references(() => circles.id),
  },
  (table) => [index('sessions_user').on(table.userId)],
)
