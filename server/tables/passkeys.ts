import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { ofUser } from './users.ts'
import { instant } from './instant.ts'

/** The public halves of people's passkeys (WebAuthn). The private half never leaves their device or its keychain. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey(),
    /** The name by which the device knows the credential, base64url. */
    credentialId: text('credential_id').notNull().unique('passkeys_credential'),
    userId: ofUser(),
    publicKey: text('public_key').notNull(),
    /** How often the device says that it was used; where a device counts, a smaller number is a copy. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().notNull(),
    /** A short label of the device on which it was made. */
    device: text().notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)
