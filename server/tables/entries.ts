import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { Level } from '#circle/plan.ts'
import { circleMembers } from './circle-members.ts'
import { inCircle } from './circles.ts'
import { instant } from './instant.ts'

/**
 * The occupied positions of the three queues. A constraint in the migrations forbids two members at one position. It is checked
 * at commit, because a move passes through positions still taken.
 */
export const entries = pgTable(
  'entries',
  {
    circleId: inCircle(),
    id: uuid().notNull(),
    level: integer().$type<Level>().notNull(),
    position: integer().notNull(),
    memberId: uuid('member_id').notNull(),
    isReceiver: boolean('is_receiver').notNull(),
    passedMemberIds: jsonb('passed_member_ids').$type<string[]>().notNull(),
    turnId: uuid('turn_id'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.id] }),
    foreignKey({
      columns: [table.circleId, table.memberId],
      foreignColumns: [circleMembers.circleId, circleMembers.memberId],
    }),
    index('entries_member').on(table.circleId, table.memberId),
    check('entries_position', sql`${table.position} between 1 and 100`),
    check('entries_level', sql`${table.level} between 1 and 3`),
  ],
)
