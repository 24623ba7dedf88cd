import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { circleMembers } from '#server/tables/circle-members.ts'
import { donations } from '#server/tables/donations.ts'
import { ledger } from '#server/tables/ledger.ts'
import { openDatabase } from '#server/database/database.ts'
import type { Database } from '#server/database/database.ts'
import { createTestDatabase, openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { letters } from '#server/tables/letters.ts'
import { deriveSecrets } from '#server/lib/secrets.ts'
import { queueEmail } from '#server/mail/queue-email.ts'
import { runDueJobs } from './jobs.ts'
import { serverFile } from '../../scripts/built.ts'

const DAY = 86_400_000

describe('scheduled jobs', () => {
  let testApp: TestApp
  let people: { id: string; token: string }[]

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
    people = await testApp.placed(4)
    await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
    await runDueJobs(testApp.services)
  })

  const rowsOf = (status: 'PENDING_PAYMENT' | 'EXPIRED' | 'PENDING_CONFIRMATION') =>
    testApp.services.db.select().from(donations).where(eq(donations.status, status))
  const written = (subject: RegExp) => readOutbox(testApp.services.config.dataDir).filter((text) => subject.test(text))

  test('remind each donor once, three days before the deadline, unless they turned it off', async () => {
    const open = await rowsOf('PENDING_PAYMENT')
    expect(open.length).toBeGreaterThan(2)
    const off = people.find(({ id }) => id === open[0]!.donorId)!
    await testApp.call('PATCH /me/preferences', off.token, { body: { remindersOff: true } })
    testApp.clock.moveTo(open[0]!.deadlineAt.getTime() - 3 * DAY - 60_000)
    await runDueJobs(testApp.services)
    expect(written(/vence em/)).toHaveLength(0)
    testApp.clock.moveTo(open[0]!.deadlineAt.getTime() - 3 * DAY)
    await Promise.all([runDueJobs(testApp.services), runDueJobs(testApp.services)])
    await runDueJobs(testApp.services)
    const expected = open.filter(({ donorId }) => donorId !== off.id).length
    expect(written(/Assunto: Sua doação de R\$.100,00 vence em \d\d\/\d\d, 12:00/)).toHaveLength(expected)
  })

  test('expire unpaid donations past the deadline, and report late confirmations, once each', async () => {
    const open = await rowsOf('PENDING_PAYMENT')
    const [paid] = open as [(typeof open)[number]]
    const fresh = await testApp.call('POST /auth/login', null, {
      body: { email: await emailOf(paid.donorId), password: 'uma-senha-bem-boa' },
    })
    await testApp.pays(paid.id, fresh.body.access_token)
    testApp.clock.moveTo(Math.max(...open.map(({ deadlineAt }) => deadlineAt.getTime())) + 1)
    await Promise.all([runDueJobs(testApp.services), runDueJobs(testApp.services), runDueJobs(testApp.services)])
    await runDueJobs(testApp.services)
    const lapsed = await rowsOf('EXPIRED')
    expect(lapsed.map(({ id }) => id).toSorted()).toEqual(
      open
        .filter(({ id }) => id !== paid.id)
        .map(({ id }) => id)
        .toSorted(),
    )
    const entries = await testApp.services.db.select().from(ledger).where(eq(ledger.kind, 'donation.expired'))
    expect([entries.length, entries[0]!.actorId]).toEqual([lapsed.length, null])
    const [waiting] = await rowsOf('PENDING_CONFIRMATION')
    expect(waiting).toMatchObject({ id: paid.id })
    testApp.clock.moveTo(waiting!.answerDueAt!.getTime() + 1)
    await Promise.all([runDueJobs(testApp.services), runDueJobs(testApp.services), runDueJobs(testApp.services)])
    await runDueJobs(testApp.services)
    expect(written(/Para: admin@ciranda\.local\n[^]*do prazo sem resposta/)).toHaveLength(1)
    const view = (
      await testApp.call('GET /admin/donations/{id}', await testApp.administrator(), { params: { id: paid.id } })
    ).body
    expect(view).toMatchObject({ late: true })
  })

  async function emailOf(id: string): Promise<string> {
    return (await testApp.call('GET /users', await testApp.administrator())).body.find(
      (user: { id: string }) => user.id === id,
    ).email
  }
})

