import { sql } from 'drizzle-orm'
import { check, customType, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The pictures, where `FILES` says that they lie beside the rows: each under the hash of its bytes, which PostgreSQL compares. */
export const storedFiles = pgTable(
  'stored_files',
  {
    sha256: text().primaryKey(),
    bytes: bytea().notNull(),
    storedAt: instant('stored_at').notNull(),
  },
  ({ sha256, bytes }) => [check('stored_files_named', sql`${sha256} = encode(sha256(${bytes}), 'hex')`)],
)
