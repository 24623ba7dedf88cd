import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { sessions } from './sessions.ts'
import { instant } from './instant.ts'

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
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
    successorSealed: text('successor_sealed'),
  },
  (table) => [index('refresh_tokens_session').on(table.sessionId)],
)
