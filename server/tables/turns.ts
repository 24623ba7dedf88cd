import { bigint, check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { Level } from '#circle/plan.ts'
import { circleMembers } from './circle-members.ts'
import { inCircle } from './circles.ts'
import { instant } from './instant.ts'

/**
 * Turns: `running` and `complete` are open; `used` paid for an upgrade; `ended` was left, or belonged to the last
 * level.
 */
export const turns = pgTable(
  'turns',
  {
    circleId: inCircle(),
    id: uuid().notNull(),
    memberId: uuid('member_id').notNull(),
    level: integer().$type<Level>().notNull(),
    required: integer().notNull(),
    confirmed: integer().notNull(),
    open: integer().notNull(),
    receivedCents: bigint('received_cents', { mode: 'number' }).notNull(),
    status: text().$type<'running' | 'complete' | 'used' | 'ended'>().notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.id] }),
    foreignKey({
      columns: [table.circleId, table.memberId],
      foreignColumns: [circleMembers.circleId, circleMembers.memberId],
    }),
    index('turns_member').on(table.circleId, table.memberId, table.level),
    index('turns_live')
      .on(table.circleId)
      .where(sql`${table.status} in ('running', 'complete')`),
    check(
      'turns_required',
      sql`${table.confirmed} + ${table.open} <= ${table.required} and ${table.confirmed} >= 0 and ${table.open} >= 0`,
    ),
  ],
)
