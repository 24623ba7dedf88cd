import { inspect } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#server/testing/databases.ts'
import { startPostgres } from '#server/testing/postgres-process.ts'
import { isUnavailable, openDatabase, sqlState, transaction, type Database } from './database.ts'

const open = async (databaseUrl: string, poolSize?: number) =>
  await openDatabase({ dataDir: 'unused', databaseUrl, poolSize })

/** Ends every other connection to this database, as an administrator or a restart would. */
const cutOthers = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`

describe('a PostgreSQL server', () => {
  let url: string
  let database: Database
  let other: Database
  beforeAll(async () => {
    url = (await createTestDatabase({ empty: true })).databaseUrl
    database = await open(url)
    other = await open(url, 1)
  })
  afterAll(async () => {
    await database.close()
    await other.close()
  })

  test('a connection lost between queries and inside a transaction is an error of that request, and the next one works', async () => {
    await Promise.all([1, 2, 3].map(() => database.ping()))
    await other.db.execute(cutOthers)
    // One request for each connection that was idle when it was cut may still find it dead.
    await vi.waitFor(() => database.ping(), 60_000)
    const inside = Promise.withResolvers<void>()
    const cut = Promise.withResolvers<void>()
    const lost = transaction(database.db, async (tx) => {
      await tx.execute(sql`select 1`)
      inside.resolve()
      await cut.promise
      // Time for the loss to arrive while no query waits for it.
      await new Promise((resolve) => setTimeout(resolve, 50))
      await tx.execute(sql`select 1`)
    })
    await inside.promise
    await other.db.execute(cutOthers)
    cut.resolve()
    await expect(lost).rejects.toSatisfy(isUnavailable)
    // One request for each connection that was idle when it was cut may still find it dead.
    await vi.waitFor(() => database.ping(), 60_000)
  })

  test('listens again after its connection was lost, and says that something may have been missed', async () => {
    const missed = Promise.withResolvers<void>()
    const heard = Promise.withResolvers<string>()
    await database.listen('news', heard.resolve, missed.resolve)
    await other.db.execute(cutOthers)
    await missed.promise
    await other.notify(other.db, 'news', 'back')
    expect(await heard.promise).toBe('back')
  })

  test('two that deadlock both end well', async () => {
    await database.db.execute(sql`create table pair (id int primary key, n int not null)`)
    await database.db.execute(sql`insert into pair values (1, 0), (2, 0)`)
    let waiting = 0
    const bothHold = Promise.withResolvers<void>()
    const crossing = [
      [1, 2],
      [2, 1],
    ].map(([first, second]) =>
      transaction(database.db, async (tx) => {
        await tx.execute(sql`update pair set n = n + 1 where id = ${first}`)
        if (++waiting === 2) bothHold.resolve()
        await bothHold.promise
        await tx.execute(sql`update pair set n = n + 1 where id = ${second}`)
      }),
    )
    await Promise.all(crossing)
    const { rows } = await database.db.execute<{ n: number }>(sql`select n from pair`)
    expect(rows).toEqual([{ n: 2 }, { n: 2 }])
    expect(waiting).toBeGreaterThan(2)
  })

  test('a request that holds a transaction and does nothing is broken off', async () => {
    const { rows } = await database.db.execute<{ name: string; setting: string }>(
      sql`select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'TimeZone') order by name`,
    )
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      idle_in_transaction_session_timeout: '30000',
      lock_timeout: '15000',
      statement_timeout: '30000',
      TimeZone: 'UTC',
    })
  })
})

describe('a failover', () => {
  let addresses: Awaited<ReturnType<typeof createTestDatabase>>
  let superuser: Database
  beforeAll(async () => {
    addresses = await createTestDatabase({ empty: true })
    const url = new URL(addresses.databaseUrl)
    url.username = 'postgres'
    superuser = await open(url.href, 2)
  })
  afterAll(() => superuser.close())

  const setting = async (name: string, value: string | null) => {
    const database = new URL(addresses.databaseUrl).pathname.slice(1)
    const change = value === null ? `RESET ${name}` : `SET ${name} = '${value}'`
    await superuser.db.execute(sql.raw(`ALTER DATABASE "${database}" ${change}`))
  }

  test('a connection that reached a server that only reads is never used, and one that became so is not used again', async () => {
    await setting('default_transaction_read_only', 'on')
    await expect(open(addresses.databaseUrl)).rejects.toThrow('the server reached only reads')
    await setting('default_transaction_read_only', null)
    const database = await open(addresses.databaseUrl, 1)
    await database.db.execute(sql`create table demoted (n int)`)
    const write = (first = sql`select 1`) =>
      transaction(database.db, async (tx) => {
        await tx.execute(first)
        await tx.execute(sql`insert into demoted values (1)`)
      })
    // The one connection of this pool writes no more, as if its server were a standby from now on.
    await expect(write(sql`set session characteristics as transaction read only`)).resolves.toBeUndefined()
    await expect(write()).rejects.toSatisfy(isUnavailable)
    await expect(write()).resolves.toBeUndefined()
    await database.close()
  })

  test('a commit whose wait for the synchronous standby was broken off is not acknowledged', async () => {
    const database = await open(addresses.databaseUrl)
    await database.db.execute(sql`create table acknowledged (n int)`)
    await superuser.db.execute(sql`alter system set synchronous_standby_names = 'nobody'`)
    await superuser.db.execute(sql`select pg_reload_conf()`)
    const over = new AbortController()
    // The checkpointer tells all others to wait, at a time of its own: until it has, a commit waits for nobody.
    const writesUntilRefused = async () => {
      while (!over.signal.aborted)
        await transaction(database.db, async (tx) => {
          await tx.execute(sql`set local synchronous_commit = on`)
          await tx.execute(sql`insert into acknowledged values (1)`)
        })
    }
    try {
      // A commit that is let through waits for nobody until it times out, which is another refusal.
      const isBrokenOff = (error: unknown) => isUnavailable(error) && /broken off/.test(inspect(error))
      const refused = expect(writesUntilRefused()).rejects.toSatisfy(isBrokenOff)
      const broken = vi.waitFor(
        async () => {
          const { rows } = await superuser.db.execute<{ cancelled: boolean }>(
            sql`select pg_cancel_backend(pid) as cancelled from pg_stat_activity where wait_event = 'SyncRep'`,
          )
          expect(rows).toEqual([{ cancelled: true }])
        },
        { timeout: 20_000 },
      )
      await Promise.all([refused, broken])
    } finally {
      over.abort()
      await superuser.db.execute(sql`alter system reset synchronous_standby_names`)
      await superuser.db.execute(sql`select pg_reload_conf()`)
    }
    await database.close()
  })

  test('a start waits for a server that does not answer yet, and says so once', async () => {
    const waited: string[] = []
    await setting('default_transaction_read_only', 'on')
    const database = await openDatabase({
      dataDir: 'unused',
      ...addresses,
      waitMs: 30_000,
      onWait: (reason) => {
        waited.push(reason)
        void setting('default_transaction_read_only', null)
      },
    })
    expect(waited).toEqual(['the server reached only reads'])
    await database.ping()
    await database.close()
  })
})

test('a server that is stopped makes requests unavailable and never ends the process; one that is not there stops the start in one line', async () => {
  const server = await startPostgres()
  const database = await open(server.url)
  await database.listen('news', () => {})
  await server.stop()
  await expect(database.ping()).rejects.toSatisfy(isUnavailable)
  await expect(transaction(database.db, (tx) => tx.execute(sql`select 1`))).rejects.toSatisfy(isUnavailable)
  await database.close()

  const refusal = await open(server.url).catch((error: Error) => error)
  expect(String(refusal)).toMatch(
    /^Error: DATABASE_URL: o servidor PostgreSQL não pode ser usado \(.*ECONNREFUSED.*\)\.$/,
  )
  expect(sqlState(refusal)).toBeNull()
})
