import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { inCircle } from './circles.ts'
import { ofUser } from './users.ts'
import { instant } from './instant.ts'

/**
 * The public keys with which members' devices sign their acts, as the circle's ledger records them. A removed one stays:
 * acts from before refer to it.
 */
export const deviceKeys = pgTable(
  'device_keys',
  {
    id: uuid().primaryKey(),
    circleId: inCircle(),
    userId: ofUser(),
    /** The uncompressed P-256 point, in base64url. */
    publicKey: text('public_key').notNull(),
    /** A short label such as 'Chrome no Android', emptied when the person is erased. */
    device: text().notNull(),
    addedAt: instant('added_at').notNull(),
    removedAt: instant('removed_at'),
    /** From when on it signs, where it came after another one in a real circle; null for from its beginning, or once admitted. */
    holdsAt: instant('holds_at'),
  },
  (table) => [
    unique('device_keys_point').on(table.circleId, table.publicKey),
    index('device_keys_user').on(table.userId, table.circleId),
  ],
)
