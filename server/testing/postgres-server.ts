import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { Client, escapeIdentifier } from 'pg'
import { engineDatabase, openDatabase } from '#server/database/database.ts'
import { startEngine } from '#server/database/engine.ts'
import { migrateDatabase, MIGRATIONS } from '#server/database/migrate.ts'
import { startPostgres } from './postgres-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server that every suite makes its own databases on, and what this run's names begin with. */
    postgres: { url: string; prefix: string }
    /** Dumps of an embedded database, as PGlite's `loadDataDir` takes them. */
    engine: { migrated: string; empty: string }
  }
}

/** Vitest's global setup: one PostgreSQL and one template of each database for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'ciranda-templates-'))
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? { url: given, stop: async () => {} } : await startPostgres()
  const postgres = { url: server.url, prefix: `ciranda_${process.pid}` }
  const teardown = async () => {
    if (given) await dropDatabases(postgres)
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await makePostgresTemplate(postgres)
    project.provide('postgres', postgres)
    project.provide('engine', await engineTemplates(folder))
  } catch (error) {
    await teardown()
    throw error
  }
  return teardown
}

// Until the first table is written there is nothing to migrate.
const hasMigrations = () => existsSync(join(MIGRATIONS, 'meta', '_journal.json'))

async function makePostgresTemplate({ url, prefix }: { url: string; prefix: string }): Promise<void> {
  const name = `${prefix}_template`
  await onServer(url, (client) => client.query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE template0`))
  const templateUrl = new URL(url)
  templateUrl.pathname = `/${name}`
  const database = await openDatabase({ dataDir: tmpdir(), databaseUrl: templateUrl.href })
  if (hasMigrations()) await migrateDatabase(database)
  await database.close()
}

async function dropDatabases({ url, prefix }: { url: string; prefix: string }): Promise<void> {
  await onServer(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [`${prefix}_`],
    )
    for (const { datname } of rows) await client.query(`DROP DATABASE ${escapeIdentifier(datname)} WITH (FORCE)`)
  })
}

async function onServer(url: string, fn: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    await fn(client)
  } catch (error) {
    throw new Error(`The PostgreSQL for the tests cannot be used: ${(error as Error).message}`, { cause: error })
  } finally {
    await client.end()
  }
}

async function engineTemplates(folder: string): Promise<{ migrated: string; empty: string }> {
  const empty = await emptyEngine()
  const migrated = join(folder, 'migrated.tar')
  const engine = await startEngine({ loadDataDir: new Blob([readFileSync(empty)]) })
  if (hasMigrations()) await migrateDatabase(engineDatabase(engine, () => engine.close()))
  await engine.exec('CHECKPOINT')
  writeFileSync(migrated, await dump(engine))
  await engine.close()
  return { migrated, empty }
}

/** Making a PGlite from nothing takes seconds, and is the same every time: kept between runs. */
async function emptyEngine(): Promise<string> {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(readFileSync(join(dirname(main), '..', 'package.json'), 'utf8')) as { version: string }
  const file = fileURLToPath(new URL(`../../node_modules/.cache/ciranda/pglite-${version}.tar`, import.meta.url))
  if (existsSync(file)) return file
  const engine = await startEngine({ initDbStartParams: ['--wal-segsize=1'] })
  await engine.exec('CHECKPOINT')
  mkdirSync(dirname(file), { recursive: true })
  const aside = `${file}.${process.pid}`
  writeFileSync(aside, await dump(engine))
  renameSync(aside, file)
  await engine.close()
  return file
}

async function dump(engine: { dumpDataDir(compression: 'none'): Promise<Blob> }): Promise<Uint8Array> {
  return new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer())
}
