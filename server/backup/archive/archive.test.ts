import { execFile, spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { dose } from '#circle/testing/dose.ts'
import { DAY_MS } from '#circle/period.ts'
import { ARCHIVE_OLD_MINUTES } from '#contracts/limits.ts'
import { VERSION } from '#server/lib/version.ts'
import { openDatabase } from '#server/database/database.ts'
import { silentLogger } from '#server/database/logger.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { takeOverSecrets } from '#server/database/rotate-secrets.ts'
import { readConfig } from '#server/lib/config.ts'
import { systemClock } from '#server/lib/clock.ts'
import { readOutside } from '#server/lib/outside-list.ts'
import { notices } from '#server/tables/notices.ts'
import { tableStore } from '#server/file-store/table-store.ts'
import { users } from '#server/tables/users.ts'
import { opened } from '#server/testing/after-file.ts'
import { quickFolder } from '#server/testing/quick-folder.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { verify } from '../../../scripts/verify-ledger.mjs'
import { rememberErased } from '#server/privacy/erased-list.ts'
import { BackupFault } from '../faults.ts'
import { Archive } from './archive.ts'
import { listBases } from './base.ts'
import { beginLine, findLines, type Line } from './line.ts'
import { restoreAt } from './restore-at.ts'
import type { RestoreAtOptions } from './restore-at.ts'
import { readSealed, writeSealed } from './sealed-file.ts'
import { SEGMENT_BYTES, unbroken } from './segments.ts'
import { archiveOf } from './run-archive.ts'
import { moveFiles } from '../move-files.ts'
import { archiveAll, closeSegment, note, walkArchive } from './testing/walk.ts'
import { instantText } from './choose-base.ts'

const PASSPHRASE = 'uma senha longa de cópia'
const SECRET = 'a secret for tests, long enough to be one'
/** A soak raises these. */
const MOMENTS = dose(2, 12)
/** A restoration starts a database twice, on a machine that may be busy. */
const SLOW_MS_MAX = 120_000

let folder: string
let archiveDir: string
let testApp: TestApp

beforeAll(async () => {
  folder = mkdtempSync(join(quickFolder(), 'ciranda-test-'))
  opened.push({ close: async () => rmSync(folder, { recursive: true, force: true }) })
  archiveDir = join(folder, 'archive')
  mkdirSync(archiveDir)
  const dataDir = join(folder, 'data')
  const database = await openDatabase({ dataDir: join(dataDir, 'database'), archive: true })
  opened.push(database)
  await migrateDatabase(database)
  testApp = await createTestApp(database, {
    DATA_DIR: dataDir,
    ARCHIVE_DIR: archiveDir,
    BACKUP_PASSPHRASE: PASSPHRASE,
    JWT_SECRET: SECRET,
  })
  await takeOverSecrets(database.db, testApp.services.secrets)
}, 60_000)

afterAll(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
})

/** Somebody registers, with a picture, is approved and gets a place; whoever did so before loses their picture. */
async function act(step: number): Promise<void> {
  const { id } = await testApp.registers(step + 1)
  const administrator = await testApp.administrator()
  await testApp.call('PATCH /users/{id}/approve', administrator, { params: { id } })
  const { status } = await testApp.call('POST /queue', administrator, {
    body: { position: step + 1, donation_number: 1, user_id: id, is_receiver: false, passed_user_ids: [] },
  })
  expect(status).toBe(201)
  const { db, files } = testApp.services
  for (const { id: other, picture } of await db.select({ id: users.id, picture: users.pixQrSha256 }).from(users)) {
    if (other === id || picture === null) continue
    await db.update(users).set({ pixQrSha256: null }).where(eq(users.id, other))
    await files.remove(picture)
  }
}

function options(given: Partial<RestoreAtOptions> = {}): RestoreAtOptions {
  return {
    folder: archiveDir,
    passphrases: [PASSPHRASE],
    at: null,
    files: 'folder',
    dataDir: join(folder, 'place'),
    jwtSecret: SECRET,
    clock: systemClock,
    verify: (asked) => verify(asked),
    ...given,
  }
}

