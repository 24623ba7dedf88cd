import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import { loadState } from '#server/circle-store/load.ts'
import { replayLedger } from '#server/circle-store/testing/replay.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import { systemClock } from '#server/lib/clock.ts'
import { circles } from '#server/tables/circles.ts'
import { users } from '#server/tables/users.ts'
import { createTestDatabase, openTestDatabase } from '#server/testing/databases.ts'
import { quickFolder } from '#server/testing/quick-folder.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { createTestApp, type Person, type TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'
import { BackupFault, type BackupFaultCode } from './faults.ts'
import { fixFormat, listTables, readRows } from './read-tables.ts'
import { ensureRestored, restoreBackup, type RestoreOptions } from './restore.ts'
import { writeBackup, type BackupSource } from './write-backup.ts'

const PASSPHRASE = 'uma senha longa de cópia'
const MACHINE = 'a senha das cópias da máquina'
const SECRET = 'a secret for tests, long enough to be one'

let testApp: TestApp
let people: Person[]
/** A backup for tests that only read it. */
let backedUp: string

beforeAll(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 8 }))
  people = await testApp.placed(8)
  await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
  // Longer than what is read ahead.
  await testApp.services.files.put(randomBytes(3_000_000))
  const folder = mkdtempSync(join(quickFolder(), 'ciranda-test-'))
  backedUp = join(folder, 'tudo.backup')
  await writeBackup(source(), backedUp, { passphrase: PASSPHRASE })
  return () => rmSync(folder, { recursive: true, force: true })
})

function source(app: TestApp = testApp): BackupSource {
  const { config, database } = app.services
  return { dataDir: config.dataDir, asOwner: database.asOwner, secrets: [SECRET], clock: systemClock }
}

async function backUp(options: Partial<Parameters<typeof writeBackup>[2]> = {}): Promise<string> {
  const file = join(temporaryFolder({ quick: true }), 'tudo.backup')
  await writeBackup(source(), file, { passphrase: PASSPHRASE, ...options })
  return file
}

/** Options for a restoration into an embedded database in a folder of its own. */
function into(file: string, options: Partial<RestoreOptions> = {}): RestoreOptions {
  const dataDir = options.dataDir ?? join(temporaryFolder({ quick: true }), 'novo')
  const open = () => openDatabase({ dataDir: join(dataDir, 'database') })
  return { file, passphrases: [PASSPHRASE], dataDir, files: 'folder', open, jwtSecret: undefined, ...options }
}

type Picture = { tables: Record<string, string>; heads: unknown[]; files: string[] }

/** The digest of every table, the ledgers' heads, and the names of the files. */
async function pictureOf(database: Pick<Database, 'asOwner'>, dataDir: string): Promise<Picture> {
  return database.asOwner(async (client: Client) => {
    await client.query('BEGIN')
    await fixFormat(client)
    const tables: Record<string, string> = {}
    for (const table of await listTables(client)) {
      const digest = createHash('sha256')
      for await (const piece of readRows(client, table) as AsyncIterable<Buffer>) digest.update(piece)
      tables[table.name] = digest.digest('hex')
    }
    const { rows: heads } = await client.query('SELECT id, seq, head_hash FROM circles ORDER BY id')
    await client.query('COMMIT')
    return { tables, heads, files: filesOf(dataDir) }
  })
}

function filesOf(dataDir: string): string[] {
  return readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^..\/[0-9a-f]{64}$/.test(name))
    .toSorted()
}

/** Options for a restoration into a new database on the server. */
async function intoServer(file: string, dataDir?: string): Promise<RestoreOptions> {
  const addresses = await createTestDatabase({ empty: true })
  const folder = dataDir === undefined ? {} : { dataDir }
  return into(file, { ...folder, open: () => openDatabase({ dataDir: 'unused', ...addresses }), jwtSecret: SECRET })
}

