import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { KeyAuthor } from '#circle/payment-key.ts'
import { inCircle } from './circles.ts'
import { instant } from './instant.ts'

/**
 * The versions of each member's payment key, as donors are shown it. `current` is what donations matched now are paid
 * on, `former` what open ones matched before still are; `pending` waits to hold, `dropped` never will.
 */
export const paymentKeys = pgTable(
  'payment_keys',
  {
    circleId: inCircle(),
    id: uuid().notNull(),
    memberId: uuid('member_id').notNull(),
    state: text().$type<'pending' | 'current' | 'former' | 'dropped'>().notNull(),
    /** The hash that the ledger holds (circle/payment-key.ts). */
    commitment: text().notNull(),
    /** Key and salt, sealed for this row. Null once nobody needs them any more, and after an erasure. */
    sealed: text(),
    /** Null for the first one of a member, which nobody asked to change. */
    askedBy: text('asked_by').$type<KeyAuthor>(),
    createdAt: instant('created_at').notNull(),
    holdsAt: instant('holds_at'),
    endedAt: instant('ended_at'),
    /** Pictures of a pending change, which the profile takes over when it holds. */
    pixQrSha256: text('pix_qr_sha256'),
    btcQrSha256: text('btc_qr_sha256'),
    usdtQrSha256: text('usdt_qr_sha256'),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.id] }),
    uniqueIndex('payment_keys_current')
      .on(table.circleId, table.memberId)
      .where(sql`${table.state} = 'current'`),
    uniqueIndex('payment_keys_pending')
      .on(table.circleId, table.memberId)
      .where(sql`${table.state} = 'pending'`),
    index('payment_keys_due')
      .on(table.holdsAt)
      .where(sql`${table.state} = 'pending'`),
    index('payment_keys_member').on(table.memberId),
    check('payment_keys_state', sql`${table.state} in ('pending', 'current', 'former', 'dropped')`),
    check('payment_keys_open', sql`${table.state} not in ('pending', 'current') or ${table.sealed} is not null`),
    check(
      'payment_keys_waits',
      sql`${table.state} <> 'pending' or (${table.holdsAt} is not null and ${table.askedBy} is not null)`,
    ),
  ],
)
