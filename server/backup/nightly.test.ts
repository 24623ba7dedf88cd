import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import type * as files from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { presets } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { VERSION } from '#server/lib/version.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { readConfig } from '#server/lib/config.ts'
import { circles } from '#server/tables/circles.ts'
import { notices } from '#server/tables/notices.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { openContents, openText, opensWith, type SealedText } from './container.ts'
import { readFrames } from './frames.ts'
import { backupAgeHours, nightlyBackup } from './nightly.ts'

const MACHINE = 'a senha das cópias da máquina'
const TYPED = 'uma senha digitada duas vezes'
const SECRET = 'a-secret-of-a-test-that-is-long-enough-to-be-one'
const at = (time: string) => Date.parse(`${time}-03:00`)

let testApp: TestApp
let second: string

beforeAll(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 2 }), { JWT_SECRET: SECRET })
  second = (await testApp.registers(20)).id
  await testApp.services.db.update(users).set({ role: 'ADMIN', status: 'ACTIVE' }).where(eq(users.id, second))
})

/** The running application with a folder for backups, or with one that cannot be used. */
function withFolder(backupDir: string, settings: Record<string, string> = {}) {
  const config = { ...testApp.services.config, backupDir, backupPassphrase: MACHINE, ...settings }
  return { ...testApp.services, config }
}

/** A folder on a network disk whose server is away: asking what is in it is answered when it is back. */
const away = vi.hoisted(() => new Map<string, { asked: number; back: Promise<void> }>())
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof files>()
  const readdir = async (folder: string, options?: object) => {
    const found = away.get(folder)
    if (found) {
      found.asked += 1
      await found.back
    }
    return await real.readdir(folder, options as never)
  }
  return { ...real, readdir }
})

const names = (folder: string) => readdirSync(folder).toSorted()