async function refusal(given: Partial<RestoreAtOptions>): Promise<string> {
  const error = await restoreAt(options(given)).then(
    () => null,
    (thrown: Error) => thrown,
  )
  if (!(error instanceof BackupFault)) throw error ?? new Error('It was restored')
  return `${error.code}: ${error.message}`
}

/** `npm run restore -- …` as an operator types it: its exit code, and all that it said. */
async function restoreCommand(args: readonly string[], place: string): Promise<{ code: number; said: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: place, BACKUP_PASSPHRASE: PASSPHRASE, JWT_SECRET: SECRET }
  return await new Promise((done) => {
    const { stdin } = execFile(process.execPath, ['scripts/restore.ts', ...args], { env }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), said: `${stdout}${stderr}`.trim() }),
    )
    // A passphrase could come from there.
    stdin!.end()
  })
}

/** The same installation with its archive in another folder, as after a start with another `ARCHIVE_DIR`. */
async function archivedIn(place: string): Promise<{ app: TestApp; archive: Archive }> {
  const { database, config } = testApp.services
  const app = await createTestApp(
    { ...database, archived: { ...database.archived! } },
    { DATA_DIR: config.dataDir, ARCHIVE_DIR: place, BACKUP_PASSPHRASE: PASSPHRASE, JWT_SECRET: SECRET },
  )
  app.clock.moveTo(Date.now())
  return { app, archive: archiveOf(app.services)! }
}

const ownLine = async (): Promise<Line> => (await findLines(archiveDir, [PASSPHRASE])).at(-1)!
const segments = async () => readdirSync(join((await ownLine()).folder, 'log')).toSorted()

/** The same installation's archive, that sees the folder anew, as after a start. */
function again(settings: Record<string, string> = {}): Archive {
  const { database, config, clock } = testApp.services
  return new Archive({
    clock,
    config: { ...config, ...readConfigOf(settings) },
    folder: settings['ARCHIVE_DIR'] ?? archiveDir,
    passphrase: PASSPHRASE,
    database: { archived: database.archived!, asOwner: database.asOwner },
  })
}

const readConfigOf = (settings: Record<string, string>) =>
  settings['ARCHIVE_KEEP_DAYS'] === undefined
    ? {}
    : { archiveKeepDays: readConfig({ ARCHIVE_KEEP_DAYS: settings['ARCHIVE_KEEP_DAYS'] }).archiveKeepDays }

