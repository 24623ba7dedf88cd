import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { ledger } from '#server/tables/ledger.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { makeQrPng } from '#server/files/qr-image.ts'
import { circles } from '#server/tables/circles.ts'

type Person = { id: string; token: string }
type Donation = Record<string, unknown> & {
  id: string
  donorId: string
  receiverId: string
  status: string
  waiting: boolean
  amount: number
  createdAt: string
  type: string
}

const DAY = 86_400_000
const NOWHERE = '01234567-89ab-7def-8123-456789abcdef'

describe('donations', () => {
  let testApp: TestApp
  let admin: string
  let people: Person[]

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 6 }))
    admin = await testApp.administrator()
    people = await testApp.placed(6)
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  })

  const toSend = async ({ token }: Person): Promise<Donation[]> =>
    (await testApp.call('GET /donations/to-send', token)).body
  const toReceive = async ({ token }: Person): Promise<Donation[]> =>
    (await testApp.call('GET /donations/to-receive', token)).body
  const listed = async (query: string): Promise<{ data: Donation[]; pagination: Record<string, number> }> =>
    (await testApp.call('GET /admin/donations/list', admin, { query })).body
  const donorOf = ({ donorId }: Donation) => people.find(({ id }) => id === donorId)!
  const receiverOf = ({ receiverId }: Donation) => people.find(({ id }) => id === receiverId)!
  const confirm = (id: string, token: string) =>
    testApp.call('PATCH /donations/{id}/confirm', token, { params: { id } })
  const send = (id: string, token: string, comprovanteBase64: string, headers = {}) =>
    testApp.call('POST /donations/{id}/comprovante', token, { params: { id }, body: { comprovanteBase64 }, headers })
  const eventsOf = async (donationId: string) =>
    (await testApp.services.db.select().from(ledger).orderBy(ledger.seq))
      .filter(({ payload }) => payload['donationId'] === donationId)
      .map(({ kind }) => kind)

  test('an open donation shows each party the other’s contact and payment details, never their own', async () => {
    const [given] = await toSend(people[2]!)
    expect(given!['donor']).toMatchObject({ id: people[2]!.id, email: null, phone: null, pixKey: null })
    expect(given!['receiver']).toMatchObject({
      id: given!.receiverId,
      email: expect.stringContaining('@'),
      phone: expect.stringMatching(/^\(\d\d\) \d••••-\d{4}$/),
      pixKey: expect.stringContaining('demonstracao.invalid'),
    })
    const received = (await toReceive(receiverOf(given!))).find(({ id }) => id === given!.id)!
    expect(received['donor']).toMatchObject({
      id: people[2]!.id,
      phone: expect.stringMatching(/^\(\d\d\) \d••••-\d{4}$/),
    })
    expect([received['pixCopyPaste'], received['pixQrCode']]).toEqual([null, null])
    for (const view of [given!, received])
      expect(JSON.stringify(view)).not.toMatch(/"cpf"|"account"|"address"|passwordHash|birthDate/)
  })

  test('a receipt can be replaced until confirmation; a reused picture is flagged to all concerned', async () => {
    const open = (await Promise.all(people.map(toSend))).flat().filter(({ waiting }) => !waiting)
    const [one, other, third] = open as [Donation, Donation, Donation]
    const original = await sharp(await makeQrPng('um comprovante'))
      .resize(600, 900, { fit: 'fill' })
      .png()
      .toBuffer()
    expect((await send(one.id, donorOf(one).token, original.toString('base64'))).body).toEqual({
      status: 'PENDING_CONFIRMATION',
      receipt_reused: false,
    })
    expect(
      (await send(one.id, donorOf(one).token, `data:image/png;base64,${original.toString('base64')}`)).body
        .receipt_reused,
    ).toBe(false)
    const saved = (await sharp(original).webp({ lossless: true }).toBuffer()).toString('base64')
    expect((await send(other.id, donorOf(other).token, saved)).body.receipt_reused).toBe(true)
    const lossy = (await sharp(original).resize(500, 750).jpeg({ quality: 70 }).toBuffer()).toString('base64')
    const toSame =
      open.find(({ id, receiverId }) => id !== one.id && id !== other.id && receiverId === one.receiverId) ?? third
    const flagged = (await send(toSame.id, donorOf(toSame).token, lossy)).body.receipt_reused
    expect(flagged).toBe(true)
    expect((await toReceive(receiverOf(other))).find(({ id }) => id === other.id)).toMatchObject({
      receipt_reused: true,
    })
    expect((await testApp.call('GET /admin/donations/{id}', admin, { params: { id: other.id } })).body).toMatchObject({
      receipt_reused: true,
    })
    expect(await eventsOf(one.id)).toEqual(['donation.matched', 'donation.receipt_sent', 'donation.receipt_replaced'])
  })

  test('invalid uploads are refused and leave no trace', async () => {
    const donation = (await Promise.all(people.map(toSend)))
      .flat()
      .find(({ waiting, status }) => !waiting && status === 'PENDING_PAYMENT')!
    const { token } = donorOf(donation)
    const refused = async (body: string) => (await send(donation.id, token, body)).status
    expect(await refused('')).toBe(400)
    expect(await refused('não é base64')).toBe(400)
    expect(await refused(Buffer.from('<html>').toString('base64'))).toBe(415)
    expect(await refused(Buffer.alloc(5 * 1024 * 1024 + 3, 7).toString('base64'))).toBe(413)
    expect(await refused(Buffer.alloc(6 * 1024 * 1024, 7).toString('base64'))).toBe(413)
    expect((await toSend(donorOf(donation))).find(({ id }) => id === donation.id)).toMatchObject({
      status: 'PENDING_PAYMENT',
      receipt_sent_at: null,
    })
    expect(await send(NOWHERE, token, 'AAAA')).toMatchObject({ status: 404 })
  })

  test('64 simultaneous confirmations have one effect', async () => {
    const donation = (await Promise.all(people.map(toReceive)))
      .flat()
      .find(({ status }) => status === 'PENDING_CONFIRMATION')!
    const before = (await testApp.call('GET /donations/stats', receiverOf(donation).token)).body.totalReceived
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => confirm(donation.id, receiverOf(donation).token)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      answers.filter(({ status, body }) => status === 409 && body.code === 'donation.already_confirmed'),
    ).toHaveLength(63)
    expect((await testApp.call('GET /donations/stats', receiverOf(donation).token)).body.totalReceived).toBe(
      before + donation.amount,
    )
    expect((await eventsOf(donation.id)).filter((kind) => kind === 'donation.confirmed')).toHaveLength(1)
    expect(await confirm(NOWHERE, receiverOf(donation).token)).toMatchObject({ status: 404 })
    expect(
      await send(donation.id, donorOf(donation).token, (await makeQrPng('tarde')).toString('base64')),
    ).toMatchObject({ status: 409, body: { code: 'donation.already_confirmed' } })
  })

  test('third parties cannot see a donation, confirm it, or see its receipt', async () => {
    const donation = (await Promise.all(people.map(toReceive)))
      .flat()
      .find(({ status }) => status === 'PENDING_CONFIRMATION')!
    const other = people.find(({ id }) => id !== donation.donorId && id !== donation.receiverId)!
    expect(await confirm(donation.id, other.token)).toMatchObject({ status: 404 })
    expect(await confirm(donation.id, donorOf(donation).token)).toMatchObject({
      status: 403,
      body: { code: 'donation.not_receiver' },
    })
    expect(await confirm(donation.id, admin)).toMatchObject({ status: 403, body: { code: 'donation.not_receiver' } })
    expect(
      await testApp.call('GET /donations/{id}/comprovante', other.token, { params: { id: donation.id } }),
    ).toMatchObject({ status: 404 })
    expect(
      await testApp.call('POST /donations/{id}/report', other.token, {
        params: { id: donation.id },
        body: { reason: 'x' },
      }),
    ).toMatchObject({ status: 404 })
    const opens = async (token: string) =>
      (await testApp.call('GET /donations/{id}/comprovante', token, { params: { id: donation.id } })).body
        .comprovanteUrl
    const url = new URL(await opens(donorOf(donation).token))
    expect((await testApp.app.inject(url.pathname + url.search)).statusCode).toBe(200)
    testApp.clock.moveTo(testApp.clock.now() + 3_600_000)
    expect((await testApp.app.inject(url.pathname + url.search)).statusCode).toBe(404)
    testApp.clock.moveTo(testApp.clock.now() - 3_600_000)
  })

  test('its donor reads when the receiver saw the receipt: nobody else’s look is that, nor of the receipt before', async () => {
    const shown = async () => (await listed('?status=PENDING_CONFIRMATION&limit=100')).data
    const donation = (await shown()).find(({ receipt_seen_at: seen }) => seen === null)!
    const opens = (token: string) =>
      testApp.call('GET /donations/{id}/comprovante', token, { params: { id: donation.id } })
    const seenAt = async () => (await shown()).find(({ id }) => id === donation.id)!.receipt_seen_at
    await opens(donorOf(donation).token)
    await opens(admin)
    expect(await seenAt()).toBeNull()
    expect(await opens(receiverOf(donation).token)).toMatchObject({ status: 200 })
    const first = await seenAt()
    expect(first).not.toBeNull()
    testApp.clock.moveTo(testApp.clock.now() + 60_000)
    await opens(receiverOf(donation).token)
    expect(await seenAt(), 'the first look is the one that counts').toBe(first)
    const { status } = await send(donation.id, donorOf(donation).token, (await makeQrPng('outro')).toString('base64'))
    expect(status).toBe(201)
    expect(await seenAt()).toBeNull()
  })

  test('the administration’s lists apply every filter, alone and combined, with correct totals', async () => {
    const all = (await listed('?limit=100')).data
    expect(all.length).toBeGreaterThan(5)
    expect(all.map(({ createdAt, id }) => createdAt + id)).toEqual(
      all
        .map(({ createdAt, id }) => createdAt + id)
        .toSorted()
        .reverse(),
    )
    const [any] = all as [Donation]
    const checks: [string, (donation: Donation) => boolean][] = [
      ['status=PENDING_PAYMENT', ({ status }) => status === 'PENDING_PAYMENT'],
      ['status=PENDING_PAYMENT,PENDING_CONFIRMATION', ({ status }) => status.startsWith('PENDING')],
      ['status=CONFIRMED', ({ status }) => status === 'CONFIRMED'],
      ['status=EXPIRED,CANCELLED', ({ status }) => status === 'EXPIRED' || status === 'CANCELLED'],
      [`donorId=${any.donorId}`, ({ donorId }) => donorId === any.donorId],
      [`receiverId=${any.receiverId}`, ({ receiverId }) => receiverId === any.receiverId],
      [`id=${any.id}`, ({ id }) => id === any.id],
      ['type=PULL', ({ type }) => type === 'PULL'],
      ['minAmount=100', ({ amount }) => amount >= 100],
      ['maxAmount=99.99', ({ amount }) => amount <= 99.99],
      ['dateFrom=2026-11-10', () => true],
      ['dateFrom=2026-11-11', () => false],
      ['dateTo=2026-11-10', () => true],
      ['dateTo=2026-11-09', () => false],
      [
        `donorId=${any.donorId}&receiverId=${any.receiverId}&status=${any.status}`,
        (donation) =>
          donation.donorId === any.donorId && donation.receiverId === any.receiverId && donation.status === any.status,
      ],
      [`donorId=${NOWHERE}`, () => false],
    ]
    for (const [query, meets] of checks) {
      const { data, pagination } = await listed(`?limit=100&${query}`)
      expect([query, data.map(({ id }) => id)]).toEqual([query, all.filter(meets).map(({ id }) => id)])
      expect(pagination).toMatchObject({ currentPage: 1, totalItems: all.filter(meets).length, pageSize: 100 })
    }
  })

  test('paging by number, by item, and from the end returns the same rows', async () => {
    const all = (await listed('?limit=100')).data.map(({ id }) => id)
    const pages: string[] = []
    for (let page = 1; page <= Math.ceil(all.length / 2); page += 1)
      pages.push(...(await listed(`?limit=2&page=${page}`)).data.map(({ id }) => id))
    expect(pages).toEqual(all)
    expect((await listed(`?limit=2&page=2&after=${all[1]}`)).data.map(({ id }) => id)).toEqual(all.slice(2, 4))
    expect((await listed(`?limit=2&page=1&before=${all[2]}`)).data.map(({ id }) => id)).toEqual(all.slice(0, 2))
    expect((await listed('?limit=2&page=900')).data).toEqual([])
  })

  test('administrators see registered PIX keys in a demonstration too, and the count of each status', async () => {
    const { data } = await listed('?limit=100')
    expect(data[0]!['donor']).toMatchObject({ pixKey: expect.stringContaining('@exemplo.invalid') })
    const stats = (await testApp.call('GET /admin/donations/stats', admin)).body
    const of = (status: string) => data.filter((donation) => donation.status === status).length
    expect(stats).toEqual({
      totalDonations: data.length,
      pendingPayment: of('PENDING_PAYMENT'),
      pendingConfirmation: of('PENDING_CONFIRMATION'),
      confirmed: of('CONFIRMED'),
      expired: of('EXPIRED'),
      cancelled: of('CANCELLED'),
      totalAmount: data.reduce((sum, { amount }) => sum + amount, 0),
    })
  })

  test('level figures match the people in the level', async () => {
    const one = (await testApp.call('GET /donations/admin/level-stats/{level}', admin, { params: { level: '1' } })).body
    expect(one).toMatchObject({
      level: 1,
      totalUsers: 6,
      activeUsers: 6,
      completedUsers: 0,
      totalDonationsReceived: 1,
      totalAmountReceived: 100,
    })
    for (const level of ['0', '4', 'x'])
      expect(
        (await testApp.call('GET /donations/admin/level-stats/{level}', admin, { params: { level } })).status,
      ).toBe(400)
  })

  test('a member’s history is paged, newest first, without contact details', async () => {
    const receiver = people.find(({ id }) => id === people[0]!.id)!
    const { data, pagination } = (await testApp.call('GET /donations/history', receiver.token)).body
    expect(pagination).toMatchObject({ currentPage: 1, pageSize: 20 })
    for (const view of data) {
      expect(view).toMatchObject({
        donor: { phone: null, pixKey: null, email: null },
        receiver: { phone: null, pixKey: null, email: null },
        pixCopyPaste: null,
      })
      expect(['DONOR', 'RECEIVER']).toContain(view.role)
    }
  })

  test('date filters use days in São Paulo, first and last moment included', async () => {
    const { data } = await listed('?limit=1')
    const [circle] = await testApp.services.db.select().from(circles)
    const { donations } = await import('#server/tables/donations.ts')
    const at = async (instant: string) =>
      testApp.services.db
        .update(donations)
        .set({ createdAt: new Date(instant) })
        .where(eq(donations.id, data[0]!.id))
    const isIn = async (query: string) =>
      (await listed(`?limit=100&${query}`)).data.some(({ id }) => id === data[0]!.id)
    await at('2026-03-10T03:00:00.000Z')
    expect([await isIn('dateFrom=2026-03-10&dateTo=2026-03-10'), await isIn('dateTo=2026-03-09')]).toEqual([
      true,
      false,
    ])
    await at('2026-03-11T02:59:59.999Z')
    expect([await isIn('dateFrom=2026-03-10&dateTo=2026-03-10'), await isIn('dateFrom=2026-03-11')]).toEqual([
      true,
      false,
    ])
    await at(data[0]!.createdAt)
    expect(circle!.plan.name).toBe(presets.termos.name)
  })

  describe('after the clock moved', () => {
    test('64 simultaneous pulls create a month’s donations once, and a clock set back creates no past month’s', async () => {
      testApp.clock.moveTo(testApp.clock.now() + 31 * DAY)
      admin = await testApp.administrator()
      const answers = await Promise.all(
        Array.from({ length: 64 }, () =>
          testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} }),
        ),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
      expect(answers.filter(({ body }) => body.createdCount > 0)).toHaveLength(1)
      testApp.clock.moveTo(testApp.clock.now() - 32 * DAY)
      admin = (
        await testApp.call('POST /auth/login', null, {
          body: { email: 'admin@ciranda.local', password: 'senha-da-administracao' },
        })
      ).body.access_token
      // Time never falls inside a circle: what is asked now is asked in the month that was already pulled.
      const again = await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
      expect(again).toMatchObject({ status: 201, body: { createdCount: 0, skippedExisting: people.length } })
    })
  })
})
