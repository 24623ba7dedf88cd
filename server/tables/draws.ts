import { sql } from 'drizzle-orm'
import { bigint, boolean, foreignKey, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { inCircle } from './circles.ts'
import { instant } from './instant.ts'

/** The draws of a circle's first order. At most one runs; every one that was begun stays. */
export const draws = pgTable(
  'draws',
  {
    circleId: inCircle(),
    id: uuid().notNull(),
    /** The ledger entry that began it. */
    seq: bigint({ mode: 'number' }).notNull(),
    begunAt: instant('begun_at').notNull(),
    begunBy: uuid('begun_by').notNull(),
    commitment: text().notNull(),
    joinUntil: instant('join_until').notNull(),
    openUntil: instant('open_until').notNull(),
    memberIds: jsonb('member_ids').$type<string[]>().notNull(),
    /** The secret, sealed until it is revealed; empty once a draw lapsed, for then nobody has to know it. */
    sealed: text().notNull(),
    state: text().$type<'running' | 'done' | 'lapsed'>().notNull(),
    /** Whether those who joined were told that their numbers are to be shown. */
    openingTold: boolean('opening_told').notNull().default(false),
    endedAt: instant('ended_at'),
    /** The ledger entry of its end: the order, or that it lapsed. */
    endSeq: bigint('end_seq', { mode: 'number' }),
    secret: text(),
    order: jsonb().$type<string[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.id] }),
    uniqueIndex('draws_one_runs')
      .on(table.circleId)
      .where(sql`${table.state} = 'running'`),
  ],
)

/** The parts that members take in a draw: what they committed to, and the number once they showed it. */
export const drawNumbers = pgTable(
  'draw_numbers',
  {
    circleId: uuid('circle_id').notNull(),
    drawId: uuid('draw_id').notNull(),
    memberId: uuid('member_id').notNull(),
    commitment: text().notNull(),
    joinedAt: instant('joined_at').notNull(),
    /** Whether the member's own device signed it. */
    isSigned: boolean('is_signed').notNull(),
    number: text(),
    openedAt: instant('opened_at'),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.drawId, table.memberId] }),
    foreignKey({ columns: [table.circleId, table.drawId], foreignColumns: [draws.circleId, draws.id] }),
  ],
)
