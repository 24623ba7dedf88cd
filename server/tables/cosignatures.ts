import { bigint, foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { checkpoints } from './checkpoints.ts'
import { inCircle } from './circles.ts'
import { instant } from './instant.ts'

/** The cosignatures that witnesses gave, each verified before it was stored. Append-only: a trigger holds it. */
export const cosignatures = pgTable(
  'cosignatures',
  {
    circleId: uuid('circle_id').notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** The witness' verifier key, as the configuration names it. */
    witness: text().notNull(),
    /** The note signature line, as the witness gave it. */
    line: text().notNull(),
    /** The time that the witness signed. */
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.size, table.witness] }),
    foreignKey({
      columns: [table.circleId, table.size],
      foreignColumns: [checkpoints.circleId, checkpoints.size],
      name: 'cosignatures_checkpoint',
    }),
  ],
)

/** How asking a witness about a circle's ledger goes: how often in a row it failed, and when it is asked again. */
export const witnessTries = pgTable(
  'witness_tries',
  {
    circleId: inCircle(),
    witness: text().notNull(),
    tries: integer().notNull(),
    nextTryAt: instant('next_try_at').notNull(),
    /** Why it failed the last time, for the operator. */
    failure: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.circleId, table.witness] })],
)