describe('two servers on one PostgreSQL', () => {
  const SECRET = 'a secret for tests, long enough to be one'
  let addresses: Awaited<ReturnType<typeof createTestDatabase>>
  let database: Database
  const folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'ciranda-two-')))
  const servers: ChildProcess[] = []

  const start = async (dataDir: string) => {
    const environment = {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: addresses.databaseUrl,
      MIGRATION_DATABASE_URL: addresses.ownerUrl,
      JWT_SECRET: SECRET,
      SEED: 'empty',
      LOG_LEVEL: 'silent',
      ADMIN_PASSWORD: 'senha-da-administracao',
      NODE_ENV: 'test',
    }
    const child = spawn(process.execPath, [serverFile()], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    servers.push(child)
    for await (const chunk of child.stdout!) if (String(chunk).includes('Ciranda em')) return
    throw new Error('The server ended before it listened')
  }

  beforeAll(async () => {
    addresses = await createTestDatabase()
    await Promise.all(folders.map(start))
    database = await openDatabase({ dataDir: 'unused', ...addresses })
  })
  afterAll(async () => {
    await Promise.all(
      servers.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return
        child.kill('SIGTERM')
        await once(child, 'exit')
      }),
    )
    await database.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  const partsHere = () =>
    ({
      database,
      db: database.db,
      secrets: deriveSecrets(SECRET),
      clock: { now: () => Date.now() },
      config: { rateLimit: false },
    }) as unknown as Parameters<typeof queueEmail>[0]

  test('make one installation and send each e-mail once', async () => {
    expect(await database.db.$count(circleMembers)).toBe(0)
    const subjects = Array.from({ length: 40 }, (_, n) => `carta ${n}`)
    await Promise.all(
      subjects.map((subject) =>
        queueEmail(partsHere(), database.db, { to: 'rosa@exemplo.invalid', subject, text: 'x' }),
      ),
    )
    await vi.waitFor(async () => expect(await database.db.$count(letters, isNull(letters.sentAt))).toBe(0), {
      timeout: 60_000,
      interval: 200,
    })
    const messages = folders.flatMap((folder) => {
      try {
        return readOutbox(folder)
      } catch {
        return []
      }
    })
    expect(
      messages
        .map((text) => /Assunto: (.*)/.exec(text)![1])
        .filter((subject) => subject!.startsWith('carta'))
        .toSorted(),
    ).toEqual(subjects.toSorted())
    expect(await database.db.$count(letters, and(isNull(letters.sentAt)))).toBe(0)
  })

  test('an e-mail claimed by a killed server is sent by the other', async () => {
    servers[0]!.kill('SIGKILL')
    await once(servers[0]!, 'exit')
    await queueEmail(partsHere(), database.db, { to: 'rosa@exemplo.invalid', subject: 'depois da queda', text: 'x' })
    await vi.waitFor(
      () => expect(readOutbox(folders[1]!).some((text) => text.includes('depois da queda'))).toBe(true),
      {
        timeout: 60_000,
        interval: 200,
      },
    )
  })

  test('send an e-mail when it is written, without waiting for the minute', async () => {
    await database.asOwner((client) => client.query(`delete from pgboss.schedule where name = 'deliver'`))
    // One that the schedule sent before is done first.
    await vi.waitFor(
      async () => {
        const { rows } = await database.db.execute(
          sql`select 1 from pgboss.job where name = 'deliver' and state in ('created', 'retry', 'active')`,
        )
        expect(rows).toHaveLength(0)
      },
      { timeout: 30_000, interval: 100 },
    )
    await queueEmail(partsHere(), database.db, { to: 'rosa@exemplo.invalid', subject: 'logo', text: 'x' })
    await vi.waitFor(async () => expect(await database.db.$count(letters, isNull(letters.sentAt))).toBe(0), {
      timeout: 30_000,
      interval: 100,
    })
  })
})
