import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sessions } from './sessions.ts'

/**
 * Refresh tokens by their hash. A used one keeps its sealed successor for a few seconds, so that a lost answer or a
 * second tab gets the same one.
 */
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
