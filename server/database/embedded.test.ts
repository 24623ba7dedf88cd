import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { dose } from '#circle/testing/dose.ts'
import { buildChildren, startChild } from '#server/testing/child.ts'
import { processesIn } from '#server/testing/processes.ts'
import { quickFolder } from '#server/testing/quick-folder.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { launch, lockedBy, prepareCluster, urlOfSuperuser } from './cluster.ts'
import { APPLICATION_NAME, askingName } from './connection-name.ts'
import { isUnavailable, openDatabase, type Database } from './database.ts'
import type { OpenDatabaseOptions } from './database.ts'
import { silentLogger } from './logger.ts'
import { migrateDatabase } from './migrate.ts'

/** A soak raises these. */
const KILLS = dose(2, 200)
const KILLS_OF_FIRST_START = dose(2, 200)

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'it was opened',
    (error: Error) => error.message,
  )

buildChildren()

/** The data folder of a first start that is over: making one takes a second of a processor, copying it a tenth. */
let begun = ''

/** A folder for the test, with a copy of that one in it. */
function begunFolder(): string {
  const dataDir = temporaryFolder({ quick: true })
  // With modes and owners, on which the engine insists.
  execFileSync('cp', ['-a', `${begun}/.`, dataDir])
  return dataDir
}

beforeAll(async () => {
  begun = mkdtempSync(join(quickFolder(), 'ciranda-test-'))
  await (await openDatabase({ dataDir: begun })).close()
})
afterAll(() => rmSync(begun, { recursive: true, force: true }))

/** Opened until the end of the test. */
async function open(dataDir: string, options: Partial<OpenDatabaseOptions> = {}): Promise<Database> {
  const database = await openDatabase({ dataDir, ...options })
  onTestFinished(() => database.close())
  return database
}

const clusterOf = (dataDir: string) => join(dataDir, 'cluster')
const postmasterOf = (dataDir: string) => lockedBy({ data: clusterOf(dataDir) })!
const one = async ({ db }: Database) => (await db.execute<{ one: number }>(sql`select 1 as one`)).rows[0]!.one

/** Waits until every process of the folder's server is gone. */
const noneLeft = (dataDir: string) => vi.waitFor(() => expect(processesIn(clusterOf(dataDir))).toEqual([]), 20_000)

