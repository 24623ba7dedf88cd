import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Challenges that a passkey is to sign, each for one answer within minutes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    /** The person who adds a passkey; null where a passkey is to say who signs in. */
    userId: uuid('user_id'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [index('passkey_challenges_age').on(table.createdAt)],
)