describe('backup and restore', () => {
  test('every table, file and ledger head is as it was, from a server to the embedded database and back to a server', async () => {
    const options = into(await backUp())
    await restoreBackup(options)
    const before = await pictureOf(testApp.services.database, testApp.services.config.dataDir)
    expect(before.files.length).toBeGreaterThan(5)
    expect(Object.keys(before.tables)).toContain('ledger')
    const embedded = await openDatabase({ dataDir: join(options.dataDir, 'database') })
    try {
      expect(await pictureOf(embedded, options.dataDir)).toEqual(before)
      expect(readFileSync(join(options.dataDir, 'secret'), 'utf8').trim()).toBe(SECRET)
      const file = join(options.dataDir, '..', 'de-novo.backup')
      await writeBackup({ ...source(), dataDir: options.dataDir, asOwner: embedded.asOwner }, file, {
        passphrase: PASSPHRASE,
      })
      const back = await intoServer(file)
      const counts = await restoreBackup(back)
      const server = await back.open()
      expect(await pictureOf(server, back.dataDir)).toEqual(before)
      expect(counts.files).toBe(before.files.length)
      await server.close()
      // The server's secret is given by its environment, never written beside its data.
      expect(existsSync(join(back.dataDir, 'secret'))).toBe(false)
    } finally {
      await embedded.close()
    }
  })

  test('a backup made while people act is one moment: no row without its picture, and a ledger without a fault', async () => {
    const folder = temporaryFolder({ quick: true })
    const file = join(folder, 'tudo.backup')
    let isOver = false
    const sent: number[] = []
    const load = async () => {
      for (const donor of people) {
        const { body } = await testApp.call('GET /donations/to-send', donor.token)
        for (const { id, status } of body as { id: string; status: string }[])
          if (status === 'PENDING_PAYMENT' && !(isOver && sent.length > 3))
            sent.push((await testApp.pays(id, donor.token)).status)
      }
    }
    const loaded = load()
    await writeBackup(source(), file, { passphrase: PASSPHRASE })
    isOver = true
    await loaded
    expect(sent.length).toBeGreaterThan(1)
    const options = await intoServer(file)
    await restoreBackup(options)
    const restored = await options.open()
    await migrateDatabase(restored)
    const { files } = await pictureOf(restored, options.dataDir)
    const { rows } = await restored.asOwner((client) =>
      client.query<{ sha: string }>('SELECT receipt_sha256 AS sha FROM donations WHERE receipt_sha256 IS NOT NULL'),
    )
    const stored = new Set(files.map((name) => name.slice(3)))
    expect(rows.filter(({ sha }) => !stored.has(sha))).toEqual([])
    for (const name of files) expect(sha256(readFileSync(join(options.dataDir, 'files', name)))).toBe(name.slice(3))
    const again = await createTestApp(restored, { DATA_DIR: options.dataDir })
    const ledger = await again.call('GET /ledger/export', await again.administrator())
    expect(verify(readLedger(ledger.body as string)).faults).toEqual([])
    await restored.close()
  })
})

test('pictures of the database are in a backup as those of a folder are, and are restored into either', async () => {
  const database = await openTestDatabase({ placed: 8 })
  const app = await createTestApp(database, { FILES: 'database' })
  const file = join(temporaryFolder({ quick: true }), 'tudo.backup')
  await app.services.files.put(randomBytes(300_000))
  await writeBackup(source(app), file, { passphrase: PASSPHRASE })
  const kept = async ({ asOwner }: Pick<Database, 'asOwner'>) =>
    asOwner((client) => client.query<{ sha256: string }>('SELECT sha256 FROM stored_files ORDER BY 1')).then(
      ({ rows }) => rows.map(({ sha256: name }) => name),
    )
  const before = await kept(database)
  expect(before.length).toBeGreaterThan(5)
  for (const files of ['folder', 'database'] as const) {
    const options = { ...(await intoServer(file)), files }
    expect((await restoreBackup(options)).files).toBe(before.length)
    const restored = await options.open()
    const found = files === 'database' ? await kept(restored) : filesOf(options.dataDir).map((name) => name.slice(3))
    expect(found).toEqual(before)
    expect(await kept(restored)).toHaveLength(files === 'database' ? before.length : 0)
    await restored.close()
  }
})

