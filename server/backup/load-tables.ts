import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { escapeIdentifier, type Client } from 'pg'
import type { Database } from '#server/database/database.ts'
import { isEarlier, isLastEarlier } from '#server/database/earlier.ts'
import { migrateDatabase, MIGRATIONS } from '#server/database/migrate.ts'
import { BackupFault } from './faults.ts'
import { listTables } from './read-tables.ts'

/** Whether no table of Ciranda's own has a row. */
export async function isEmpty(client: Client): Promise<boolean> {
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query<{ any: boolean }>(
      `SELECT EXISTS (SELECT FROM ${escapeIdentifier(name)}) AS any`,
    )
    if (rows[0]!.any) return false
  }
  return true
}

/** The hash of every migration of this version, oldest first. */
export function knownMigrations(): string[] {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ hash }) => hash)
}

/** Refuses rows whose migrations this version does not know: `BackupFault` `newer` or `other_version`. */
export function ensureKnown(hashes: readonly string[]): void {
  if (isLastEarlier(hashes)) return
  const known = knownMigrations()
  if (hashes.length > known.length) throw new BackupFault('newer')
  if (hashes.some((hash, index) => known[index] !== hash)) throw new BackupFault('other_version')
}

/** After how many migrations the tables are there that rows of these migrations go into. Refuses like `ensureKnown`. */
export function levelOf(hashes: readonly string[]): number {
  if (isEarlier(hashes)) return 1
  ensureKnown(hashes)
  return hashes.length
}

/** Makes the tables as they were after so many migrations; the first start goes on from there. */
export async function migrateTo(database: Pick<Database, 'asOwner' | 'db'>, level: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ciranda-migrations-'))
  try {
    await cp(MIGRATIONS, folder, { recursive: true })
    const journalFile = path.join(folder, 'meta', '_journal.json')
    const journal = JSON.parse(await readFile(journalFile, 'utf8')) as { entries: unknown[] }
    await writeFile(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, level) }))
    await migrateDatabase(database, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Rows come as they were, so that nothing is judged or changed on the way. Answers what puts the guards back, and asks them. */
export async function liftGuards(client: Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; rule: string }>(
    `SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS rule
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of keys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${escapeIdentifier(name)}`)
  for (const table of tables) await client.query(`ALTER TABLE ${escapeIdentifier(table)} DISABLE TRIGGER USER`)
  return async () => {
    for (const table of tables) await client.query(`ALTER TABLE ${escapeIdentifier(table)} ENABLE TRIGGER USER`)
    for (const { table, name, rule } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${escapeIdentifier(name)} ${rule}`)
  }
}

/**
 * Gives empty tables new files. Rows of an attempt that was rolled back leave room in the old ones, which would be filled out of
 * order, and the tables could not be compared with what they were copied from.
 */
export async function renewFiles(client: Client, tables: readonly string[]): Promise<void> {
  await client.query(`TRUNCATE ${tables.map(escapeIdentifier).join(', ')}`)
}
