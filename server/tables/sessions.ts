import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
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

/** Refresh tokens by their hash. A used one keeps its sealed successor for a few seconds, so that a lost answer or a second tab gets the same. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true, mode: 'date' }),
    successorSealed: text('successor_sealed'),
  },
  (table) => [index('refresh_tokens_session').on(table.sessionId)],
)

/** Failed logins in a row, by account and by address, kept as keyed hashes. */
export const loginFailures = pgTable('login_failures', {
  key: text().primaryKey(),
  failures: integer().notNull(),
  lastAt: timestamp('last_at', { withTimezone: true, mode: 'date' }).notNull(),
})

/** Six-digit codes for e-mail and phone, hashed; the newest of a kind replaces the one before. */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    channel: text().$type<'email' | 'phone'>().notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer().notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true, mode: 'date' }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [uniqueIndex('verification_codes_channel').on(table.userId, table.channel)],
)
