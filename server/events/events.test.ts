import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { circles } from '#server/tables/circles.ts'
import { createApp } from '#server/app.ts'
import { sessions } from '#server/tables/sessions.ts'
import { publishTo } from '#server/events/publish.ts'
import { createEventHub } from '#server/events/stream.ts'
import { openDatabase } from '#server/database/database.ts'
import type { Database } from '#server/database/database.ts'
import { createTestDatabase, openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

/** Only ends what hangs, on a machine that is busy with others too. */
const HANGS_MS = 60_000

/** An event stream held open as a browser does, and the events it received. */
type Stream = {
  readonly said: string[]
  /** For how long nothing had changed when it opened, in ms. */
  quietMs(): number
  /** Resolves when the server has ended it. */
  ends(): Promise<void>
  receives(event: string): Promise<void>
  close(): void
}

const streams: Stream[] = []
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
})

async function listen(port: number, token: string): Promise<Stream> {
  const said: string[] = []
  let opening = ''
  const sent = request({ port, path: '/api/events', headers: { authorization: `Bearer ${token}` } })
  sent.end()
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    sent.on('response', resolve).on('error', reject),
  )
  expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String) })
  answer
    .setEncoding('utf8')
    .on('data', (text: string) => (said.push(text), (opening ||= text)))
    .on('error', () => undefined)
  const stream: Stream = {
    said,
    quietMs: () => Number(/"quiet_ms":(\d+)/.exec(opening)![1]),
    ends: () => expect.poll(() => answer.closed, { timeout: HANGS_MS }).toBe(true),
    async receives(event) {
      await expect.poll(() => said.join(''), { timeout: HANGS_MS, interval: 10 }).toContain(`event: ${event}\n`)
      said.length = 0
    },
    close: () => sent.destroy(),
  }
  streams.push(stream)
  await stream.receives('open')
  return stream
}

const quiet = (stream: Stream, ms = 300) =>
  new Promise((resolve) => setTimeout(resolve, ms)).then(() =>
    expect(stream.said.join('')).not.toContain('event: changed'),
  )

