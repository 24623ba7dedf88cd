import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Database } from './database.ts'
import { adoptEarlier } from './earlier.ts'
import { grantRows, protectRecords } from './roles.ts'
import type { Db } from './types.ts'

export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

/** Any number that nothing else locks: 'ciranda' on a telephone's keys. */
const ADVISORY_LOCK = 2472632

/**
 * Brings the database up to date as its owner, and lets the working role read and write rows; two processes starting at
 * once do it once. Throws one clear line.
 */
export async function migrateDatabase(
  database: Pick<Database, 'asOwner' | 'db'>,
  folder: string = MIGRATIONS,
): Promise<void> {
  const { rows } = await database.db.execute<{ role: string }>(sql`select current_user as role`)
  await database.asOwner(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK])
    await apply(drizzle({ client }), folder)
    await grantRows(client, 'public', rows[0]!.role)
    if (folder === MIGRATIONS) await protectRecords(client, rows[0]!.role)
  })
}

async function apply(db: NodePgDatabase, folder: string): Promise<void> {
  const journal = readJournal(folder)
  if (folder === MIGRATIONS) await adoptEarlier(db, readMigrationFiles({ migrationsFolder: folder })[0]!)
  try {
    await migrate(db, { migrationsFolder: folder })
  } catch (error) {
    throw new Error(`A migração ${findMigration(folder, journal, error)} falhou, e nada mudou: ${reason(error)}`, {
      cause: error,
    })
  }
  await ensureSame(db, folder, journal)
}

/**
 * Drizzle applies what is newer than the last one applied and looks no further: a migration merged with
 * an older date, one edited after it ran, or a database from a newer Ciranda would pass unnoticed.
 */
async function ensureSame(db: Db, folder: string, journal: string[]): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: folder }).map((migration) => migration.hash)
  const { rows } = await db.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations order by id`)
  const applied = new Set(rows.map((row) => row.hash))
  const missing = journal.filter((_, index) => !applied.has(known[index]!))
  if (missing.length > 0)
    throw new Error(`A migração ${missing[0]} foi mudada depois de feita, ou é mais velha que uma já feita.`)
  if (applied.size > known.length)
    throw new Error('O banco é de uma Ciranda mais nova que esta. Comece aquela; nada mudou.')
}

function readJournal(folder: string): string[] {
  const file = join(folder, 'meta', '_journal.json')
  if (!existsSync(file)) throw new Error(`Não há migrações em ${folder}.`)
  const { entries } = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  return entries.map((entry) => entry.tag)
}

function findMigration(folder: string, journal: string[], error: unknown): string {
  const { query } = error as { query?: string }
  const tag = query && journal.find((name) => readFileSync(join(folder, `${name}.sql`), 'utf8').includes(query))
  return tag || 'do banco'
}

function reason(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
