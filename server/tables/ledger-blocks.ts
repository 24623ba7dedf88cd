import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { inCircle } from './circles.ts'

/**
 * The hashes of the complete blocks of 256 entries in a ledger's Merkle tree. They follow from the ledger and are kept so
 * that no proof reads more than two blocks of it.
 */
export const ledgerBlocks = pgTable(
  'ledger_blocks',
  {
    circleId: inCircle(),
    /** Block 0 has the entries 1 to 256. */
    block: integer().notNull(),
    /** In hex. */
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.circleId, table.block] })],
)
