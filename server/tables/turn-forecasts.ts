import { bigint, foreignKey, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { TurnCause } from '#contracts/turn-moves.ts'
import { entries } from './entries.ts'
import { instant } from './instant.ts'

/**
 * The month of each place's next turn as its member was last told it, kept here so that two devices agree and a move is
 * told once. Null: not foreseeable then, or the turn ran. The row goes with the place.
 */
export const turnForecasts = pgTable(
  'turn_forecasts',
  {
    circleId: uuid('circle_id').notNull(),
    entryId: uuid('entry_id').notNull(),
    toldMonth: text('told_month'),
    /** The ledger's entry that this followed from, and when. */
    toldSeq: bigint('told_seq', { mode: 'number' }).notNull(),
    toldAt: instant('told_at').notNull(),
    /** The last move that a notice told: the month before, when it was told, and why. */
    movedFrom: text('moved_from'),
    movedAt: instant('moved_at'),
    causes: jsonb().$type<readonly TurnCause[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.entryId] }),
    foreignKey({ columns: [table.circleId, table.entryId], foreignColumns: [entries.circleId, entries.id] }).onDelete(
      'cascade',
    ),
  ],
)
