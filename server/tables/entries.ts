import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { Level } from '#circle/plan.ts'
import { circleMembers } from './circle-members.ts'
import { circles } from './circles.ts'

/**
 * The occupied positions of the three queues. A constraint in the migrations forbids two members at one position. It is checked
 * at commit, because a move passes through positions still taken.
 */
export const entries = pgTable(
  'entries',
  {
    circleId: uuid('circle_id')
      .notNull()
      .references(() => circles.id),
    id: uuid().notNull(),
    level: integer().$type<Level>().notNull(),
    position: integer().notNull(),
    memberId: uuid('member_id').notNull(),
    isReceiver: boolean('is_receiver').notNull(),
    passedMemberIds: jsonb('passed_member_ids').$type<string[]>().notNull(),
    turnId: uuid('turn_id'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull(),
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
