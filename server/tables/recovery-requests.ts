import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * Somebody asked for a recovery code for an e-mail address, known by its keyed index alone. Whether anybody has that
 * address is found out by a job afterwards, so that asking takes the same time for everybody.
 */
export const recoveryRequests = pgTable(
  'recovery_requests',
  {
    id: uuid().primaryKey(),
    emailIndex: text('email_index').notNull(),
    requestedAt: timestamp('requested_at', { withTimezone: true, mode: 'date' }).notNull(),
    answeredAt: timestamp('answered_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [index('recovery_requests_email').on(table.emailIndex, table.requestedAt)],
)
