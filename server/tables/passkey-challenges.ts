import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/** Challenges that a passkey is to sign, each for one answer within minutes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    /** The person who adds a passkey; null where a passkey is to say who signs in. */
    userId: uuid('user_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('passkey_challenges_age').on(table.createdAt)],
)