describe('the nightly backup', () => {
  test('is made once a day after three in São Paulo, also where the machine was off at three', async () => {
    const folder = temporaryFolder({ quick: true })
    const services = withFolder(folder)
    testApp.clock.moveTo(at('2026-11-20T10:40:00'))
    await Promise.all([nightlyBackup(services), nightlyBackup(services)].map((one) => one.catch(() => undefined)))
    await nightlyBackup(services)
    expect(names(folder)).toEqual(['ciranda-20261120T134000Z.backup'])
    testApp.clock.moveTo(at('2026-11-21T02:59:00'))
    await nightlyBackup(services)
    expect(names(folder)).toHaveLength(1)
    testApp.clock.moveTo(at('2026-11-21T03:12:00'))
    await runDueJobs(services)
    await runDueJobs(services)
    expect(names(folder)).toEqual(['ciranda-20261120T134000Z.backup', 'ciranda-20261121T061200Z.backup'])
    expect(await opensWith(join(folder, names(folder)[1]!), MACHINE)).toBe(true)
  })

  test('is removed after its days, but never one of the three newest', async () => {
    const folder = temporaryFolder({ quick: true })
    for (const day of ['01', '02', '03', '04', '20'])
      writeFileSync(join(folder, `ciranda-202611${day}T061200Z.backup`), '')
    writeFileSync(join(folder, 'algo do operador'), '')
    writeFileSync(join(folder, 'ciranda-x.backup.part'), '')
    utimesSync(join(folder, 'ciranda-x.backup.part'), 1, 1)
    testApp.clock.moveTo(at('2026-12-10T03:12:00'))
    await nightlyBackup(withFolder(folder))
    expect(names(folder)).toEqual([
      'algo do operador',
      'ciranda-20261104T061200Z.backup',
      'ciranda-20261120T061200Z.backup',
      'ciranda-20261210T061200Z.backup',
    ])
  })

  test('makes room on a full disk by those that are past their days, and by no others', async () => {
    const folder = temporaryFolder({ quick: true })
    const days = ['01', '02', '03', '04', '20'].map((day) => `ciranda-202611${day}T061200Z.backup`)
    for (const name of days) writeFileSync(join(folder, name), '')
    testApp.clock.moveTo(at('2026-12-10T03:12:00'))
    const { database } = testApp.services
    const full: typeof database.asOwner = (fn) =>
      names(folder).length > 3
        ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
        : database.asOwner(fn)
    await nightlyBackup({ ...withFolder(folder), database: { ...database, asOwner: full } })
    expect(names(folder)).toEqual([...days.slice(-2), 'ciranda-20261210T061200Z.backup'])
    testApp.clock.moveTo(at('2026-12-11T03:12:00'))
    const always: typeof database.asOwner = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
    const services = { ...withFolder(folder), database: { ...database, asOwner: always } }
    await expect(nightlyBackup(services)).rejects.toMatchObject({ code: 'no_room' })
    expect(names(folder)).toHaveLength(3)
  })

  test('is due although one is dated after today, by a clock that was ahead, and what a trial left behind goes', async () => {
    const folder = temporaryFolder({ quick: true })
    writeFileSync(join(folder, 'ciranda-20310101T061200Z.backup'), '')
    const trial = join(testApp.services.config.dataDir, 'trial-abcdef')
    mkdirSync(trial)
    testApp.clock.moveTo(Math.max(at('2026-12-10T10:00:00'), Date.now() + 48 * 3_600_000))
    const services = withFolder(folder)
    expect(await backupAgeHours(services)).toBe(null)
    await nightlyBackup(services)
    await nightlyBackup(services)
    expect(names(folder)).toHaveLength(2)
    expect(await backupAgeHours(services)).toBe(0)
    expect(existsSync(trial)).toBe(false)
    testApp.clock.moveTo(at('2026-12-10T10:00:00'))
  })

  test('that fails is told to every administrator once, and once more after three days, with a letter', async () => {
    const folder = temporaryFolder({ quick: true })
    testApp.clock.moveTo(at('2026-12-11T03:12:00'))
    await nightlyBackup(withFolder(folder))
    const since = testApp.services.clock.now()
    const services = { ...withFolder(folder), database: { ...testApp.services.database, asOwner: gone } }
    for (const time of ['2026-12-12T03:12:00', '2026-12-12T04:12:00', '2026-12-13T03:12:00']) {
      testApp.clock.moveTo(at(time))
      await expect(nightlyBackup(services)).rejects.toThrow('went away')
    }
    expect(await told(since)).toEqual(['backup.failed due', 'backup.failed due'])
    for (const time of ['2026-12-15T03:12:00', '2026-12-15T04:12:00']) {
      testApp.clock.moveTo(at(time))
      await expect(nightlyBackup(services)).rejects.toThrow('went away')
    }
    expect(await told(since)).toEqual(['backup.failed due', 'backup.failed due', 'backup.old due', 'backup.old due'])
  })

  test('shows its age in health and in the console, and says when there is none', async () => {
    const folder = temporaryFolder({ quick: true })
    const app = await createTestApp(testApp.services.database, {
      BACKUP_DIR: folder,
      BACKUP_PASSPHRASE: MACHINE,
      JWT_SECRET: SECRET,
    })
    expect((await app.call('GET /health', null)).body).toEqual({
      status: 'ok',
      version: VERSION,
      backup_age_hours: null,
    })
    await nightlyBackup(app.services)
    app.clock.advance(5 * 3_600_000 + 1)
    expect((await app.call('GET /health', null)).body).toEqual({ status: 'ok', version: VERSION, backup_age_hours: 5 })
    const { body } = await app.call('GET /admin/backups', await app.administrator())
    expect(body).toMatchObject({ nightly: true, keep_days: 14, count: 1, machine_passphrase: true })
    expect((await testApp.call('GET /health', null)).body).toEqual({ status: 'ok', version: VERSION })
  })

  test('lies in a folder that does not answer: health says what was known, and asks it once, however often it is asked', async () => {
    const folder = temporaryFolder({ quick: true })
    const app = await createTestApp(testApp.services.database, {
      BACKUP_DIR: folder,
      BACKUP_PASSPHRASE: MACHINE,
      JWT_SECRET: SECRET,
    })
    await nightlyBackup(app.services)
    const known = (await app.call('GET /health', null)).body
    const { promise: back, resolve } = Promise.withResolvers<void>()
    const folderAway = { asked: 0, back }
    away.set(folder, folderAway)
    const answers = await Promise.all([1, 2, 3].map(() => app.call('GET /health', null)))
    expect(answers.map(({ body }) => body)).toEqual([known, known, known])
    expect(folderAway.asked).toBe(1)
    away.delete(folder)
    resolve()
    expect((await app.call('GET /health', null)).body).toEqual(known)
  })

  test('is not configured without a passphrase', () => {
    expect(() => readConfig({ BACKUP_DIR: '/copies' })).toThrow(/^BACKUP_PASSPHRASE: falta, e BACKUP_DIR a pede/)
    expect(() => readConfig({ BACKUP_PASSPHRASE: 'short' })).toThrow(/^BACKUP_PASSPHRASE/)
  })
})

