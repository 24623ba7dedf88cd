import { createHash } from 'node:crypto'
import { escapeIdentifier, type Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { data, tell } from './frames.ts'

export type Table = { readonly name: string; readonly columns: readonly string[] }

/** How rows are written as text, the same on every server, whatever its own settings say. */
const FORMAT = [
  `SET LOCAL datestyle = 'ISO, YMD'`,
  `SET LOCAL intervalstyle = 'iso_8601'`,
  `SET LOCAL timezone = 'UTC'`,
  `SET LOCAL bytea_output = 'hex'`,
  'SET LOCAL extra_float_digits = 1',
  // A large table is read from its first row, so that the same rows give the same text.
  'SET LOCAL synchronize_seqscans = off',
]

/** Reads dates, numbers and bytes in one way until the transaction ends. */
export async function fixFormat(client: Client): Promise<void> {
  for (const setting of FORMAT) await client.query(setting)
}

/**
 * Every table of Ciranda's own, by name, with its columns by name: their own order tells in which version they came. The
 * job queue's are left out: it makes its work anew.
 */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attname COLLATE "C") AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY c.relname`,
  )
  return rows
}

/** The table of the pictures, which a backup has as files: it is the same wherever they were, and restores into either home. */
export const PICTURES = 'stored_files'

/** Every picture in the table, by its name, in the snapshot of the open transaction. */
export async function* readPictures(client: Client): AsyncGenerator<{ sha256: string; bytes: Buffer }> {
  const { rows } = await client.query<{ sha256: string }>('SELECT sha256 FROM stored_files ORDER BY sha256')
  for (const { sha256 } of rows) {
    const found = await client.query<{ bytes: Buffer }>('SELECT bytes FROM stored_files WHERE sha256 = $1', [sha256])
    yield { sha256, bytes: found.rows[0]!.bytes }
  }
}

export function listOf({ name, columns }: Table): string {
  return `${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`
}

/** The rows of a table as COPY's text, as they stand in the transaction's snapshot. */
export function readRows(client: Client, table: Table) {
  return client.query(copyTo(`COPY ${listOf(table)} TO STDOUT`))
}

/** How many rows a table has, and the SHA-256 of their text, in the open transaction. */
export async function digestOf(client: Client, table: Table): Promise<{ rows: number; sha256: string }> {
  const digest = createHash('sha256')
  const stream = readRows(client, table)
  for await (const piece of stream as AsyncIterable<Buffer>) digest.update(piece)
  return { rows: stream.rowCount, sha256: digest.digest('hex') }
}

/** The hashes of the migrations that made the tables what they are, in order. */
export async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>('SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id')
  return rows.map(({ hash }) => hash)
}

/** Every row, in the snapshot of the open transaction, and then where each sequence stands. */
export async function* readDatabase(client: Client, tables: readonly Table[]): AsyncGenerator<Buffer> {
  yield tell({ is: 'migrations', hashes: await appliedMigrations(client) })
  for (const table of tables) {
    yield tell({ is: 'table', ...table })
    const digest = createHash('sha256')
    const stream = readRows(client, table)
    for await (const piece of stream as AsyncIterable<Buffer>) {
      digest.update(piece)
      yield data(piece)
    }
    yield tell({ is: 'table.end', name: table.name, rows: stream.rowCount, sha256: digest.digest('hex') })
  }
  const { rows: sequences } = await client.query<{ name: string; value: string | null }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences WHERE schemaname = 'public'
     ORDER BY sequencename`,
  )
  for (const { name, value } of sequences)
    yield tell({ is: 'sequence', name, value: value ?? '1', isCalled: value !== null })
}