test('a backup of the first release becomes data of this one, and says what its rows could not say yet', async () => {
  const [release, passphrase] = [join('soak', 'releases', 'level-10.backup'), 'a release of a soak']
  const options = { ...(await intoServer(release)), passphrases: [passphrase] }
  await restoreBackup(options)
  const restored = await options.open()
  await migrateDatabase(restored)
  const { rows } = await restored.asOwner((client) =>
    client.query<Record<string, number | boolean>>(
      `SELECT (SELECT count(*)::int FROM users) AS people, (SELECT count(*)::int FROM ledger) AS entries,
         (SELECT bool_and(confirmed_at = created_at) FROM sessions) AS "sessionsFilled",
         (SELECT bool_and(attnotnull) FROM pg_attribute WHERE attrelid = 'sessions'::regclass
            AND attname IN ('confirmed_at', 'last_seen_at', 'device')) AS "guardsBack"`,
    ),
  )
  expect(rows).toEqual([{ people: 15, entries: 206, sessionsFilled: true, guardsBack: true }])
  for (const circle of await restored.db.select().from(circles))
    await restored.db.transaction(async (tx) => {
      const state = await loadState(tx, circle)
      expect([...state.donations.values()].filter(({ leftMs }) => leftMs !== null).length).toBeGreaterThan(0)
      expect(state).toEqual(await replayLedger(tx, circle.id))
    })
  await restored.close()
})

describe('a restored place', () => {
  const [inside, beside, later] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  let options: RestoreOptions
  let removed: string
  let erased: number

  beforeAll(async () => {
    const { config, database, files } = testApp.services
    removed = await files.put(Buffer.from('a picture that is about to be removed'))
    writeFileSync(join(config.dataDir, 'erased'), `${inside}\n`)
    const file = join(mkdtempSync(join(quickFolder(), 'ciranda-test-')), 'tudo.backup')
    const asOwner: BackupSource['asOwner'] = (fn) =>
      database.asOwner((client) =>
        fn(
          withQueries(client, async (query) => {
            // The rows are being read: the snapshot stands.
            if (typeof query === 'object') await files.remove(removed)
          }),
        ),
      )
    await writeBackup({ ...source(), asOwner }, file, { passphrase: PASSPHRASE, secretPassphrase: MACHINE })
    expect(await files.has(removed)).toBe(false)
    writeFileSync(join(file, '..', 'erased'), `${beside}\n`)
    writeFileSync(join(file, '..', 'ended-sessions'), `${beside}\n`)
    const nightly = join(file, '..', 'copias')
    mkdirSync(nightly)
    writeFileSync(join(nightly, 'erased'), `${later}\n`)
    const place = await intoServer(file, join(file, '..', 'novo'))
    await expect(restoreBackup(place)).rejects.toMatchObject({ code: 'secret_passphrase' })
    expect(existsSync(place.dataDir)).toBe(false)
    options = {
      ...place,
      passphrases: [MACHINE, PASSPHRASE],
      jwtSecret: 'another secret, of another machine altogether',
      listsIn: [nightly],
    }
    erased = (await restoreBackup(options)).erased
    return () => rmSync(join(file, '..'), { recursive: true, force: true })
  })

  test('has the picture that was removed while the backup ran, since a row of its moment may name it', () => {
    expect(filesOf(options.dataDir)).toContain(`${removed.slice(0, 2)}/${removed}`)
    const left = readdirSync(testApp.services.config.dataDir).filter((name) => name.startsWith('backup-'))
    expect(left).toEqual([])
  })

  test('keeps erased whoever was: the list is in the backup, and a newer one beside it counts too', () => {
    expect(erased).toBe(3)
    const listed = readFileSync(join(options.dataDir, 'erased'), 'utf8').trim().split('\n')
    expect(listed.toSorted()).toEqual([inside, beside, later].toSorted())
    expect(readFileSync(join(options.dataDir, 'ended-sessions'), 'utf8').trim()).toBe(beside)
  })

  test('has the secret of the backup as a previous one, where its environment gives another', () => {
    expect(readFileSync(join(options.dataDir, 'secret.previous'), 'utf8').trim()).toBe(SECRET)
    expect(existsSync(join(options.dataDir, 'secret'))).toBe(false)
  })
})

