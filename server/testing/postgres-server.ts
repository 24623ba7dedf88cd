import type { TestProject } from 'vitest/node'
import { Client, escapeIdentifier } from 'pg'
import { openDatabase } from '#server/database/database.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import { startPostgres } from './postgres-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
  }
}

/** A PostgreSQL server that every suite makes its own databases on, and what this run's names begin with. */
export type TestPostgres = { url: string; prefix: string }

/** Vitest's global setup: one PostgreSQL and its template databases for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? { url: given, stop: async () => {} } : await startPostgres()
  const postgres = { url: server.url, prefix: `ciranda_${process.pid}` }
  const teardown = async () => {
    if (given) await dropAll(postgres)
    await server.stop()
  }
  try {
    await makeTemplates(postgres)
    project.provide('postgres', postgres)
  } catch (error) {
    await teardown()
    throw error
  }
  return teardown
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

export type Addresses = { databaseUrl: string; ownerUrl: string }

/** Makes a database as a copy of another. */
export async function copyDatabase(postgres: TestPostgres, from: string, name: string): Promise<Addresses> {
  const [copy, template, owner] = [name, from, ownerOf(postgres)].map(escapeIdentifier)
  await onServer(postgres, (client) => client.query(`CREATE DATABASE ${copy} TEMPLATE ${template} OWNER ${owner}`))
  const addressOf = (role: string) => {
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    url.username = role
    url.password = 'only for tests'
    return url.href
  }
  return { databaseUrl: addressOf(workerOf(postgres)), ownerUrl: addressOf(ownerOf(postgres)) }
}

const ownerOf = ({ prefix }: TestPostgres) => `${prefix}_owner`
const workerOf = ({ prefix }: TestPostgres) => `${prefix}_worker`

async function dropAll(postgres: TestPostgres): Promise<void> {
  await onServer(postgres, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [`${postgres.prefix}_`],
    )
    for (const { datname } of rows) await client.query(`DROP DATABASE ${escapeIdentifier(datname)} WITH (FORCE)`)
    for (const role of [ownerOf(postgres), workerOf(postgres)])
      await client.query(`DROP ROLE IF EXISTS ${escapeIdentifier(role)}`)
  })
}

async function onServer({ url }: TestPostgres, fn: (client: Client) => Promise<unknown>): Promise<void> {
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
