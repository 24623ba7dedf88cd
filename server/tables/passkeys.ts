import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** The public halves of people's passkeys (WebAuthn). The private half never leaves their device or its keychain. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey(),
    /** The name by which the device knows the credential, base64url. */
    credentialId: text('credential_id').notNull().unique('passkeys_credential'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    publicKey: text('public_key').notNull(),
    /** How often the device says that it was used; where a device counts, a smaller number is a copy. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().notNull(),
    /** A short label of the device on which it was made. */
    device: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)
