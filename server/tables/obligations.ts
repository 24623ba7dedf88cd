import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DonationType } from '#circle/plan.ts'
import { circleMembers } from './circle-members.ts'
import { inCircle } from './circles.ts'
import { instant } from './instant.ts'

/** The obligations of members. `target` is a level, or 0 for the administrative account. */
export const obligations = pgTable(
  'obligations',
  {
    circleId: inCircle(),
    id: uuid().notNull(),
    memberId: uuid('member_id').notNull(),
    type: text().$type<DonationType>().notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    /** Confirmed in parts; the rest of the amount is still owed. */
    paidCents: bigint('paid_cents', { mode: 'number' }).notNull().default(0),
    target: integer().notNull(),
    period: text(),
    /** For which of its member's places a contribution is. */
    share: integer().notNull().default(1),
    order: bigint('order', { mode: 'number' }).notNull(),
    owedAt: instant('owed_at').notNull(),
    overdue: boolean().notNull(),
    /** When a month that was left out is asked for again. */
    pausedUntil: instant('paused_until'),
    /** Owed ahead of its month, which has not been asked for yet; also once it was paid. */
    isAhead: boolean('is_ahead').notNull().default(false),
    status: text().$type<'waiting' | 'open' | 'confirmed' | 'void'>().notNull(),
    voidReason: text('void_reason'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.id] }),
    foreignKey({
      columns: [table.circleId, table.memberId],
      foreignColumns: [circleMembers.circleId, circleMembers.memberId],
    }),
    uniqueIndex('obligations_order').on(table.circleId, table.order),
    uniqueIndex('obligations_one_pull')
      .on(table.circleId, table.period, table.memberId, table.target, table.share)
      .where(sql`${table.type} = 'PULL' and not (${table.isAhead} and ${table.status} = 'void')`),
    index('obligations_live')
      .on(table.circleId, table.memberId)
      .where(sql`${table.status} in ('waiting', 'open')`),
    index('obligations_ahead')
      .on(table.circleId, table.memberId)
      .where(sql`${table.isAhead}`),
    check('obligations_amount', sql`${table.amountCents} > 0`),
    check('obligations_target', sql`${table.target} between 0 and 3`),
  ],
)