describe('what is in a backup', () => {
  test('nothing of it can be read without its passphrase', async () => {
    const bytes = readFileSync(backedUp).toString('latin1')
    const [person] = await testApp.services.db.select().from(users).limit(1)
    for (const text of [SECRET, person!.firstName, person!.passwordHash, person!.id, 'COPY', 'users'])
      expect(bytes.includes(text), text).toBe(false)
  })
})

describe('refused in one sentence, with nothing written', () => {
  const refused = async (options: RestoreOptions, code: BackupFaultCode) => {
    const before = existsSync(options.dataDir) ? readdirSync(options.dataDir) : null
    await expect(restoreBackup(options)).rejects.toMatchObject({ code, message: new BackupFault(code).message })
    expect(existsSync(options.dataDir) ? readdirSync(options.dataDir) : null).toEqual(before)
  }

  test('a wrong passphrase, none, and a file that is none', async () => {
    await refused(into(backedUp, { passphrases: ['outra senha qualquer'] }), 'wrong_passphrase')
    await refused(into(backedUp, { passphrases: [] }), 'no_passphrase')
    await refused(into(`${backedUp}.outro`), 'no_file')
    const text = join(temporaryFolder({ quick: true }), 'texto')
    writeFileSync(text, 'isto não é uma cópia')
    await refused(into(text), 'no_backup')
    writeFileSync(text, 'CIRANDA-BACKUP 9\n{}\n')
    await refused(into(text), 'newer')
  })

  test('a file that was cut anywhere, has something added, or one bit changed anywhere', async () => {
    const whole = readFileSync(backedUp)
    const altered = join(temporaryFolder({ quick: true }), 'alterado')
    for (const share of [0.001, 0.3, 0.7, 0.999]) {
      const at = Math.max(20, Math.floor(whole.length * share))
      writeFileSync(altered, whole.subarray(0, at))
      await refused(into(altered), 'damaged')
      const flipped = Buffer.from(whole)
      flipped[at]! ^= 4
      writeFileSync(altered, flipped)
      await refused(into(altered), 'damaged')
    }
    writeFileSync(altered, Buffer.concat([whole, Buffer.from('x')]))
    await refused(into(altered), 'damaged')
  })

  test('a file altered by somebody who made its checksum right again', async () => {
    const file = join(temporaryFolder({ quick: true }), 'forjado')
    const forged = readFileSync(backedUp)
    forged[forged.length - 200]! ^= 1
    sha256Bytes(forged.subarray(0, -32)).copy(forged, forged.length - 32)
    writeFileSync(file, forged)
    const options = await intoServer(file)
    await expect(restoreBackup(options)).rejects.toMatchObject({ code: 'damaged' })
    // Nothing of what was begun counts: no row is there, and no start takes the folder for a whole one.
    const database = await options.open()
    const { rows } = await database.asOwner((client) => client.query('SELECT 1 FROM circles'))
    expect(rows).toEqual([])
    await database.close()
    await expect(ensureRestored(options.dataDir)).rejects.toMatchObject({ code: 'unfinished' })
  })

  test('a place that is not empty: a folder with anything in it, a database with a row in it', async () => {
    const folder = temporaryFolder({ quick: true })
    writeFileSync(join(folder, 'algo'), '')
    await refused(into(backedUp, { dataDir: folder }), 'folder_not_empty')
    const addresses = await createTestDatabase({ placed: 0 })
    const open = () => openDatabase({ dataDir: 'unused', ...addresses })
    const options = into(backedUp, { open })
    await expect(restoreBackup(options)).rejects.toMatchObject({ code: 'database_not_empty' })
    // An installation on that database, with that folder, starts as before.
    await ensureRestored(options.dataDir)
    const away = () => Promise.reject(new Error('the server does not answer'))
    await expect(restoreBackup({ ...options, open: away })).rejects.toThrow('does not answer')
    await ensureRestored(options.dataDir)
  })

  test('a list of the erased beside the file that cannot be read', async () => {
    const file = await backUp()
    mkdirSync(join(file, '..', 'erased'))
    const options = into(file)
    await expect(restoreBackup(options)).rejects.toMatchObject({ code: 'EISDIR' })
    expect(existsSync(options.dataDir)).toBe(false)
  })

  test('a backup of a newer version, or of one that this one does not know', async () => {
    const ahead =
      (hashes: number): BackupSource['asOwner'] =>
      (fn) =>
        testApp.services.database.asOwner(async (client) => {
          await client.query('BEGIN')
          for (let index = 0; index < hashes; index += 1)
            await client.query("INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('of tomorrow', 1)")
          if (hashes === 0)
            await client.query("UPDATE drizzle.__drizzle_migrations SET hash = 'of somebody else' WHERE id = 1")
          try {
            // The backup stays in the transaction of this test.
            return await fn(
              withQueries(client, (query) => (/^(BEGIN|COMMIT)/.test(String(query)) ? 'skip' : undefined)),
            )
          } finally {
            await client.query('ROLLBACK')
          }
        })
    for (const [hashes, code] of [
      [1, 'newer'],
      [0, 'other_version'],
    ] as const) {
      const file = join(temporaryFolder({ quick: true }), 'tudo.backup')
      await writeBackup({ ...source(), asOwner: ahead(hashes) }, file, { passphrase: PASSPHRASE })
      await refused(into(file), code)
    }
  })
})

