import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'

type Rows<Row> = { rows: Row[] }

/** The result of a statement without `returning` or a raw `execute`. */
export interface RowsHKT extends PgQueryResultHKT {
  type: Rows<this['row']>
}

type NoSchema = Record<string, never>

/** The database, or a transaction on it: whatever can run a query. */
export type Db = PgDatabase<RowsHKT, NoSchema>

/** An open transaction. A function that takes this cannot be called outside one. */
export type Tx = PgTransaction<RowsHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>

/** Stops listening. */
export type Unlisten = () => Promise<void>
