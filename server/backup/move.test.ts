import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import { systemClock } from '#server/lib/clock.ts'
import { circles } from '#server/tables/circles.ts'
import { createTestDatabase, openTestDatabase } from '#server/testing/databases.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { verify } from '../../scripts/verify-ledger.mjs'
import { BackupFault, type BackupFaultCode } from './faults.ts'
import { moveDatabase } from './move.ts'
import type { MoveOptions } from './move.ts'
import { digestOf, fixFormat, listTables } from './read-tables.ts'
import { ensureNotMoved, noteMoved } from './moved-mark.ts'

let testApp: TestApp
let jwtSecret: string

beforeAll(async () => {
  jwtSecret = 'a secret for tests, long enough to be one'
  testApp = await createTestApp(await openTestDatabase({ placed: 8 }), { JWT_SECRET: jwtSecret })
  await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
})

function options(to: Pick<Database, 'asOwner' | 'db'>, more: Partial<MoveOptions> = {}): MoveOptions {
  const from = testApp.services.database
  return { from, to, dataDir: testApp.services.config.dataDir, jwtSecret, clock: systemClock, verify, ...more }
}

/** The number and digest of every table's rows, which is all that the rows are. */
async function pictureOf({ asOwner }: Pick<Database, 'asOwner'>): Promise<Record<string, string>> {
  return asOwner(async (client) => {
    await client.query('BEGIN')
    await fixFormat(client)
    const picture: Record<string, string> = {}
    for (const table of await listTables(client)) {
      const { rows, sha256 } = await digestOf(client, table)
      picture[table.name] = `${rows} ${sha256}`
    }
    await client.query('COMMIT')
    return picture
  })
}

/** A database as its owner, whose connections come through `wrap`. */
function watched(database: Database, wrap: (client: Client) => Client): Pick<Database, 'asOwner' | 'db'> {
  return { db: database.db, asOwner: (fn) => database.asOwner((client) => fn(wrap(client))) }
}

const isCopy = (query: unknown, way: 'FROM' | 'TO') =>
  typeof query === 'object' && new RegExp(`^COPY .* ${way} STD`).test((query as { text?: string }).text ?? '')

/** A connection that does `act` before a query that `isIt`. */
function before(client: Client, isIt: (query: unknown) => boolean, act: () => void): Client {
  return new Proxy(client, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target)
      if (key !== 'query') return typeof value === 'function' ? value.bind(target) : value
      return (...args: unknown[]) => {
        if (isIt(args[0])) act()
        return (value as (...all: unknown[]) => unknown).apply(target, args)
      }
    },
  })
}

async function refused(to: Pick<Database, 'asOwner' | 'db'>, code: BackupFaultCode, more: Partial<MoveOptions> = {}) {
  await expect(moveDatabase(options(to, more))).rejects.toMatchObject({ code })
}

