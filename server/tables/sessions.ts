import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { circles } from './circles.ts'
import { users } from './users.ts'

/** One row a login: the family that all its refresh tokens belong to, ended as a whole. */
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
    /** The circle an administrator has on screen in this session; null is their own. A member's is never asked. */
    circleId: uuid('circle_id').references(() => circles.id),
  },
  (table) => [index('sessions_user').on(table.userId)],
)