describe('a backup downloaded from the console', () => {
  const download = async (body: object, app = testApp) =>
    app.app.inject({
      method: 'POST',
      url: '/api/admin/backups',
      headers: { authorization: `Bearer ${await app.administrator()}` },
      payload: body,
    })

  test('opens with what was typed, is in every member’s access log, and told to the other administrators', async () => {
    testApp.clock.moveTo(at('2026-12-20T12:00:00'))
    const since = testApp.services.clock.now()
    const member = await testApp.registers(21)
    const answer = await download({ passphrase: TYPED, passphrase_again: TYPED })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="ciranda-20261220T150000Z.backup"')
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
    const file = join(temporaryFolder(), 'baixada.backup')
    writeFileSync(file, answer.rawPayload)
    expect(await opensWith(file, TYPED)).toBe(true)
    expect(JSON.parse((await openText(TYPED, await sealedSecretOf(file, TYPED)))!)).toEqual([SECRET])
    expect(await told(since)).toEqual(['backup.downloaded due'])
    const log = await testApp.call('GET /me/access-log', member.token)
    expect(log.body.data[0]).toMatchObject({ kind: 'backup.downloaded', by: 'administration' })
    // Nothing stays behind in the data folder.
    expect(readdirSync(testApp.services.config.dataDir).filter((name) => /^(download|backup)-/.test(name))).toEqual([])
  })

  test('asks again who is there, and for the same passphrase twice', async () => {
    testApp.clock.moveTo(at('2026-12-21T12:00:00'))
    await testApp.administrator()
    expect((await download({ passphrase: TYPED, passphrase_again: `${TYPED}!` })).json()).toMatchObject({
      code: 'backup.passphrase_differs',
    })
    expect((await download({ passphrase: 'curta', passphrase_again: 'curta' })).statusCode).toBe(400)
    const token = await testApp.administrator()
    testApp.clock.advance(11 * 60_000)
    const late = await testApp.call('POST /admin/backups', token, {
      body: { passphrase: TYPED, passphrase_again: TYPED },
    })
    expect(late.body).toMatchObject({ code: 'session.confirm_again' })
  })

  test('never has the secret for an administrator alone, where a circle is real', async () => {
    const database = await openTestDatabase({ placed: 0 })
    const real = await createTestApp(database, { JWT_SECRET: SECRET })
    await real.call('POST /admin/circles', await real.administrator(), { body: REAL })
    expect(await real.services.db.$count(circles, eq(circles.mode, 'real'))).toBe(1)
    const body = { passphrase: TYPED, passphrase_again: TYPED }
    expect((await download(body, real)).json()).toMatchObject({ code: 'backup.machine_passphrase_missing' })
    const kept = await createTestApp(database, { JWT_SECRET: SECRET, BACKUP_PASSPHRASE: MACHINE })
    const file = join(temporaryFolder(), 'baixada.backup')
    writeFileSync(file, (await download(body, kept)).rawPayload)
    const sealed = await sealedSecretOf(file, TYPED)
    expect(await openText(TYPED, sealed)).toBeNull()
    expect(JSON.parse((await openText(MACHINE, sealed))!)).toEqual([SECRET])
    expect(readFileSync(file).includes(SECRET)).toBe(false)
  })
})

const REAL = {
  name: 'Roda da Vila',
  mode: 'real',
  plan: planFormOf(presets.roda),
  outcome_seen: true,
  operator: {
    name: 'Cooperativa da Vila',
    document: '11.222.333/0001-81',
    contact: 'contato@vila.org.br',
    dataProtectionContact: 'dados@vila.org.br',
  },
}

const gone = () => Promise.reject(new Error('the database went away'))

/** The notices about backups since an instant, and whether a letter follows. */
async function told(since: number): Promise<string[]> {
  const rows = await testApp.services.db.select().from(notices)
  return rows
    .filter((row) => row.kind.startsWith('backup.') && row.at.getTime() >= since)
    .map(({ kind, letter }) => `${kind} ${letter}`)
    .toSorted()
}

async function sealedSecretOf(file: string, passphrase: string): Promise<SealedText> {
  const contents = Readable.from(openContents(file, passphrase), { objectMode: false }).pipe(createGunzip())
  for await (const frame of readFrames(contents as AsyncIterable<Buffer>))
    if ('told' in frame && frame.told.is === 'secret') return frame.told.sealed as SealedText
  throw new Error('The backup holds no secret')
}