describe('a move to a server', () => {
  test('brings every row, and answers requests there as it did here', async () => {
    const empty = await openDatabase({ dataDir: 'unused', ...(await newDatabase()) })
    const source = await pictureOf(testApp.services.database)
    const queries: unknown[] = []
    const from = watched(testApp.services.database, (client) =>
      before(
        client,
        (query) => queries.push(query) === 0,
        () => undefined,
      ),
    )
    const moved = await moveDatabase(options(empty, { from }))
    expect(await pictureOf(empty)).toEqual(source)
    expect(moved).toMatchObject({ circles: 1, tables: Object.keys(source).length })
    expect(moved.entries).toBeGreaterThan(20)
    // One moment of the source, which is only read.
    expect(queries[0]).toBe('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    expect(await pictureOf(testApp.services.database)).toEqual(source)
    const there = await createTestApp(empty, { JWT_SECRET: jwtSecret, DATA_DIR: testApp.services.config.dataDir })
    const ours = await testApp.call('GET /donations/admin', await testApp.administrator())
    const theirs = await there.call('GET /donations/admin', await there.administrator())
    expect(theirs.body).toEqual(ours.body)
    // The sequences go on from where they stood, and the guards that were lifted are back.
    expect((await there.registers(30)).id).toMatch(/-/)
    await expect(empty.db.execute(sql`update ledger set kind = 'other' where seq = 1`)).rejects.toThrow()
    await empty.close()
  })

  test('that is cut before its commit has brought nothing and is repeated; cut after it, what is there is compared', async () => {
    const target = await openDatabase({ dataDir: 'unused', ...(await newDatabase()) })
    let copies = 0
    const cut = watched(target, (client) =>
      before(
        client,
        (query) => isCopy(query, 'FROM') && ++copies === 20,
        () => {
          throw new Error('the power was cut')
        },
      ),
    )
    await expect(moveDatabase(options(cut))).rejects.toThrow('the power was cut')
    expect(await target.db.$count(circles)).toBe(0)
    // An attempt that had copied every row leaves room in the tables' files.
    await refused(target, 'ledger_fault', { verify: () => ({ faults: ['one'] }) })
    const first = moveDatabase(options(target))
    await expect(first).resolves.toBeDefined()
    expect(await moveDatabase(options(target))).toEqual(await first)
    await target.asOwner((client) => client.query("UPDATE users SET first_name = 'Outra'"))
    await refused(target, 'target_not_empty')
    await target.close()
  })

  test('commits nothing when a row arrived otherwise, or a ledger does not pass', async () => {
    const target = await openDatabase({ dataDir: 'unused', ...(await newDatabase()) })
    // A trigger of somebody else's that the guards do not lift changes a row on its way.
    const altering = watched(target, (client) =>
      before(
        client,
        (query) => typeof query === 'string' && query.startsWith('SELECT setval'),
        () => void client.query("UPDATE users SET first_name = 'Outra'"),
      ),
    )
    await expect(moveDatabase(options(altering))).rejects.toThrow('The table users did not arrive as it was.')
    expect(await target.db.$count(circles)).toBe(0)
    await refused(target, 'ledger_fault', { verify: () => ({ faults: ['one'] }) })
    expect(await target.db.$count(circles)).toBe(0)
    await target.close()
  })

  test('is refused by what is no place for it', async () => {
    const filled = await openTestDatabase({ placed: 0 })
    await refused(filled, 'target_not_empty')
    const foreign = await openTestDatabase({ empty: true })
    await foreign.asOwner((client) => client.query('CREATE TABLE somebody_else (id int)'))
    await refused(foreign, 'target_not_empty')
    expect(Object.keys(await pictureOf(foreign))).toEqual(['somebody_else'])
    const addresses = await createTestDatabase()
    const worker = await openDatabase({ dataDir: 'unused', databaseUrl: addresses.databaseUrl })
    await refused(worker, 'target_roles')
    await worker.close()
    const here = await openTestDatabase()
    const elsewhere = await openTestDatabase()
    await refused({ asOwner: here.asOwner, db: elsewhere.db }, 'target_two')
    await here.asOwner(async (client) => {
      await client.query('SELECT pg_advisory_lock(2472635)')
      await refused(here, 'target_busy')
    })
    await refused(here, 'source_empty', { from: elsewhere })
    const readOnly = watched(here, (client) => {
      void client.query('SET default_transaction_read_only = on')
      return client
    })
    await refused(readOnly, 'target_reads_only')
    await refused(answering(here, { number: 140_011, version: '14.11' }), 'target_old')
    await refused(answering(here, { number: 180_000, encoding: 'LATIN1' }), 'target_encoding')
    expect(await here.db.$count(circles)).toBe(0)
  })
})

test('a folder whose database was moved is not opened again by accident', async () => {
  const dataDir = temporaryFolder({ quick: true })
  mkdirSync(join(dataDir, 'database'))
  await ensureNotMoved(dataDir)
  await noteMoved(dataDir, 'postgres://servidor/ciranda')
  const refusal = await ensureNotMoved(dataDir).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(BackupFault)
  expect(String(refusal)).toContain('foi mudado para postgres://servidor/ciranda')
  expect(readdirSync(dataDir).toSorted()).toEqual(['database', 'moved'])
  writeFileSync(join(dataDir, 'moved'), '')
  await expect(ensureNotMoved(dataDir)).rejects.toMatchObject({ code: 'moved' })
})

/** A database without tables, with the two roles of deploy/postgres/roles.sh. */
async function newDatabase() {
  const { ownerUrl, databaseUrl } = await createTestDatabase({ empty: true })
  const worker = new URL(databaseUrl)
  worker.username = worker.username.replace(/_owner$/, '_worker')
  return { ownerUrl, databaseUrl: worker.href }
}

/** A server that says something else of itself. */
function answering(database: Database, said: object): Pick<Database, 'asOwner' | 'db'> {
  return watched(
    database,
    (client) =>
      new Proxy(client, {
        get: (target, key) => {
          const value: unknown = Reflect.get(target, key, target)
          if (key !== 'query') return typeof value === 'function' ? value.bind(target) : value
          return async (...args: unknown[]) => {
            const answer = await (value as (...all: unknown[]) => Promise<{ rows: object[] }>).apply(target, args)
            return String(args[0]).includes('server_version_num') ? { rows: [{ ...answer.rows[0], ...said }] } : answer
          }
        },
      }),
  )
}
