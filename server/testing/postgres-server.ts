import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { Client, escapeIdentifier, Pool } from 'pg'
import { openDatabase } from '#server/database/database.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import { hashQuickly } from '#server/lib/passwords.ts'
import { startPostgres } from './postgres-process.ts'
import { NOON, startTestApp, type Person, type TemplatePeople } from './test-app.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
    people: TemplatePeople
  }
}

/**
 * A PostgreSQL server that every suite makes its own databases on: what the names of its templates and roles begin with,
 * and those of this run's databases. `socket` is the folder of its local socket, where it has one.
 */
export type TestPostgres = { url: string; socket: string | null; prefix: string; run: string }

/** A server with the templates on it, which several runs can use one after the other or at once. */
export type TestServer = { postgres: TestPostgres; people: TemplatePeople }

/**
 * Vitest's global setup: one PostgreSQL and its template databases, given by `TEST_SERVER` or made for the whole run. Vitest sets
 * the tiers up one after the other: the first makes what the next is given, and ends it with all that is on it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = process.env['TEST_SERVER']
  const { postgres, people, stop } = shared ? useTestServer(JSON.parse(shared) as TestServer) : await startTestServer()
  process.env['TEST_SERVER'] ??= JSON.stringify({ postgres, people } satisfies TestServer)
  project.provide('postgres', postgres)
  project.provide('people', people)
  return stop
}

export async function startTestServer(): Promise<TestServer & { stop(): Promise<void> }> {
  hashQuickly()
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? { url: given, socket: null, stop: async () => {} } : await startPostgres()
  const prefix = prefixOf(process.pid)
  const postgres = { url: server.url, socket: server.socket, prefix, run: prefix }
  const files = mkdtempSync(join(tmpdir(), 'ciranda-template-'))
  const stop = async () => {
    rmSync(files, { recursive: true, force: true })
    await copiers.get(server.url)?.end()
    copiers.delete(server.url)
    if (given) await dropAll(postgres)
    await server.stop()
  }
  try {
    await makeTemplates(postgres)
    return { postgres, people: { people: await makePeople(postgres, files), files }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const prefixOf = (pid: number) => `ciranda_${pid}`

function useTestServer({ postgres, people }: TestServer): TestServer & { stop(): Promise<void> } {
  const own = { ...postgres, run: `run_${process.pid}` }
  const isOfThisRun = postgres.prefix === prefixOf(process.pid)
  return { postgres: own, people, stop: async () => (isOfThisRun ? undefined : dropDatabases(own)) }
}

async function makeTemplates(postgres: TestPostgres): Promise<void> {
  const { prefix } = postgres
  await onServer(postgres, async (client) => {
    for (const role of [ownerOf(postgres), workerOf(postgres)])
      await client.query(`CREATE ROLE ${escapeIdentifier(role)} LOGIN PASSWORD 'only for tests'`)
  })
  const name = `${prefix}_template`
  const addresses = await copyDatabase(postgres, 'template0', name)
  const database = await openDatabase({ dataDir: 'unused', ...addresses })
  await migrateDatabase(database)
  await database.close()
}

/** The most people that a template holds. */
const PEOPLE_MAX = 8

/**
 * Templates with 0 to 8 people: registering and placing somebody takes longer than copying a database. They were made
 * before the tests' clock, so that what a test makes sorts after them.
 */
async function makePeople(postgres: TestPostgres, files: string): Promise<Person[]> {
  let people: Person[] = []
  for (let placed = 0; placed <= PEOPLE_MAX; placed += 1) {
    const from = placed === 0 ? `${postgres.prefix}_template` : templateOf(postgres, placed - 1)
    const database = await openDatabase({
      dataDir: 'unused',
      ...(await copyDatabase(postgres, from, templateOf(postgres, placed))),
    })
    const testApp = await startTestApp({ database, template: { people, files }, at: NOON - 1000 + placed })
    people = await testApp.placed(placed)
    const kept = join(testApp.services.config.dataDir, 'files')
    mkdirSync(kept, { recursive: true })
    cpSync(kept, files, { recursive: true })
    await testApp.close()
    await database.close()
  }
  return people
}

export const templateOf = ({ prefix }: TestPostgres, placed: number): string => `${prefix}_placed_${placed}`

export type Addresses = { databaseUrl: string; ownerUrl: string }

/** Makes a database as a copy of another, file by file: through the log it takes three times the work. */
export async function copyDatabase(postgres: TestPostgres, from: string, name: string): Promise<Addresses> {
  const [copy, template, owner] = [name, from, ownerOf(postgres)].map(escapeIdentifier)
  await copier(postgres.url).query(`CREATE DATABASE ${copy} TEMPLATE ${template} OWNER ${owner} STRATEGY FILE_COPY`)
  const addressOf = (role: string) => {
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    url.username = role
    url.password = 'only for tests'
    return url.href
  }
  return { databaseUrl: addressOf(workerOf(postgres)), ownerUrl: addressOf(ownerOf(postgres)) }
}

/** Removes a database that a test has done with: a whole run makes two thousand, of 11 MB each, most often in memory. */
export async function dropDatabase({ url }: Pick<TestPostgres, 'url'>, name: string): Promise<void> {
  await copier(url).query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)
}

const ownerOf = ({ prefix }: TestPostgres) => `${prefix}_owner`
const workerOf = ({ prefix }: TestPostgres) => `${prefix}_worker`

async function dropAll(postgres: TestPostgres): Promise<void> {
  await dropDatabases(postgres)
  await onServer(postgres, async (client) => {
    for (const role of [ownerOf(postgres), workerOf(postgres)])
      await client.query(`DROP ROLE IF EXISTS ${escapeIdentifier(role)}`)
  })
}

async function dropDatabases({ url, run }: TestPostgres): Promise<void> {
  await onServer({ url }, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [`${run}_`],
    )
    for (const { datname } of rows) await client.query(`DROP DATABASE ${escapeIdentifier(datname)} WITH (FORCE)`)
  })
}

const copiers = new Map<string, Pool>()

/** Where a process makes its databases: a new connection for each would take a third as long as the copy itself. */
function copier(url: string): Pool {
  const known = copiers.get(url)
  if (known) return known
  const pool = new Pool({ connectionString: url, max: 1, allowExitOnIdle: true })
  // The server may end before a process that has no more to ask of it.
  pool.on('error', () => undefined)
  copiers.set(url, pool)
  return pool
}

async function onServer({ url }: Pick<TestPostgres, 'url'>, fn: (client: Client) => Promise<unknown>): Promise<void> {
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
