import { integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ofUser } from './users.ts'
import { instant } from './instant.ts'

/** Six-digit codes that verify an e-mail or phone or recover an account, hashed. The newest of a channel replaces the previous one. */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    id: uuid().primaryKey(),
    userId: ofUser(),
    channel: text().$type<'email' | 'phone' | 'recovery'>().notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer().notNull(),
    sentAt: instant('sent_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [uniqueIndex('verification_codes_channel').on(table.userId, table.channel)],
)
