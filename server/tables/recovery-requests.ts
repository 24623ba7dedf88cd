import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/**
 * Somebody asked for a recovery code for an e-mail address, known by its keyed index alone. Whether anybody has that
 * address is found out by a job afterwards, so that asking takes the same time for everybody.
 */
export const recoveryRequests = pgTable(
  'recovery_requests',
  {
    id: uuid().primaryKey(),
    emailIndex: text('email_index').notNull(),
    requestedAt: instant('requested_at').notNull(),
    answeredAt: instant('answered_at'),
  },
  (table) => [index('recovery_requests_email').on(table.emailIndex, table.requestedAt)],
)
