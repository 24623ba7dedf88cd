import { eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Notice } from '#contracts/notices/notice.ts'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/database/database.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { readConfig } from '#server/lib/config.ts'
import { transaction } from '#server/database/transaction.ts'
import { notify } from '#server/notify/notify.ts'
import { makeInstallation } from '#server/seed/installation.ts'
import { installation } from '#server/tables/installation.ts'
import { notices } from '#server/tables/notices.ts'
import { pushDays } from '#server/tables/push-days.ts'
import { pushMessages } from '#server/tables/push-messages.ts'
import { pushSubscriptions } from '#server/tables/push-subscriptions.ts'
import { createTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { deliverPushes } from './deliver.ts'
import { claimsOf, makeBrowser, startPushService } from './testing/push-service.ts'
import type { Browser, PushService } from './testing/push-service.ts'
import { writePushes } from './write.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const DONATION = '01900000-0000-7000-8000-000000000001'

/** An instant in São Paulo on a day of November 2026. */
const at = (day: number, hour: number, minute = 0) => Date.UTC(2026, 10, day, hour + 3, minute)

describe('notices on devices', () => {
  let service: PushService
  let addresses: Awaited<ReturnType<typeof createTestDatabase>>
  let testApp: TestApp
  let people: Person[]
  let names = 0

  beforeAll(async () => {
    service = await startPushService()
    addresses = await createTestDatabase({ placed: 3 })
    testApp = await createTestApp(await openDatabase({ dataDir: 'unused', ...addresses }), {
      PUSH: 'on',
      PUSH_SERVICES: service.origin,
    })
    people = await testApp.placed(3)
  })
  afterAll(async () => {
    await service.close()
    await testApp.services.database.close()
  })
  beforeEach(async () => {
    const { db } = testApp.services
    Object.assign(service.answers, { status: 201 })
    await db.delete(pushSubscriptions)
    await db.delete(pushDays)
    await db.delete(notices)
    service.received.length = 0
  })

  const signsIn = async ({ id }: Person) => {
    const everybody = (await testApp.call('GET /users', await testApp.administrator())).body
    const { email } = everybody.find((one: { id: string }) => one.id === id) as { email: string }
    const body = { email, password: PASSWORD }
    return (await testApp.call('POST /auth/login', null, { body })).body.access_token as string
  }
  const asks = (token: string, browser: Pick<Browser, 'subscription'>) =>
    testApp.call('POST /me/push-subscriptions', token, { body: browser.subscription })
  /** A device of a person that shows notices from an instant on; its first one has been shown. */
  const device = async (person: Person, instant: number) => {
    testApp.clock.moveTo(instant)
    const token = await signsIn(person)
    const browser = makeBrowser(service.origin, `browser-${(names += 1)}`)
    expect((await asks(token, browser)).status).toBe(201)
    await runDueJobs(testApp.services)
    await testApp.services.db.delete(notices)
    service.received.length = 0
    return { ...browser, token }
  }
  const tells = (person: Person, notice: Notice) =>
    transaction(testApp.services.db, (tx) => notify(testApp.services, tx, { userId: person.id, ...notice }))
  const receiptFor = (person: Person) =>
    tells(person, { kind: 'donation.receipt_sent', facts: { count: 1, amountCents: 10_000, donationId: DONATION } })
  const keyOf = (person: Person) => tells(person, { kind: 'key.changed', facts: {} })
  const runAt = async (instant: number) => {
    testApp.clock.moveTo(instant)
    await runDueJobs(testApp.services)
  }
  /** The messages that a device showed since it was asked last. */
  const shown = ({ subscription, opens }: Browser) => {
    const mine = service.received.filter(({ path }) => subscription.endpoint.endsWith(path))
    service.received.length = 0
    return mine.map(({ body }) => opens(body))
  }
  const publicKey = async (token: string) =>
    (await testApp.call('GET /me/push-subscriptions', token)).body.publicKey as string

  test('are encrypted for the device alone and signed by this installation, and say no amount, name or key', async () => {
    const [rosa] = people as [Person]
    const phone = await device(rosa, at(11, 10))
    await receiptFor(rosa)
    await runAt(at(11, 10))
    const [message, ...more] = service.received
    expect([more, message!.headers['content-encoding'], message!.headers['ttl']]).toEqual([[], 'aes128gcm', '86400'])
    expect(message!.body.toString('latin1')).not.toContain('Chegou')
    expect(phone.opens(message!.body)).toEqual({
      title: 'Ciranda',
      body: 'Chegou um comprovante para você conferir.',
      url: `/donations?doacao=${DONATION}`,
      tag: expect.any(String) as string,
    })
    expect(() => makeBrowser(service.origin, 'other').opens(message!.body)).toThrow()
    const claims = claimsOf(message!, await publicKey(phone.token))!
    expect([claims.aud, claims.sub]).toEqual([service.origin, 'mailto:nao-responda@ciranda.local'])
    expect(claims.exp * 1000).toBeLessThan(Date.now() + 24 * HOUR)
    expect(claimsOf(message!, makeBrowser(service.origin, 'x').subscription.keys.p256dh)).toBeNull()
  })

  test('rest from 21 to 8 in São Paulo, and come then as one; access and keys come at once', async () => {
    const [rosa] = people as [Person]
    const phone = await device(rosa, at(11, 20, 30))
    await runAt(at(11, 20, 59))
    await receiptFor(rosa)
    await runAt(at(11, 20, 59))
    expect(shown(phone)).toHaveLength(1)
    await runAt(at(11, 21))
    await receiptFor(rosa)
    await tells(rosa, { kind: 'case.said', facts: { donationId: DONATION, reportId: DONATION } })
    await runAt(at(11, 21))
    await runAt(at(12, 3))
    expect(shown(phone)).toEqual([])
    await keyOf(rosa)
    await runAt(at(12, 3, 1))
    expect(shown(phone)).toMatchObject([{ body: 'Algo mudou em uma chave de pagamento.', url: '/profile#chave' }])
    await runAt(at(12, 7, 59))
    expect(shown(phone)).toEqual([])
    await runAt(at(12, 8))
    await runAt(at(12, 8, 1))
    expect(shown(phone)).toMatchObject([{ body: 'Você tem 2 avisos novos.', url: '/notices' }])
  })

  test('ring three times a day, and once more in the evening with all the rest; access and keys beside', async () => {
    const [rosa] = people as [Person]
    const phone = await device(rosa, at(12, 8, 30))
    for (const hour of [9, 10, 11, 12, 13]) {
      await runAt(at(12, hour))
      await receiptFor(rosa)
      await runAt(at(12, hour))
    }
    expect(shown(phone)).toHaveLength(3)
    await keyOf(rosa)
    await runAt(at(12, 14))
    expect(shown(phone)).toMatchObject([{ body: 'Algo mudou em uma chave de pagamento.' }])
    await runAt(at(12, 19, 59))
    expect(shown(phone)).toEqual([])
    await runAt(at(12, 20))
    expect(shown(phone)).toMatchObject([{ body: 'Chegou um comprovante para você conferir.', url: '/notices' }])
    await receiptFor(rosa)
    await runAt(at(12, 20, 30))
    expect(shown(phone)).toEqual([])
    await runAt(at(13, 8))
    expect(shown(phone)).toHaveLength(1)
  })

  test('a clock set back begins no day anew', async () => {
    const [rosa] = people as [Person]
    const phone = await device(rosa, at(13, 9))
    const comes = async (instant: number) => {
      await runAt(instant)
      await receiptFor(rosa)
      await runAt(instant)
    }
    for (const hour of [10, 11, 12]) await comes(at(13, hour))
    expect(shown(phone)).toHaveLength(3)
    await comes(at(12, 12))
    expect(shown(phone)).toHaveLength(1)
    await comes(at(13, 13))
    expect(shown(phone)).toEqual([])
    await runAt(at(13, 20))
    expect(shown(phone)).toHaveLength(1)
  })

  test('what was read meanwhile, is not wanted, or is old by now, rings no more', async () => {
    const [rosa] = people as [Person]
    const phone = await device(rosa, at(13, 22))
    await receiptFor(rosa)
    await runAt(at(13, 22))
    const [newest] = (await testApp.call('GET /me/notices', phone.token)).body.data
    await testApp.call('POST /me/notices/read', phone.token, { body: { upTo: newest.id } })
    await runAt(at(14, 8))
    expect(shown(phone)).toEqual([])
    const token = await signsIn(rosa)
    const off = { notices: { 'payment.receipt:push': false } }
    expect((await testApp.call('PATCH /me/preferences', token, { body: off })).status).toBe(200)
    await receiptFor(rosa)
    await tells(rosa, { kind: 'place.given', facts: { level: 1, position: 3 } })
    await runAt(at(14, 9))
    expect(shown(phone)).toEqual([])
    const on = { notices: { 'payment.receipt:push': true } }
    expect((await testApp.call('PATCH /me/preferences', await signsIn(rosa), { body: on })).status).toBe(200)
    testApp.clock.moveTo(at(14, 22))
    await receiptFor(rosa)
    await runAt(at(17, 9))
    expect(shown(phone)).toEqual([])
  })

  test('two processes send each once, and count the day’s together', async () => {
    const [rosa, tiago] = people as [Person, Person]
    const phones = [await device(rosa, at(16, 9)), await device(tiago, at(16, 9))]
    const second = await openDatabase({ dataDir: 'unused', ...addresses })
    const other = { ...testApp.services, database: second, db: second.db }
    await receiptFor(rosa)
    await receiptFor(tiago)
    await keyOf(tiago)
    const counts = await Promise.all([writePushes(testApp.services), writePushes(other), writePushes(other)])
    expect(counts.reduce((a, b) => a + b)).toBe(3)
    const sent = await Promise.all([deliverPushes(testApp.services), deliverPushes(other)])
    expect(sent.reduce((a, b) => a + b)).toBe(3)
    expect(service.received.map(({ path }) => path).toSorted()).toEqual(
      [phones[0]!, phones[1]!, phones[1]!]
        .map(({ subscription }) => new URL(subscription.endpoint).pathname)
        .toSorted(),
    )
    await second.close()
  })

  test('what was written while the clock was some hours ahead rings once it is right', async () => {
    const [rosa] = people as [Person]
    const phone = await device(rosa, at(11, 14))
    Object.assign(service.answers, { status: 503 })
    testApp.clock.moveTo(at(11, 20))
    await keyOf(rosa)
    await runAt(at(11, 20))
    Object.assign(service.answers, { status: 201 })
    service.received.length = 0
    await runAt(at(11, 14, 1))
    expect(shown(phone)).toHaveLength(1)
  })

  test('a device that its service no longer knows is forgotten, with what waits for it', async () => {
    const [rosa] = people as [Person]
    const phone = await device(rosa, at(17, 9))
    service.answers.status = 410
    await receiptFor(rosa)
    await runAt(at(17, 9))
    const { db } = testApp.services
    expect([await db.$count(pushSubscriptions), await db.$count(pushMessages)]).toEqual([0, 0])
    service.received.length = 0
    await receiptFor(rosa)
    await runAt(at(17, 10))
    expect(shown(phone)).toEqual([])
  })

  test('a service that is down is tried again, later each time, six times and no more; a redirection is not followed', async () => {
    const [rosa] = people as [Person]
    const phone = await device(rosa, at(18, 9))
    service.answers.status = 503
    await receiptFor(rosa)
    await runAt(at(18, 9))
    await runAt(at(18, 9))
    expect(shown(phone)).toHaveLength(1)
    service.answers.status = 302
    await runAt(at(18, 9, 1))
    expect(service.received.map(({ path }) => path)).toEqual([new URL(phone.subscription.endpoint).pathname])
    service.answers.status = 503
    for (let hour = 10; hour < 20; hour += 1) await runAt(at(18, hour))
    expect(shown(phone)).toHaveLength(5)
    const [row] = await testApp.services.db.select().from(pushMessages).where(isNull(pushMessages.sentAt))
    expect([row!.tries, row!.sealed, row!.givenUpAt]).toEqual([6, '', expect.any(Date)])
    service.answers.status = 201
    await receiptFor(rosa)
    await runAt(at(18, 19, 30))
    expect(shown(phone)).toHaveLength(1)
  })

  test('nothing is locked while a service answers, and a claim of a killed process is taken over after a minute', async () => {
    const [rosa] = people as [Person]
    await device(rosa, at(19, 9))
    await receiptFor(rosa)
    await writePushes(testApp.services)
    const { services, clock } = testApp
    const others: number[] = []
    const now = clock.now()
    await deliverPushes(services, async () => {
      if (others.length > 0) return 'sent'
      for (const ms of [0, MINUTE - 1, MINUTE]) {
        clock.moveTo(now + ms)
        others.push(await deliverPushes(services, async () => 'sent'))
      }
      return 'sent'
    })
    expect(others).toEqual([0, 0, 1])
  })

  describe('a device', () => {
    test('shows a first notice when it is turned on, at once also at night; turned on again it is the same', async () => {
      const [rosa] = people as [Person]
      testApp.clock.moveTo(at(20, 23))
      const token = await signsIn(rosa)
      const browser = makeBrowser(service.origin, 'first')
      const { id } = (await asks(token, browser)).body
      await runDueJobs(testApp.services)
      expect(shown(browser)).toMatchObject([{ body: 'Os avisos chegam assim neste aparelho.' }])
      expect((await asks(token, browser)).body).toEqual({ id })
      await runDueJobs(testApp.services)
      expect(shown(browser)).toEqual([])
      const { subscriptions } = (await testApp.call('GET /me/push-subscriptions', token)).body
      expect(subscriptions).toEqual([{ id, device: expect.any(String), since: expect.any(String), here: true }])
      expect(JSON.stringify(await testApp.services.db.select().from(pushSubscriptions))).not.toContain('/push/first')
    })

    test('is its person’s alone: nobody else sees or ends it, and who signs in there next takes it over', async () => {
      const [rosa, tiago] = people as [Person, Person]
      const phone = await device(rosa, at(20, 9))
      const [{ id }] = (await testApp.call('GET /me/push-subscriptions', phone.token)).body.subscriptions
      const other = await signsIn(tiago)
      expect((await testApp.call('GET /me/push-subscriptions', other)).body.subscriptions).toEqual([])
      const end = (token: string) => testApp.call('DELETE /me/push-subscriptions/{id}', token, { params: { id } })
      expect((await end(other)).status).toBe(404)
      expect((await asks(other, phone)).status).toBe(201)
      await runDueJobs(testApp.services)
      service.received.length = 0
      await receiptFor(rosa)
      await runDueJobs(testApp.services)
      expect(shown(phone)).toEqual([])
      expect((await testApp.call('GET /me/push-subscriptions', phone.token)).body.subscriptions).toEqual([])
    })

    test('is silent once its session was ended, also for what waited', async () => {
      const [rosa] = people as [Person]
      const phone = await device(rosa, at(21, 9))
      await receiptFor(rosa)
      await writePushes(testApp.services)
      expect((await testApp.call('POST /auth/logout', phone.token)).status).toBeLessThan(300)
      // Before the job that removes the device has run.
      expect(await deliverPushes(testApp.services)).toBe(0)
      await keyOf(rosa)
      await runDueJobs(testApp.services)
      expect(shown(phone)).toEqual([])
      expect(await testApp.services.db.$count(pushSubscriptions)).toBe(0)
    })

    test('is one of ten at most: the oldest gives way', async () => {
      const [rosa] = people as [Person]
      testApp.clock.moveTo(at(22, 9))
      const token = await signsIn(rosa)
      const ids: string[] = []
      for (let n = 0; n < 11; n += 1) {
        testApp.clock.advance(1)
        ids.push((await asks(token, makeBrowser(service.origin, `many-${n}`))).body.id)
      }
      const { subscriptions } = (await testApp.call('GET /me/push-subscriptions', token)).body
      expect(subscriptions.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1).toReversed())
    })

    test('at any address but a push service’s is refused, and so is a key that could encrypt nothing', async () => {
      const [rosa] = people as [Person]
      testApp.clock.moveTo(at(22, 10))
      const token = await signsIn(rosa)
      const { subscription } = makeBrowser('http://127.0.0.1:1', 'inside')
      for (const origin of ['http://127.0.0.1:1', 'https://169.254.169.254', 'https://ciranda.test']) {
        const answer = await asks(token, { subscription: { ...subscription, endpoint: `${origin}/x` } })
        expect([answer.status, answer.body.code]).toEqual([400, 'push.service_unknown'])
      }
      const own = makeBrowser(service.origin, 'bad')
      const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
      const bad = { subscription: { ...own.subscription, keys: { ...own.subscription.keys, p256dh } } }
      expect((await asks(token, bad)).body.code).toBe('push.invalid')
      expect(await testApp.services.db.$count(pushSubscriptions)).toBe(0)
    })
  })

  test('stay off unless the configuration turns them on', async () => {
    const config = readConfig({ DATA_DIR: testApp.services.config.dataDir, LOG_LEVEL: 'silent', PUSH: '' })
    const off = { ...testApp.services, config }
    const app = await createApp(off)
    testApp.clock.moveTo(at(23, 10))
    const headers = { authorization: `Bearer ${await signsIn(people[0]!)}` }
    const payload = makeBrowser(service.origin, 'off').subscription
    const answer = await app.inject({ method: 'POST', url: '/api/me/push-subscriptions', headers, payload })
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'push.off'])
    const listed = await app.inject({ url: '/api/me/push-subscriptions', headers })
    expect(listed.json()).toEqual({ publicKey: null, subscriptions: [] })
    await app.close()
  })

  test('the installation’s key is made once, whichever process starts first, and is sealed', async () => {
    const { db } = testApp.services
    const token = await signsIn(people[0]!)
    const before = await publicKey(token)
    await makeInstallation(testApp.services)
    expect(await publicKey(token)).toBe(before)
    await db.update(installation).set({ pushPublicKey: null, pushPrivateKey: null })
    const second = await openDatabase({ dataDir: 'unused', ...addresses })
    const other = { ...testApp.services, database: second, db: second.db }
    await Promise.all([makeInstallation(testApp.services), makeInstallation(other)])
    const [row] = await db.select().from(installation).where(eq(installation.id, 1))
    expect(await publicKey(token)).toBe(row!.pushPublicKey)
    expect(row!.pushPrivateKey).toMatch(/^v2\./)
    await second.close()
  })
})
