import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { Client, escapeIdentifier } from 'pg'
import { afterAll, describe, inject } from 'vitest'
import { engineDatabase, openDatabase, type Database } from '#server/database/database.ts'
import { startEngine } from '#server/database/engine.ts'

export type OpenOptions = {
  /** Without the tables of `server/migrations`. */
  empty?: boolean
}

export type DatabaseSuite = {
  kind: Database['kind']
  /** A database of its own, closed and removed after the suite. */
  open(options?: OpenOptions): Promise<Database>
}

/** Runs a suite twice: on the embedded database (in memory) and on PostgreSQL. */
export function describeOnEachDatabase(name: string, suite: (each: DatabaseSuite) => void): void {
  describe(`${name} (embedded)`, () => suite({ kind: 'embedded', open: closedAfterwards(openEngine) }))
  describe(`${name} (PostgreSQL)`, () => suite({ kind: 'server', open: closedAfterwards(openServer) }))
}

/** A database on the PostgreSQL of the tests, for what needs its address: `databaseUrl` of a second pool or process. */
export async function createServerDatabase({ empty = false }: OpenOptions = {}): Promise<string> {
  const { url, prefix } = inject('postgres')
  const name = `${prefix}_${crypto.randomUUID().slice(0, 8)}`
  const template = empty ? 'template0' : `${prefix}_template`
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)}`)
  } finally {
    await client.end()
  }
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

/** A dump that makes the first opening of a data folder quick: `openDatabase({ dataDir, template })`. */
export function engineTemplate({ empty = false }: OpenOptions = {}): Blob {
  return new Blob([readFileSync(inject('engine')[empty ? 'empty' : 'migrated'])])
}

async function openEngine(options?: OpenOptions): Promise<Database> {
  const engine = await startEngine({ loadDataDir: engineTemplate(options) })
  return engineDatabase(engine, () => engine.close())
}

async function openServer(options?: OpenOptions): Promise<Database> {
  return await openDatabase({ dataDir: tmpdir(), databaseUrl: await createServerDatabase(options) })
}

function closedAfterwards(open: (options?: OpenOptions) => Promise<Database>): DatabaseSuite['open'] {
  const opened: Database[] = []
  afterAll(async () => {
    for (const database of opened) await database.close()
  })
  return async (options) => {
    const database = await open(options)
    opened.push(database)
    return database
  }
}