describe('the stream of changes', () => {
  let testApp: TestApp
  let people: { id: string; token: string }[]
  let port: number
  let admin: string

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
    admin = await testApp.administrator()
    people = await testApp.placed(4)
    await testApp.app.listen({ port: 0, host: '127.0.0.1' })
    port = (testApp.app.server.address() as AddressInfo).port
  })

  /** Somebody new, once the streams were told: what PostgreSQL announces comes a moment after the answer. */
  const registers = async (number: number) => {
    const someone = await testApp.registers(number)
    const { db, database } = testApp.services
    const hears = await listen(port, people[3]!.token)
    const [circle] = await db.select().from(circles)
    await db.transaction((tx) => publishTo(database, tx, { circleId: circle!.id, memberIds: [people[3]!.id] }))
    await hears.receives('changed')
    return someone
  }

  test('notifies members of their own changes only, and administrators of all, in a second where the machine has one', async () => {
    const stranger = await registers(9)
    const aside = await listen(port, stranger.token)
    const [donor, office] = [await listen(port, people[2]!.token), await listen(port, admin)]
    const began = performance.now()
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    const answered = performance.now()
    await Promise.all([donor.receives('changed'), office.receives('changed')])
    expect(performance.now() - answered).toBeLessThan(Math.max(1_000, 50 * (answered - began)))
    const [donation] = (await testApp.call('GET /donations/to-send', people[2]!.token)).body
    const receiver = await listen(port, people.find(({ id }) => id === donation.receiverId)!.token)
    const other = await listen(port, people.find(({ id }) => id !== donation.receiverId && id !== people[2]!.id)!.token)
    await testApp.pays(donation.id, people[2]!.token)
    await receiver.receives('changed')
    await testApp.call('PATCH /donations/{id}/confirm', people.find(({ id }) => id === donation.receiverId)!.token, {
      params: { id: donation.id },
    })
    await donor.receives('changed')
    await quiet(other)
    await quiet(aside)
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: stranger.id } })
    await aside.receives('changed')
  })

  test('says at its opening for how long nothing changed for its reader', async () => {
    const stranger = await registers(8)
    const hears = await listen(port, stranger.token)
    const began = performance.now()
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: stranger.id } })
    // The notification comes a moment after the answer.
    await hears.receives('changed')
    const [own, others] = [await listen(port, stranger.token), await listen(port, people[2]!.token)]
    expect(own.quietMs()).toBeLessThan(performance.now() - began)
    expect(others.quietMs()).toBeGreaterThan(own.quietMs())
  })

  test('says so too where its reader was led to another circle, whose changes it did not hear', async () => {
    const { services } = testApp
    const office = await listen(port, admin)
    const [circle] = await services.db.select().from(circles)
    const began = performance.now()
    await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: circle!.id } })
    await office.ends()
    const [again, others] = [await listen(port, admin), await listen(port, people[2]!.token)]
    expect(again.quietMs()).toBeLessThan(performance.now() - began)
    expect(others.quietMs()).toBeGreaterThan(again.quietMs())
  })

  test('ends with its session: on logout, suspension, or a password change elsewhere', async () => {
    const login = async (email: string) =>
      (await testApp.call('POST /auth/login', null, { body: { email, password: 'uma-senha-bem-boa' } })).body
        .access_token as string
    const { email } = (await testApp.call('GET /users/profile', people[3]!.token)).body
    const [one, two] = [await login(email), await login(email)]
    const [first, second] = [await listen(port, one), await listen(port, two)]
    await testApp.call('POST /auth/logout', one)
    await first.ends()
    await testApp.call('POST /me/password', people[3]!.token, {
      body: { currentPassword: 'uma-senha-bem-boa', newPassword: 'outra-senha-bem-boa' },
    })
    await second.ends()
    const last = await listen(port, people[3]!.token)
    await testApp.call('PATCH /users/{id}', admin, { params: { id: people[3]!.id }, body: { status: 'SUSPENDED' } })
    await last.ends()
    expect(testApp.services.events.size()).toBe(0)
  })

  test('ends when its session is over, announced or not', async () => {
    const { services, clock } = testApp
    const now = clock.now()
    const login = async () => {
      const { email } = (await testApp.call('GET /users/profile', people[1]!.token)).body
      return (await testApp.call('POST /auth/login', null, { body: { email, password: 'uma-senha-bem-boa' } })).body
        .access_token as string
    }
    const [ended, expired] = [await login(), await login()]
    const first = await listen(port, ended)
    const { sid } = JSON.parse(Buffer.from(ended.split('.')[1]!, 'base64url').toString()) as { sid: string }
    await services.db
      .update(sessions)
      .set({ revokedAt: new Date(now) })
      .where(eq(sessions.id, sid))
    const second = await listen(port, expired)
    await services.events.heartbeat()
    await first.ends()
    expect(services.events.size()).toBe(1)
    clock.moveTo(now + 30 * 86_400_000)
    await services.events.heartbeat()
    await second.ends()
    expect(services.events.size()).toBe(0)
    clock.moveTo(now)
  })

  test('is one of five at most: the oldest of a member gives way and is told so, and nobody else’s', async () => {
    const other = await listen(port, people[2]!.token)
    const own = []
    for (let count = 0; count < 6; count += 1) own.push(await listen(port, people[1]!.token))
    await own[0]!.ends()
    expect(own.map(({ said }) => said.join('').includes('event: displaced\n'))).toEqual([true, ...Array(5).fill(false)])
    expect(testApp.services.events.size()).toBe(6)
    for (const stream of [other, ...own]) stream.close()
    await Promise.all([other, ...own].map((stream) => stream.ends()))
  })

  test('is cut off when its client takes nothing any more, and shows the others that it is alive', async () => {
    const { events } = testApp.services
    const alive = await listen(port, people[2]!.token)
    const before = events.size()
    const raw = Object.assign(new Writable({ write: () => undefined }), { writeHead: () => undefined })
    const actor = { id: people[1]!.id, administers: false, circleId: people[1]!.id, sessionId: people[1]!.id } as const
    events.open(actor, { hijack: () => undefined, getHeaders: () => ({}), raw } as unknown as FastifyReply)
    expect([raw.destroyed, events.size()]).toEqual([false, before + 1])
    await events.heartbeat()
    expect([raw.destroyed, events.size()]).toEqual([true, before])
    await expect.poll(() => alive.said.join('')).toContain(': \n\n')
  })

  test('is refused without a session', async () => {
    expect((await testApp.app.inject('/api/events')).statusCode).toBe(401)
  })
})

describe('two servers on one PostgreSQL', () => {
  let testApp: TestApp
  let people: { id: string; token: string }[]
  let second: Database
  let port: number
  let close: () => Promise<void>

  beforeAll(async () => {
    const addresses = await createTestDatabase({ placed: 3 })
    testApp = await createTestApp(await openDatabase({ dataDir: 'unused', ...addresses }))
    people = await testApp.placed(3)
    second = await openDatabase({ dataDir: 'unused', ...addresses })
    const services = {
      ...testApp.services,
      database: second,
      db: second.db,
      stateCache: new Map(),
      events: await createEventHub({ database: second, clock: testApp.clock }),
    }
    const app = await createApp(services)
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as AddressInfo).port
    close = async () => {
      await services.events.close()
      await app.close()
      await second.close()
    }
  })
  afterAll(async () => {
    await close()
    await testApp.services.events.close()
    await testApp.services.database.close()
  })

  test('each notifies of changes through the other, and ends sessions it ended', async () => {
    const stream = await listen(port, people[1]!.token)
    await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
    await stream.receives('changed')
    await testApp.call('PATCH /users/{id}', await testApp.administrator(), {
      params: { id: people[1]!.id },
      body: { status: 'SUSPENDED' },
    })
    await stream.ends()
  })

  test('after its listening connection was lost, every client is asked to refetch everything', async () => {
    const stream = await listen(port, people[2]!.token)
    await testApp.services.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query ilike '%listen%'`,
    )
    await stream.receives('open')
  })
})