describe('the continuous archive', () => {
  test(
    `restores every table, picture and ledger head of ${MOMENTS} moments as they were, while bases are taken under load`,
    async () => {
      const { differences, restored } = await walkArchive({
        services: testApp.services,
        moments: MOMENTS,
        act,
        verify: (asked) => verify(asked),
        place: join(folder, 'place'),
      })
      expect(differences).toEqual([])
      expect(restored.map(({ circles, files }) => [circles, files])).toEqual(restored.map(() => [1, 1]))
      expect(restored.at(-1)!.entries).toBeGreaterThan(restored[0]!.entries)
    },
    SLOW_MS_MAX + MOMENTS * 20_000,
  )

  test(
    'refuses in one sentence, with nothing written, what it cannot restore',
    async () => {
      const place = join(folder, 'place')
      const [empty, taken] = [join(folder, 'empty'), join(folder, 'taken')]
      mkdirSync(empty)
      mkdirSync(taken)
      writeFileSync(join(taken, 'algo'), '')
      expect(await refusal({ passphrases: ['não é esta a senha'] })).toMatch(/^wrong_passphrase/)
      expect(await refusal({ folder: empty })).toMatch(/^archive_empty/)
      expect(await refusal({ folder: join(folder, 'nowhere') })).toMatch(/^archive_gone/)
      expect(await refusal({ dataDir: taken })).toMatch(/^folder_not_empty/)
      expect(existsSync(place)).toBe(false)
      expect(readdirSync(taken)).toEqual(['algo'])
    },
    SLOW_MS_MAX,
  )

  test(
    'restores by a command, which refuses in one sentence what it cannot do, and names the last moment that it can',
    async () => {
      const place = join(folder, 'place')
      const first = new Date((await listBases(await ownLine())).bases[0]!.endedAt)
      const before = instantText(new Date(first.getTime() - 1))
      const { message } = new BackupFault('archive_before', instantText(first))
      expect(await restoreCommand(['--at', before, archiveDir], place)).toEqual({ code: 1, said: message })
      expect(existsSync(place)).toBe(false)
      // The last moment is told, and can be restored.
      const { at } = await note(testApp.services)
      const told = await restoreCommand(['--at', instantText(at), archiveDir], place)
      expect(told).toMatchObject({
        code: 1,
        said: expect.stringMatching(/ é 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-03:00\.$/),
      })
      const last = new Date(/é (\S+)\.$/.exec(told.said)![1]!)
      expect(last.getTime()).toBeLessThan(at.getTime())
      expect(readdirSync(place)).toEqual([])
      // Erased people stay erased: the list beside the lines is newer than any moment.
      const [somebody] = await testApp.services.db.select({ id: users.id }).from(users)
      await rememberErased(testApp.services, somebody!.id)
      await archiveOf(testApp.services)!.pass()
      const { code, said } = await restoreCommand(['--at', instantText(last), archiveDir], place)
      expect([code, await readOutside(place, 'erased')]).toEqual([0, [somebody!.id]])
      expect(said).toMatch(
        /^Restaurado até .*, conferidos\.\n1 pessoa que saiu continua apagada\.\nComece com npm start\.$/,
      )
      rmSync(place, { recursive: true })
    },
    SLOW_MS_MAX,
  )

  test(
    'refuses what belongs to another installation, and what was put in the place of something else',
    async () => {
      const mixed = join(folder, 'mixed')
      const line = await ownLine()
      cpSync(line.folder, join(mixed, line.id), { recursive: true })
      const origin = { system: '7000000000000000001', timeline: 1, postgres: line.postgres }
      const other = await beginLine(mixed, join(folder, 'own'), { origin, passphrase: PASSPHRASE, at: 0 })
      expect(await refusal({ folder: mixed })).toContain(`archive_two: `)
      const [one, two] = await segments()
      const file = join(mixed, line.id, 'log', two!)
      await writeSealed(other, { name: `log/${two}`, at: 0, file }, Buffer.alloc(SEGMENT_BYTES))
      rmSync(other.folder, { recursive: true })
      expect(await refusal({ folder: mixed, at: new Date((await listBases(line)).bases[0]!.endedAt) })).toMatch(
        /^archive_mixed: O que há em .* é de outro arquivo/,
      )
      cpSync(join(mixed, line.id, 'log', one!), file)
      await expect(readSealed(line, `log/${two}`, file)).rejects.toMatchObject({ code: 'archive_mixed' })
      expect(existsSync(join(folder, 'place'))).toBe(true)
      expect(readdirSync(join(folder, 'place'))).toEqual([])
      rmSync(mixed, { recursive: true })
    },
    SLOW_MS_MAX,
  )

  test(
    'goes on when its folder was away, and what it says of itself is true meanwhile',
    async () => {
      testApp.clock.moveTo(Date.now())
      const archive = await archiveAll(testApp.services)
      expect(archive.state).toMatchObject({ fault: null, waitingBytes: 0 })
      const before = await segments()
      renameSync(archiveDir, `${archiveDir}.away`)
      await archiveAll(testApp.services)
      expect(archive.state).toMatchObject({ fault: 'gone' })
      expect(archive.state.waitingBytes).toBeGreaterThan(0)
      // A disk that is not mounted leaves an empty folder behind.
      mkdirSync(archiveDir)
      await archive.pass()
      expect(archive.state.fault).toBe('gone')
      const { body } = await testApp.call('GET /admin/backups', await testApp.administrator())
      expect(body.archive).toMatchObject({ fault: 'gone', waiting_bytes: archive.state.waitingBytes })
      expect(readdirSync(archiveDir)).toEqual([])
      rmSync(archiveDir, { recursive: true })
      renameSync(`${archiveDir}.away`, archiveDir)
      await archive.pass()
      expect(archive.state).toMatchObject({ fault: null, waitingBytes: 0 })
      expect((await segments()).length).toBeGreaterThan(before.length)
      expect(await archive.takeDueBase()).toBe(false)
      const { body: health } = await testApp.call('GET /health', null)
      expect(health).toEqual({ status: 'ok', version: VERSION, archive_age_minutes: expect.any(Number) })
    },
    SLOW_MS_MAX,
  )

  test(
    'takes a base each day, when the clock was set back, and where the log has a gap',
    async () => {
      const { clock } = testApp
      clock.moveTo(Date.now())
      const archive = again()
      await archive.pass()
      expect(await archive.takeDueBase()).toBe(false)
      clock.advance(DAY_MS + 60_000)
      expect(await archive.takeDueBase()).toBe(true)
      await archiveAll(testApp.services)
      // Its end is told by PostgreSQL's clock, which did not jump.
      clock.moveTo(Date.now())
      expect(await archive.takeDueBase()).toBe(false)
      clock.advance(-2 * 3_600_000)
      expect(await archive.takeDueBase()).toBe(true)
      clock.moveTo(Date.now())
      for (let round = 0; round < 3; round += 1) await archiveAll(testApp.services)
      const line = await ownLine()
      rmSync(join(line.folder, 'log', (await segments()).at(-2)!))
      expect(await archive.takeDueBase()).toBe(true)
      await archiveAll(testApp.services)
      expect(await archive.takeDueBase()).toBe(false)
    },
    SLOW_MS_MAX,
  )

  test(
    'removes bases past their days, and no segment or picture that a kept one needs',
    async () => {
      const { clock } = testApp
      clock.moveTo(Date.now())
      const line = await ownLine()
      const { bases } = await listBases(line)
      expect(bases.length).toBeGreaterThan(3)
      const { at, picture } = await note(testApp.services)
      const archive = again({ ARCHIVE_KEEP_DAYS: '1' })
      clock.advance(3 * DAY_MS)
      expect(await archive.takeDueBase()).toBe(true)
      await archiveAll(testApp.services)
      const kept = (await listBases(line)).bases
      expect(kept.map(({ number }) => number)).toEqual([bases.at(-1)!.number, bases.at(-1)!.number + 1])
      expect((await segments())[0]).toBe(kept[0]!.from)
      const stored = readdirSync(join(line.folder, 'files'), { recursive: true, encoding: 'utf8' })
      expect(stored.filter((name) => name.length > 64)).toHaveLength(1)
      const { files, differences } = await restoreAt(options({ at }))
      expect([files, differences]).toEqual([picture.files.length, []])
      rmSync(join(folder, 'place'), { recursive: true })
      clock.moveTo(Date.now())
    },
    SLOW_MS_MAX,
  )

  test(
    'makes room on a full disk by the bases past their days, and by no others',
    async () => {
      const { clock, services } = testApp
      const { database, config } = services
      clock.moveTo(Date.now())
      const line = await ownLine()
      clock.advance(DAY_MS + 60_000)
      expect(await again().takeDueBase()).toBe(true)
      clock.moveTo(Date.now())
      const count = async () => (await listBases(line)).bases.length
      expect(await count()).toBe(3)
      const asOwner: typeof database.asOwner = async (fn) => {
        if ((await count()) > 2) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
        return await database.asOwner(fn)
      }
      const archive = new Archive({
        clock,
        config: { ...config, archiveKeepDays: 1 },
        folder: archiveDir,
        passphrase: PASSPHRASE,
        database: { archived: database.archived!, asOwner },
      })
      await expect(archive.takeDueBase()).rejects.toMatchObject({ code: 'ENOSPC' })
      expect(await count()).toBe(3)
      clock.advance(3 * DAY_MS)
      await expect(archive.takeDueBase()).rejects.toMatchObject({ code: 'ENOSPC' })
      expect(await count()).toBe(2)
      expect(await archive.takeDueBase()).toBe(true)
      await archiveAll(services)
      clock.moveTo(Date.now())
    },
    SLOW_MS_MAX,
  )

  test(
    'begins a new line where the archive has another past than the data folder',
    async () => {
      const line = await ownLine()
      await archiveAll(testApp.services)
      // As when the data folder was put back to yesterday, and another day followed.
      const next = (await segments()).at(-1)!
      const following = `${next.slice(0, 16)}${(Number.parseInt(next.slice(16), 16) + 1).toString(16).toUpperCase().padStart(8, '0')}`
      const file = join(line.folder, 'log', following)
      await writeSealed(line, { name: `log/${following}`, at: Date.now(), file }, Buffer.alloc(SEGMENT_BYTES, 1))
      const archive = await archiveAll(testApp.services)
      await archive.pass()
      expect(await archive.takeDueBase()).toBe(true)
      const lines = await findLines(archiveDir, [PASSPHRASE])
      expect(lines).toHaveLength(2)
      await archiveAll(testApp.services)
      const { entries } = await restoreAt(options())
      expect(entries).toBeGreaterThan(0)
      rmSync(join(folder, 'place'), { recursive: true })
    },
    SLOW_MS_MAX,
  )

  test(
    'a disk that fills up leaves nothing half-written that counts, the database goes on, and so does the archive when there is room',
    async () => {
      const small = join(folder, 'small')
      mkdirSync(small)
      const mounting = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', small], { encoding: 'utf8' })
      if (mounting.status !== 0) {
        // Without a disk of its own nothing can be filled; the machine says why.
        expect(`${mounting.error?.message}${mounting.stderr}`).toMatch(/permission|superuser|ENOENT|not permitted/i)
        return
      }
      onTestFinished(() => void spawnSync('umount', [small]))
      const { app, archive } = await archivedIn(small)
      await archive.takeBase()
      await archiveAll(app.services)
      expect(archive.state).toMatchObject({ fault: null, waitingBytes: 0 })
      const line = (await findLines(small, [PASSPHRASE])).at(-1)!
      const log = join(line.folder, 'log')
      const whole = readdirSync(log).toSorted()
      const filler = join(small, 'filler')
      writeFileSync(filler, Buffer.alloc(statfsSync(small).bavail * statfsSync(small).bsize - 8_192))
      await act(50)
      await archiveAll(app.services)
      expect(archive.state).toMatchObject({ fault: 'full', firstAt: expect.any(Number) })
      expect(archive.state.waitingBytes).toBeGreaterThan(0)
      // Nothing is there under any name that was not whole before.
      expect(readdirSync(log).toSorted()).toEqual(whole)
      app.clock.advance(ARCHIVE_OLD_MINUTES * 60_000 + 60_000)
      const { body } = await app.call('GET /health', null)
      expect(body).toMatchObject({ status: 'ok', archive_fault: 'full' })
      expect(body.archive_age_minutes).toBeGreaterThanOrEqual(ARCHIVE_OLD_MINUTES)
      await act(51)
      rmSync(filler)
      app.clock.moveTo(Date.now())
      await archiveAll(app.services)
      expect(archive.state).toMatchObject({ fault: null, waitingBytes: 0 })
      const { body: well } = await app.call('GET /health', null)
      expect(well).toEqual({ status: 'ok', version: VERSION, archive_age_minutes: 0 })
      for (const name of readdirSync(log))
        expect(await readSealed(line, `log/${name}`, join(log, name))).toHaveLength(SEGMENT_BYTES)
      expect(unbroken(readdirSync(log), whole[0]!)).toHaveLength(readdirSync(log).length)
    },
    SLOW_MS_MAX,
  )

  test(
    'a folder that does not answer holds nobody up, and its archive goes on by itself when it answers; administrators hear of both, once',
    async () => {
      const place = join(folder, 'slow')
      mkdirSync(place)
      const { app, archive } = await archivedIn(place)
      await archive.takeBase()
      await archiveAll(app.services)
      const line = (await findLines(place, [PASSPHRASE])).at(-1)!
      // Opening a pipe that nobody writes to hangs as a file of a network disk does whose server is away.
      const [file, kept] = [join(line.folder, 'line'), join(place, 'line')]
      const text = readFileSync(file)
      renameSync(file, kept)
      expect(spawnSync('mkfifo', [file]).status).toBe(0)
      const pipe = openSync(file, 'r+')
      let isOpen = true
      const answer = () => {
        if (isOpen) closeSync(pipe)
        isOpen = false
      }
      onTestFinished(answer)
      const told = async () => {
        await runDueJobs(app.services, silentLogger, ['archive-told'])
        const rows = await app.services.db.select({ kind: notices.kind, letter: notices.letter }).from(notices)
        return rows.filter(({ kind }) => kind.startsWith('archive.')).map(({ kind, letter }) => `${kind} ${letter}`)
      }
      expect(await told()).toEqual([])
      archive.patienceMs = 50
      await act(52)
      await archiveAll(app.services)
      expect(archive.state.fault).toBe('stalled')
      await act(53)
      await closeSegment(app.services.database)
      const waiting = archive.state.waitingBytes
      await archive.pass()
      // A segment that the database closes meanwhile is sealed, so that it waits small and unreadable.
      expect(archive.state.waitingBytes).toBeGreaterThan(waiting)
      expect(await archive.takeDueBase()).toBe(false)
      expect(await told()).toEqual([])
      app.clock.advance(ARCHIVE_OLD_MINUTES * 60_000 + 60_000)
      const { body } = await app.call('GET /health', null)
      expect(body).toMatchObject({ status: 'ok', archive_fault: 'stalled' })
      const stopped = 'archive.stopped due'
      expect([await told(), await told()]).toEqual([[stopped], [stopped]])
      app.clock.moveTo(Date.now())
      renameSync(kept, file)
      writeSync(pipe, text)
      answer()
      await expect.poll(() => archive.state.fault).toBeNull()
      await archiveAll(app.services)
      expect(archive.state).toMatchObject({ fault: null, waitingBytes: 0 })
      expect([await told(), await told()].at(-1)).toEqual([stopped, 'archive.going due'])
    },
    SLOW_MS_MAX,
  )

  test('is for the embedded database, and never without a passphrase', () => {
    expect(() => readConfig({ ARCHIVE_DIR: '/archive' })).toThrow(/^BACKUP_PASSPHRASE: falta, e ARCHIVE_DIR a pede/)
    expect(() =>
      readConfig({
        ARCHIVE_DIR: '/archive',
        BACKUP_PASSPHRASE: PASSPHRASE,
        DATABASE_URL: 'postgres://a@b/c',
        JWT_SECRET: SECRET,
      }),
    ).toThrow(/^ARCHIVE_DIR: vale para o banco que vem com a Ciranda/)
  })

  test(
    'brings the pictures of each moment, from before and after they went into the database',
    async () => {
      const { services } = testApp
      const place = join(folder, 'place')
      const home = { db: services.db, folder: services.files, table: tableStore(services) }
      await (await archiveAll(services)).takeBase()
      const before = await note(services)
      await moveFiles({ db: home.db, from: home.folder, to: home.table })
      await home.db.update(users).set({ avatar: await home.table.put(Buffer.from('a newer picture')) })
      await archiveAll(services)
      for (const [at, count] of [
        [before.at, before.picture.files.length],
        [null, 0],
      ] as const) {
        const { differences, files } = await restoreAt(options({ at, files: 'database' }))
        expect([differences, files]).toEqual([[], count])
        rmSync(place, { recursive: true })
      }
    },
    SLOW_MS_MAX,
  )
})