test('a restoration that was cut short is refused by a start, and repeated whole', async () => {
  const options = into(backedUp)
  const half = join(options.dataDir, 'files', 'ab', 'half')
  const open = async () => {
    mkdirSync(join(half, '..'), { recursive: true })
    writeFileSync(half, '')
    throw new Error('the power was cut')
  }
  await expect(restoreBackup({ ...options, open })).rejects.toThrow('the power was cut')
  await expect(ensureRestored(options.dataDir)).rejects.toMatchObject({ code: 'unfinished' })
  const server = await createTestDatabase({ empty: true })
  await restoreBackup({ ...options, open: () => openDatabase({ dataDir: 'unused', ...server }) })
  await ensureRestored(options.dataDir)
  expect(existsSync(half)).toBe(false)
})

test('of two restorations into one folder the second is refused, and the first is whole', async () => {
  const options = into(backedUp)
  const begun = Promise.withResolvers<Database>()
  const open = async () => {
    const database = await options.open()
    begun.resolve(database)
    return database
  }
  const first = restoreBackup({ ...options, open })
  await begun.promise
  await expect(restoreBackup(options)).rejects.toMatchObject({ code: 'restoring' })
  const { files } = await first
  expect(filesOf(options.dataDir)).toHaveLength(files)
  await ensureRestored(options.dataDir)
})

test('a backup never replaces another, and one that fails leaves nothing', async () => {
  const file = await backUp()
  const before = statSync(file)
  await expect(writeBackup(source(), file, { passphrase: PASSPHRASE })).rejects.toMatchObject({ code: 'exists' })
  expect(statSync(file).mtimeMs).toBe(before.mtimeMs)
  const failing: BackupSource['asOwner'] = () => Promise.reject(new Error('the database went away'))
  await expect(writeBackup({ ...source(), asOwner: failing }, `${file}2`, { passphrase: PASSPHRASE })).rejects.toThrow(
    'went away',
  )
  expect(readdirSync(join(file, '..'))).toEqual(['tudo.backup'])
  expect(readdirSync(testApp.services.config.dataDir).filter((name) => name.startsWith('backup-'))).toEqual([])
})

/** A connection that tells of each query before it runs; 'skip' leaves it out. */
function withQueries(client: Client, tell: (query: unknown) => 'skip' | undefined | Promise<void>): Client {
  return new Proxy(client, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target)
      if (key !== 'query') return typeof value === 'function' ? value.bind(target) : value
      return (...args: unknown[]) =>
        tell(args[0]) === 'skip' ? Promise.resolve() : (value as (...all: unknown[]) => unknown).apply(target, args)
    },
  })
}

const sha256Bytes = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const sha256 = (bytes: Uint8Array) => sha256Bytes(bytes).toString('hex')