describe('the owner of the data folder', () => {
  test('is one: a second process is refused in one line that names the first, also when the lock files were deleted', async () => {
    const dataDir = begunFolder()
    const first = startChild(dataDir, { task: 'write' })
    await first.said(3)
    const expected = `A pasta ${dataDir} está em uso pelo processo ${first.pid}. Pare-o antes, ou dê outra pasta em DATA_DIR.`
    expect(await refusal(openDatabase({ dataDir }))).toBe(expected)
    rmSync(join(dataDir, 'cluster', 'postmaster.pid'))
    rmSync(join(dataDir, '.s.PGSQL.5432.lock'))
    expect(await refusal(openDatabase({ dataDir }))).toBe(expected)
    expect(processesIn(clusterOf(dataDir)).filter(({ isServer }) => isServer)).toHaveLength(1)
    await first.said(first.lines.length + 20)
  })

  test('is refused a second opening in the same process, and allowed one after the first is closed', async () => {
    const dataDir = begunFolder()
    const first = await open(dataDir)
    expect(await refusal(openDatabase({ dataDir }))).toContain(`está em uso pelo processo ${process.pid}.`)
    await first.close()
    expect(await one(await open(dataDir))).toBe(1)
  })

  test('stays the owner in the moment in which it lost the connection that says so', async () => {
    const dataDir = begunFolder()
    const first = startChild(dataDir, { task: 'write' })
    await first.said(3)
    // Stopped, it cannot take the ownership again, as one that is busy cannot.
    process.kill(first.pid, 'SIGSTOP')
    const superuser = new Client({ connectionString: urlOfSuperuser(prepareCluster({ folder: dataDir })) })
    await superuser.connect()
    await superuser.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()`,
    )
    await superuser.end()
    const second = await refusal(openDatabase({ dataDir }))
    process.kill(first.pid, 'SIGCONT')
    expect(second).toContain(`está em uso pelo processo ${first.pid}.`)
    await first.said(first.lines.length + 20)
  })

  test('is the process that asks, though another asks beside it', async () => {
    const dataDir = begunFolder()
    const cluster = prepareCluster({ folder: dataDir })
    await launch(cluster, null)
    const connection = {
      connectionString: urlOfSuperuser(cluster),
      application_name: askingName(process.ppid),
    }
    const other = await vi.waitFor(
      async () => {
        const client = new Client(connection)
        // The database ends its server, and this connection with it.
        client.on('error', () => undefined)
        await client.connect()
        return client
      },
      { timeout: 20_000 },
    )
    expect(await one(await open(dataDir))).toBe(1)
    onTestFinished(() => other.end())
    const named = await other.query(`SELECT DISTINCT application_name AS name FROM pg_stat_activity ORDER BY 1`)
    expect(named.rows.map(({ name }) => name)).toContain(APPLICATION_NAME)
  })

  test('of two that start at once on a new folder, one goes on', async () => {
    const dataDir = temporaryFolder({ quick: true })
    const both = [startChild(dataDir), startChild(dataDir)]
    const results = await Promise.all(
      both.map((child) =>
        child.said(1).then(
          () => 'open',
          () => 'refused',
        ),
      ),
    )
    expect(results.toSorted()).toEqual(['open', 'refused'])
    expect(both[results.indexOf('refused')]!.error()).toContain(
      `está em uso pelo processo ${both[results.indexOf('open')]!.pid}.`,
    )
  })
})

describe('a killed process', () => {
  test(
    `leaves a server that the next start takes over, never a second; nothing acknowledged is lost, ${KILLS} times over`,
    async () => {
      const dataDir = begunFolder()
      const acknowledged: number[] = []
      for (let round = 0; round < KILLS; round++) {
        const child = startChild(dataDir, { task: 'write' })
        await child.said(30)
        const server = postmasterOf(dataDir)
        await wait(Math.random() * 300)
        await child.kill()
        acknowledged.push(...child.lines.slice(1).map(Number))
        const database = await openDatabase({ dataDir })
        expect(postmasterOf(dataDir)).toBe(server)
        expect(processesIn(clusterOf(dataDir)).filter(({ isServer }) => isServer)).toHaveLength(1)
        const { rows } = await database.db.execute<{ id: number }>(sql`select id from written`)
        const kept = new Set(rows.map((row) => row.id))
        expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
        await database.close()
        await noneLeft(dataDir)
      }
    },
    60_000 + KILLS * 10_000,
  )

  test('that the power took away may leave lock files with nothing in them, which stop nobody', async () => {
    const dataDir = begunFolder()
    for (const file of [join(clusterOf(dataDir), 'postmaster.pid'), join(dataDir, '.s.PGSQL.5432.lock')])
      writeFileSync(file, '')
    expect(await one(await open(dataDir))).toBe(1)
  }, 30_000)

  test.each([
    ['this very process', async () => process.pid],
    [
      'another folder’s server',
      async () => {
        const elsewhere = begunFolder()
        await open(elsewhere)
        return postmasterOf(elsewhere)
      },
    ],
  ])(
    'with its server killed too leaves lock files that stop nobody, though their number is now that of %s',
    async (_, findOther) => {
      const dataDir = begunFolder()
      const other = await findOther()
      const child = startChild(dataDir)
      await child.said(1)
      const server = postmasterOf(dataDir)
      await child.kill()
      process.kill(server, 'SIGKILL')
      await noneLeft(dataDir)
      for (const file of [join(clusterOf(dataDir), 'postmaster.pid'), join(dataDir, '.s.PGSQL.5432.lock')])
        writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(other)))
      expect(await one(await open(dataDir))).toBe(1)
      expect(postmasterOf(dataDir)).not.toBe(other)
    },
  )

  test('leaves a server with other settings, as another version would: it is ended and started again', async () => {
    const dataDir = begunFolder()
    const cluster = prepareCluster({ folder: dataDir })
    await launch({ ...cluster, binaries: { ...cluster.binaries, version: 'postgres (PostgreSQL) 18.0' } }, null)
    await vi.waitFor(() => expect(readFileSync(cluster.log, 'utf8')).toContain('ready to accept'), 10_000)
    const before = postmasterOf(dataDir)
    expect(await one(await open(dataDir))).toBe(1)
    expect(postmasterOf(dataDir)).not.toBe(before)
    expect(processesIn(clusterOf(dataDir)).filter(({ isServer }) => isServer)).toHaveLength(1)
  })
})

describe('a killed database', () => {
  test.each([
    ['the server', () => null],
    [
      'one of its connections',
      async ({ db }: Database) => {
        const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        return rows[0]!.pid
      },
    ],
  ])('comes back by itself: %s', async (_, find) => {
    const dataDir = begunFolder()
    const failures: Error[] = []
    const owned = Promise.withResolvers<void>()
    const logger = {
      ...silentLogger,
      info: (_details: object, message: string) => {
        if (message === 'the embedded database is back') owned.resolve()
      },
    }
    const database = await open(dataDir, { logger, onFailure: (failure) => failures.push(failure) })
    await database.asOwner((owner) => owner.query('create table kept (id int)'))
    const heard = Promise.withResolvers<string>()
    const missed = Promise.withResolvers<void>()
    await database.listen('news', heard.resolve, missed.resolve)
    process.kill((await find(database)) ?? postmasterOf(dataDir), 'SIGKILL')
    await missed.promise
    await vi.waitFor(async () => expect(await one(database)).toBe(1), 20_000)
    await database.asOwner((owner) => owner.query('select from kept'))
    await database.notify(database.db, 'news', 'back')
    expect(await heard.promise).toBe('back')
    await owned.promise
    expect(await refusal(openDatabase({ dataDir }))).toContain(`está em uso pelo processo ${process.pid}.`)
    expect(failures).toEqual([])
  })

  test('that cannot come back makes requests unavailable, and ends the process in one line', async () => {
    const dataDir = begunFolder()
    const child = startChild(dataDir)
    await child.said(1)
    rmSync(join(clusterOf(dataDir), 'global', 'pg_control'))
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    expect(await child.ended()).toBe(1)
    expect(child.error()).toMatch(/^O banco em [^\n]+ não pode ser aberto \([^\n]*pg_control[^\n]*\)\. [^\n]+$/)
    await noneLeft(dataDir)
  })
})

describe('the first start', () => {
  test(`killed in the middle, ${KILLS_OF_FIRST_START} times, it leaves nothing that stops the next`, async () => {
    const dataDir = temporaryFolder({ quick: true })
    const isMaking = () => readdirSync(dataDir).some((name) => existsSync(join(dataDir, name, 'base')))
    for (let round = 0; round < KILLS_OF_FIRST_START; round++) {
      const child = startChild(dataDir)
      while (!isMaking()) await wait(5)
      await wait(round * 60)
      await child.kill()
      expect(existsSync(clusterOf(dataDir))).toBe(false)
    }
    const database = await open(dataDir)
    await database.asOwner((owner) => owner.query('create table works (id int)'))
    expect(readdirSync(dataDir).filter((name) => name.startsWith('cluster'))).toEqual(['cluster'])
  })

  test('makes its folders, private, in UTF-8 and with checksums', async () => {
    const dataDir = join(temporaryFolder(), 'new', 'folder')
    const { db } = await open(dataDir)
    const { rows } = await db.execute(
      sql`select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums`,
    )
    expect(rows).toEqual([{ encoding: 'UTF8', checksums: 'on' }])
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  })

  test('refuses in one line a folder that holds something else', async () => {
    const dataDir = temporaryFolder({ quick: true })
    mkdirSync(clusterOf(dataDir))
    writeFileSync(join(clusterOf(dataDir), 'letter.txt'), 'not a database')
    expect(await refusal(openDatabase({ dataDir }))).toMatch(
      /não está vazia e não tem banco\. Tire-a dali, ou dê outra pasta em DATA_DIR\.$/,
    )
  })

  test('refuses in one line, and leaves alone, the database of a version that used PGlite', async () => {
    const dataDir = temporaryFolder({ quick: true })
    mkdirSync(join(dataDir, 'database'))
    writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '18\n')
    expect(await refusal(openDatabase({ dataDir }))).toMatch(
      /^A pasta [^\n]+ tem o banco de uma versão anterior da Ciranda \(PGlite\)[^\n]+: comece aquela versão [^\n]+$/,
    )
    expect(readdirSync(dataDir)).toEqual(['database'])
  })

  test('where there are no binaries, or they need another C library, one line says to set DATABASE_URL', async () => {
    const dataDir = temporaryFolder({ quick: true })
    const advice = 'Ponha um servidor PostgreSQL em DATABASE_URL.'
    const none = await refusal(openDatabase({ dataDir, native: join(dataDir, 'none') }))
    expect(none).toMatch(
      /^O banco que vem com a Ciranda não funciona nesta máquina \([^\n]+\)\. Ponha um servidor PostgreSQL em DATABASE_URL/,
    )
    const native = join(dataDir, 'native')
    mkdirSync(join(native, 'bin'), { recursive: true })
    // As a program built for glibc is found, and its loader is not.
    writeFileSync(join(native, 'bin', 'postgres'), '#!/lib/ld-linux-of-glibc.so.2\n', { mode: 0o755 })
    expect(await refusal(openDatabase({ dataDir, native }))).toBe(
      `O banco que vem com a Ciranda não funciona nesta máquina (os programas dele precisam da glibc). ${advice}`,
    )
  })
})

const SLEEPING = `select from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`

describe('running', () => {
  test('it listens on no port, only on a socket that others cannot reach', async () => {
    const dataDir = begunFolder()
    const { db } = await open(dataDir)
    const { rows } = await db.execute(sql`select current_setting('listen_addresses') as addresses`)
    expect(rows).toEqual([{ addresses: '' }])
    expect(processesIn(clusterOf(dataDir)).flatMap(({ ports }) => ports)).toEqual([])
    expect(processesIn(clusterOf(dataDir)).length).toBeGreaterThan(3)
    expect(statSync(join(dataDir, '.s.PGSQL.5432')).mode & 0o077).toBe(0)
    expect(statSync(dataDir).mode & 0o077).toBe(0)
  })

  test('what is committed is synced: nobody turned that off', async () => {
    const { db } = await open(begunFolder())
    const { rows } = await db.execute<{ name: string; setting: string }>(
      sql`select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')`,
    )
    expect(rows.map(({ setting }) => setting)).toEqual(['on', 'on', 'on'])
  })

  test('works in a folder whose name is too long for a socket, and has spaces, commas and quotes', async () => {
    const dataDir = join(temporaryFolder({ quick: true }), `a, "b" é ${'long'.repeat(40)}`)
    expect(await one(await open(dataDir))).toBe(1)
    const short = join(temporaryFolder({ quick: true }), `a, "b" 'c' é`)
    expect(await one(await open(short))).toBe(1)
  })

  test('the working role owns nothing and can change rows only', async () => {
    const database = await open(begunFolder())
    await migrateDatabase(database)
    const { rows } = await database.db.execute(sql`
      select current_user as role, r.rolsuper, r.rolcreatedb, r.rolcreaterole, r.rolbypassrls,
        (select count(*) from pg_class where relowner = r.oid) + (select count(*) from pg_proc where proowner = r.oid)
          + (select count(*) from pg_namespace where nspowner = r.oid) + (select count(*) from pg_database where datdba = r.oid) as owned
      from pg_roles r where rolname = current_user`)
    const none = { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false, owned: 0 }
    expect(rows).toEqual([{ role: 'ciranda', ...none }])
    const refused = [
      'create table mine (id int)',
      'create temporary table mine (id int)',
      'create schema mine',
      'create function f() returns int language sql as $$ select 1 $$',
      'truncate users',
      'alter table users add column more int',
      'alter table ledger disable trigger ledger_stays',
      'drop table users',
      'drop trigger ledger_stays on ledger',
      'create index on users (id)',
      'vacuum full users',
      'select * from drizzle.__drizzle_migrations',
      'set session authorization ciranda_owner',
      'set role ciranda_owner',
      'set session_replication_role = replica',
      "select pg_read_file('postmaster.pid')",
      "copy users to program 'cat'",
    ]
    for (const text of refused) {
      const attempt = await database.pool.query(text).then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
      // VACUUM of another's table is a warning and does nothing.
      expect([text, attempt]).toEqual([text, text.startsWith('vacuum') ? 'done' : '42501'])
    }
    await database.db.execute(sql`select * from users, ledger for share of users`)
    expect(await one(database)).toBe(1)
  })

  test('closed, it ends in seconds whoever is connected, needs no recovery, leaves no process and answers no more', async () => {
    const dataDir = begunFolder()
    const first = await open(dataDir)
    await first.asOwner((owner) => owner.query('create table kept (id int)'))
    const busy = first.asOwner((owner) => owner.query('select pg_sleep(60)')).catch((error: unknown) => error)
    await vi.waitFor(async () => {
      const { rowCount } = await first.asOwner((owner) => owner.query(SLEEPING))
      expect(rowCount).toBe(1)
    }, 60_000)
    const began = performance.now()
    await Promise.all([first.close(), first.close()])
    expect(performance.now() - began).toBeLessThan(8_000)
    expect(isUnavailable(await busy)).toBe(true)
    await expect(first.ping()).rejects.toThrow()
    await noneLeft(dataDir)
    expect(existsSync(join(clusterOf(dataDir), 'postmaster.pid'))).toBe(false)

    const again = await open(dataDir)
    await again.asOwner((owner) => owner.query('select from kept'))
    expect(readFileSync(join(dataDir, 'log'), 'utf8')).toContain('database system was shut down at')
  })

  test('a process that ends without closing takes its database along', async () => {
    const dataDir = begunFolder()
    const script = `const { openDatabase } = await import('#server/database/database.ts')
      await openDatabase({ dataDir: ${JSON.stringify(dataDir)} }); process.exit(3)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(3)
    await noneLeft(dataDir)
  })
})

const NOBODY = { uid: 65_534, gid: 65_534 }

// Only root can become somebody else.
if (process.getuid?.() === 0) {
  describe('started as root', () => {
    test('it runs in a user namespace, in a folder that only root may enter, and its files are root’s', async () => {
      const dataDir = join(temporaryFolder({ quick: true }), 'data')
      const child = startChild(dataDir)
      await child.said(1)
      expect(statSync(clusterOf(dataDir)).uid).toBe(0)
      expect(await child.stop()).toBe(0)
      await noneLeft(dataDir)
    })

    test('where namespaces are refused it runs as nobody', async () => {
      const parent = temporaryFolder({ quick: true })
      chmodSync(parent, 0o711)
      const dataDir = join(parent, 'data')
      const child = startChild(dataDir, { path: '/nowhere' })
      await child.said(1)
      expect(statSync(clusterOf(dataDir)).uid).toBe(NOBODY.uid)
      await child.kill()
      // The next start is not the server's parent, and takes it over all the same.
      const next = startChild(dataDir, { path: '/nowhere' })
      await next.said(1)
      expect(processesIn(clusterOf(dataDir)).filter(({ isServer }) => isServer)).toHaveLength(1)
      expect(await next.stop()).toBe(0)
      await noneLeft(dataDir)
    })

    test('as nobody it uses a copy of binaries that nobody may not run where they are', async () => {
      const parent = temporaryFolder({ quick: true })
      chmodSync(parent, 0o711)
      const hidden = temporaryFolder({ quick: true })
      const { binaries } = prepareCluster({ folder: join(hidden, 'data') })
      cpSync(join(binaries.postgres, '..', '..'), join(hidden, 'native'), { recursive: true, verbatimSymlinks: true })
      const dataDir = join(parent, 'data')
      const child = startChild(dataDir, { path: '/nowhere', native: join(hidden, 'native') })
      await child.said(1)
      expect(existsSync(join(dataDir, 'postgresql', 'bin', 'postgres'))).toBe(true)
      expect(await child.stop()).toBe(0)
    })

    test('it leaves somebody else’s data as they are, and one line names whose they are', async () => {
      const parent = temporaryFolder({ quick: true })
      chmodSync(parent, 0o777)
      const dataDir = join(parent, 'data')
      const owner = { uid: 1, gid: 1 }
      const own = startChild(dataDir, owner)
      await own.said(1)
      expect(await own.stop()).toBe(0)
      rmSync(join(dataDir, 'log'))
      for (const where of [{}, { path: '/nowhere' }]) {
        const child = startChild(dataDir, where)
        expect(await child.ended()).toBe(1)
        expect(child.error()).toMatch(/^A pasta [^\n]+ é do usuário \S+: chame como ele, e não como root \([^\n]+\)\.$/)
      }
      const again = startChild(dataDir, owner)
      await again.said(1)
      expect(await again.stop()).toBe(0)
    })

    test('where it can run as neither, one line says what to do', async () => {
      const child = startChild(join(temporaryFolder({ quick: true }), 'data'), { path: '/nowhere' })
      expect(await child.ended()).toBe(1)
      expect(child.error()).toMatch(
        /^O PostgreSQL não aceita ser root, aqui não há espaços de usuários, e o usuário nobody não entra em [^\n]+ ou um servidor em DATABASE_URL\.$/,
      )
    })
  })

  test('started as an ordinary user it runs as that user', async () => {
    const parent = temporaryFolder({ quick: true })
    chmodSync(parent, 0o777)
    const dataDir = join(parent, 'data')
    const child = startChild(dataDir, NOBODY)
    await child.said(1)
    expect(statSync(clusterOf(dataDir)).uid).toBe(NOBODY.uid)
    expect(await child.stop()).toBe(0)
    await noneLeft(dataDir)
  })
}
