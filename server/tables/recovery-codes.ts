import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { ofUser, users } from './users.ts'
import { instant } from './instant.ts'

/** Codes that a person keeps on paper, each for one sign-in, by their keyed hash. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: ofUser(),
    /** The member who gave it to a person whom they know and whose phone is lost: half of a proof, and no sign-in. */
    givenBy: uuid('given_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
)
