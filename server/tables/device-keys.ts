import { index, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { circles } from './circles.ts'
import { users } from './users.ts'

/**
 * The public keys with which members' devices sign their acts, as the circle's ledger records them. A removed one stays:
 * acts from before refer to it.
 */
export const deviceKeys = pgTable(
  'device_keys',
  {
    id: uuid().primaryKey(),
    circleId: uuid('circle_id')
      .notNull()
      .references(() => circles.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** The uncompressed P-256 point, in base64url. */
    publicKey: text('public_key').notNull(),
    /** A short label such as 'Chrome no Android', emptied when the person is erased. */
    device: text().notNull(),
    addedAt: timestamp('added_at', { withTimezone: true, mode: 'date' }).notNull(),
    removedAt: timestamp('removed_at', { withTimezone: true, mode: 'date' }),
    /** From when on it signs, where it came after another one in a real circle; null for from its beginning, or once admitted. */
    holdsAt: timestamp('holds_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    unique('device_keys_point').on(table.circleId, table.publicKey),
    index('device_keys_user').on(table.userId, table.circleId),
  ],
)
