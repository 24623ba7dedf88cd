import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { SessionVia } from '#circle/ledger/records.ts'
import { circles } from './circles.ts'
import { ofUser, users } from './users.ts'
import { instant } from './instant.ts'

/** One row per login: the family of all its refresh tokens, which ends as a whole. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: ofUser(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    revokedWhy: text('revoked_why'),
    authenticatedBy: text('authenticated_by').$type<SessionVia>().notNull().default('password'),
    /** The last proof of who is there: the sign-in, or the password or passkey asked again. */
    confirmedAt: instant('confirmed_at').notNull(),
    /** When a request last came, to within some minutes. */
    lastSeenAt: instant('last_seen_at').notNull(),
    /** A short label such as 'Chrome no Android': never the header itself, nor an address. */
    device: text().notNull(),
    /** The circle that an administrator has selected in this session; null is their own. Ignored for members. */
    circleId: uuid('circle_id').references(() => circles.id),
    /** The helper who acts in it for its person (docs/decisions/081); null where the person does. */
    helperId: uuid('helper_id').references(() => users.id),
  },
  (table) => [
    // With the id: the planner takes it for finding one session of somebody who may have many.
    index('sessions_of_user').on(table.userId, table.id),
    index('sessions_of_helper')
      .on(table.helperId)
      .where(sql`${table.helperId} is not null`),
    check(
      'sessions_authenticated_by',
      sql`${table.authenticatedBy} in ('password', 'temporary', 'passkey', 'recovery', 'helper')`,
    ),
  ],
)
