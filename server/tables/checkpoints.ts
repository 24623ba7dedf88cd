import { bigint, foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { inCircle } from './circles.ts'
import { instant } from './instant.ts'

/** The checkpoints of a circle's ledger, each signed once and never changed: a trigger holds them. */
export const checkpoints = pgTable(
  'checkpoints',
  {
    circleId: inCircle(),
    /** How many entries it covers. */
    size: bigint({ mode: 'number' }).notNull(),
    /** The root of the Merkle tree over the entries' hashes, in hex. */
    root: text().notNull(),
    /** The checkpoint with the log's signature, as C2SP tlog-checkpoint writes it. */
    note: text().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.circleId, table.size] })],
)

/** Which checkpoint is that of a day: the one whose short code everybody in the circle sees. */
export const checkpointDays = pgTable(
  'checkpoint_days',
  {
    circleId: uuid('circle_id').notNull(),
    /** In São Paulo, as 2026-11-10. */
    day: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.day] }),
    foreignKey({
      columns: [table.circleId, table.size],
      foreignColumns: [checkpoints.circleId, checkpoints.size],
      name: 'checkpoint_days_checkpoint',
    }),
  ],
)
