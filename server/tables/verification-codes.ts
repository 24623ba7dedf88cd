import { integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** Six-digit codes that verify an e-mail or phone or recover an account, hashed. The newest of a channel replaces the previous one. */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    channel: text().$type<'email' | 'phone' | 'recovery'>().notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer().notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true, mode: 'date' }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [uniqueIndex('verification_codes_channel').on(table.userId, table.channel)],
)
