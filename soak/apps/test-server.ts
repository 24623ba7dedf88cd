import { rmSync } from 'node:fs'
import { Client, escapeIdentifier } from 'pg'
import { openDatabase } from '#server/database/database.ts'
import type { Database } from '#server/database/database.ts'
import { copyDatabase, startTestServer, templateOf } from '#server/testing/postgres-server.ts'
import type { Addresses, TestServer } from '#server/testing/postgres-server.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import type { Plan } from '#circle/plan.ts'

let given: TestServer | null = null

/** In `npm test` the PostgreSQL with its templates is there already; outside it, `withTestServer` starts one. */
export function useTestServer(server: TestServer): void {
  given = server
}

/** Runs a part with a quick PostgreSQL and its templates of people, which is stopped after it. */
export async function withTestServer(run: (server: TestServer) => Promise<void>): Promise<void> {
  if (given) return await run(given)
  const server = await startTestServer()
  try {
    await run(server)
  } finally {
    await server.stop()
  }
}

export type App = TestApp & { readonly database: Database; close(): Promise<void> }

/** A whole server in this process, on a database of its own: a copy of the template with so many people placed. */
export type World = {
  readonly addresses: Addresses
  readonly people: readonly Person[]
  /** The apps that share the database; more are added by `open`. */
  readonly apps: App[]
  open(options?: OpenOptions): Promise<App>
  /** Closes every app and drops the database. */
  close(): Promise<void>
}

export type OpenOptions = {
  readonly settings?: Record<string, string>
  readonly at?: number
  readonly plan?: Plan
  readonly poolSize?: number
}

export async function makeWorld(
  { postgres, people }: TestServer,
  { placed = 8, empty = false, from }: { placed?: number; empty?: boolean; from?: string } = {},
): Promise<World> {
  const name = `${postgres.run}_${crypto.randomUUID().slice(0, 8)}`
  const template = from ?? (empty ? `${postgres.prefix}_template` : templateOf(postgres, placed))
  const addresses = await copyDatabase(postgres, template, name)
  const apps: App[] = []
  return {
    addresses,
    people: empty ? [] : people.people.slice(0, placed),
    apps,
    async open({ settings = {}, at, plan, poolSize } = {}) {
      const database = await openDatabase({ dataDir: 'unused', ...addresses, poolSize })
      const app = await startTestApp({
        database,
        settings,
        template: people,
        ...(at === undefined ? {} : { at }),
        ...(plan ? { plan } : {}),
      })
      const close = async () => {
        await app.close()
        await database.close()
        rmSync(app.services.config.dataDir, { recursive: true, force: true })
      }
      const opened = { ...app, database, close }
      apps.push(opened)
      return opened
    },
    async close() {
      for (const app of apps.splice(0)) await app.close()
      const client = new Client({ connectionString: postgres.url })
      await client.connect()
      await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`)
      await client.end()
    },
  }
}
