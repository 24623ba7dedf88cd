import { and, eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { verifyLedger } from '#circle/ledger/verify.ts'
import type { NoticeKind } from '#contracts/notices/notice.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { donations } from '#server/tables/donations.ts'
import { ledger } from '#server/tables/ledger.ts'
import { notices } from '#server/tables/notices.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { remindReceivers } from './remind-receiver.ts'
import { notifyLateConfirmations } from './notify-late.ts'

const DAY_MS = 86_400_000
const ID = 'E60701190202611101435AbC12345678'
const OTHER = 'E60701190202611101436AbC12345678'

/** A demonstration of four in which the first receives from the others. */
describe('a receipt that waits for its receiver', () => {
  let testApp: TestApp
  let people: Person[]
  let donation: typeof donations.$inferSelect
  let second: typeof donations.$inferSelect

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
    people = await testApp.placed(4)
    await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
    const rows = await testApp.services.db.select().from(donations).orderBy(donations.id)
    donation = rows.find(({ receiverId }) => receiverId === people[0]!.id)!
    second = rows.find(({ id, receiverId }) => id !== donation.id && receiverId === people[0]!.id)!
  })

  const tokenOf = (id: string | null) => people.find((person) => person.id === id)!.token
  const emails: Record<string, string> = {}
  /** A token that holds now: one of before does not when the clock was moved. */
  const again = async (id: string | null) => {
    const everybody = (await testApp.call('GET /users', await testApp.administrator())).body as {
      id: string
      email: string
    }[]
    for (const one of everybody) emails[one.id] = one.email
    const body = { email: emails[id!], password: PASSWORD }
    return (await testApp.call('POST /auth/login', null, { body })).body.access_token as string
  }
  const send = async (row: typeof donation, pix_transaction?: string, key?: string, token = tokenOf(row.donorId)) =>
    testApp.call('POST /donations/{id}/comprovante', token, {
      params: { id: row.id },
      body: { comprovanteBase64: await receiptPicture(row.id), ...(pix_transaction ? { pix_transaction } : {}) },
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    })
  const told = async (...kinds: NoticeKind[]) =>
    (await testApp.services.db.select().from(notices).where(inArray(notices.kind, kinds)).orderBy(notices.id)).map(
      ({ kind, userId }) => [kind, userId],
    )
  const moveTo = async (at: number) => {
    testApp.clock.moveTo(at)
    await runDueJobs(testApp.services)
  }
  const ofDonation = async () =>
    (await testApp.services.db.select().from(donations).where(eq(donations.id, donation.id)))[0]!

  test('is answered within five days, which both are shown', async () => {
    const now = testApp.clock.now()
    expect((await send(donation)).status).toBe(201)
    const due = new Date(now + 5 * DAY_MS).toISOString()
    const [toSend] = (await testApp.call('GET /donations/to-send', tokenOf(donation.donorId))).body
    expect(toSend).toMatchObject({ answer_due: due, late: false })
    const received = (await testApp.call('GET /donations/to-receive', people[0]!.token)).body as { id: string }[]
    expect(received.find(({ id }) => id === donation.id)).toMatchObject({ answer_due: due })
  })

  test('is reminded of on the second day and on the fourth, once each, also with two processes', async () => {
    const now = testApp.clock.now()
    await send(donation)
    await moveTo(now + 2 * DAY_MS - 1)
    expect(await told('donation.to_answer')).toEqual([])
    testApp.clock.moveTo(now + 2 * DAY_MS)
    const other = { ...testApp.services, stateCache: new Map() }
    await Promise.all([testApp.services, other].map((services) => remindReceivers(services, donation.circleId)))
    await moveTo(now + 3 * DAY_MS)
    expect(await told('donation.to_answer')).toEqual([['donation.to_answer', people[0]!.id]])
    await moveTo(now + 4 * DAY_MS)
    await moveTo(now + 5 * DAY_MS - 1)
    expect(await told('donation.to_answer')).toHaveLength(2)
    const letters = readOutbox(testApp.services.config.dataDir)
    expect(letters.filter((text) => text.includes('Um comprovante espera a sua resposta até 15/11'))).toHaveLength(2)
  })

  test('is asked of nobody who may not answer: the donor and the administration alone hear that its days are over', async () => {
    const now = testApp.clock.now()
    await send(donation)
    await testApp.services.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, donation.receiverId!))
    await moveTo(now + 4 * DAY_MS)
    await moveTo(now + 5 * DAY_MS + 1)
    expect(await told('donation.to_answer', 'donation.unanswered', 'donation.answer_overdue')).toEqual([
      ['donation.unanswered', donation.donorId],
    ])
  })

  test('is reminded of in one notice with another of the same day', async () => {
    const now = testApp.clock.now()
    await send(donation)
    await send(second)
    await moveTo(now + 4 * DAY_MS)
    const [row] = await testApp.services.db.select().from(notices).where(eq(notices.kind, 'donation.to_answer'))
    expect(row!.facts).toMatchObject({ count: 2, amountCents: 200_00, dueAt: now + 5 * DAY_MS })
    expect(await told('donation.to_answer')).toHaveLength(1)
  })

  test('comes to the administration when the days are over: its list, its letter, both people, once', async () => {
    const now = testApp.clock.now()
    await send(donation)
    await moveTo(now + 5 * DAY_MS)
    expect(await told('donation.unanswered', 'donation.answer_overdue')).toEqual([])
    testApp.clock.moveTo(now + 5 * DAY_MS + 1)
    const other = { ...testApp.services, stateCache: new Map() }
    await Promise.all([testApp.services, other].map((services) => notifyLateConfirmations(services, donation.circleId)))
    await moveTo(now + 6 * DAY_MS)
    expect(await told('donation.unanswered', 'donation.answer_overdue')).toEqual([
      ['donation.unanswered', donation.donorId],
      ['donation.answer_overdue', donation.receiverId],
    ])
    const letters = readOutbox(testApp.services.config.dataDir)
    expect(letters.filter((text) => text.includes('do prazo sem resposta de quem recebe'))).toHaveLength(1)
    const { late_confirmations: late } = (await testApp.call('GET /admin/tasks', await testApp.administrator())).body
    expect(late).toMatchObject({
      count: 1,
      items: [
        {
          id: donation.id,
          rejections: 0,
          receipt_sent_at: new Date(now).toISOString(),
          answer_due: new Date(now + 5 * DAY_MS).toISOString(),
        },
      ],
    })
    const token = await again(donation.donorId)
    expect((await testApp.call('GET /donations/to-send', token)).body[0]).toMatchObject({ late: true })
    // The receiver may still answer, and then nothing waits for anybody.
    const confirmed = await testApp.call('PATCH /donations/{id}/confirm', await again(donation.receiverId), {
      params: { id: donation.id },
    })
    expect(confirmed.status).toBe(200)
    expect((await testApp.call('GET /admin/tasks', await testApp.administrator())).body.late_confirmations.count).toBe(
      0,
    )
  })

  test('under a report stands on the list of reports alone, and nobody is reminded', async () => {
    const now = testApp.clock.now()
    await send(donation)
    const report = await testApp.call('POST /donations/{id}/report', tokenOf(donation.donorId), {
      params: { id: donation.id },
      body: { reason: 'paguei e ninguém responde' },
    })
    expect(report.status).toBe(201)
    await moveTo(now + 2 * DAY_MS)
    await moveTo(now + 6 * DAY_MS)
    expect(await told('donation.to_answer', 'donation.unanswered')).toEqual([])
    const tasks = (await testApp.call('GET /admin/tasks', await testApp.administrator())).body
    expect([tasks.late_confirmations.count, tasks.open_reports.count]).toEqual([0, 1])
  })

  test('keeps its days when it is replaced, and another attempt gets its own', async () => {
    const now = testApp.clock.now()
    await send(donation)
    testApp.clock.moveTo(now + 60_000)
    await send(donation)
    expect((await ofDonation()).answerDueAt!.getTime()).toBe(now + 5 * DAY_MS)
    const rejected = await testApp.call('POST /donations/{id}/reject-receipt', people[0]!.token, {
      params: { id: donation.id },
      body: { reason: 'não chegou nada' },
    })
    expect(rejected.status).toBe(201)
    expect(await ofDonation()).toMatchObject({ answerDueAt: null, answerReminders: 0 })
    testApp.clock.moveTo(now + 120_000)
    await send(donation)
    expect((await ofDonation()).answerDueAt!.getTime()).toBe(now + 120_000 + 5 * DAY_MS)
  })

  test('has the days of the circle’s setting, from 2 to 15, which is in the ledger; those sent before keep theirs', async () => {
    const now = testApp.clock.now()
    const set = async (days: number, as?: string) =>
      testApp.call('PATCH /admin/circle/answer-days', as ?? (await testApp.administrator()), { body: { days } })
    await send(donation)
    for (const days of [1, 16, 2.5]) expect((await set(days)).status).toBe(400)
    expect((await set(2, people[0]!.token)).status).toBe(403)
    expect((await set(2)).body.answer_days).toBe(2)
    await set(2)
    await send(second)
    expect((await ofDonation()).answerDueAt!.getTime()).toBe(now + 5 * DAY_MS)
    const [row] = await testApp.services.db.select().from(donations).where(eq(donations.id, second.id))
    expect(row!.answerDueAt!.getTime()).toBe(now + 2 * DAY_MS)
    const noted = await testApp.services.db.select().from(ledger).where(eq(ledger.kind, 'circle.answer_days_set'))
    expect(noted.map(({ payload }) => payload['days'])).toEqual(['2'])
    expect(await told('circle.answer_days_set')).toHaveLength(4)
  })

  test('from before there were days gets them from the update on', async () => {
    const now = testApp.clock.now()
    await send(donation)
    await testApp.services.db.update(donations).set({ answerDueAt: null }).where(eq(donations.id, donation.id))
    await moveTo(now + 20 * DAY_MS)
    expect((await ofDonation()).answerDueAt!.getTime()).toBe(now + 25 * DAY_MS)
  })

  test('shows the PIX transaction to both people, and its hash stands in the ledger, which the verifier repeats', async () => {
    expect((await send(donation, ` ${ID} `)).status).toBe(201)
    const [mine] = (await testApp.call('GET /donations/to-send', tokenOf(donation.donorId))).body
    expect(mine.pix_transaction).toBe(ID)
    const theirs = (await testApp.call('GET /donations/to-receive', people[0]!.token)).body as { id: string }[]
    expect(theirs.find(({ id }) => id === donation.id)).toMatchObject({ pix_transaction: ID })
    const rows = await testApp.services.db
      .select()
      .from(ledger)
      .where(eq(ledger.circleId, donation.circleId))
      .orderBy(ledger.seq)
    const sent = rows.find(({ kind }) => kind === 'donation.receipt_sent')!
    expect(sent.payload['payment']).toBe(sha256(ID.toUpperCase()))
    expect(JSON.stringify(rows)).not.toContain(ID)
    const entries = rows.map(({ seq, at, actorId, kind, payload, previousHash, hash }) => ({
      seq,
      at: at.toISOString(),
      actor_id: actorId,
      kind,
      payload,
      previous_hash: previousHash,
      hash,
    }))
    const { seq, hash, at } = entries.at(-1)!
    const head = { circle_id: donation.circleId, seq, hash, at, key: '', signature: '', isSigned: true }
    expect(verifyLedger({ circleId: donation.circleId, entries, head }, { sha256 }).faults).toEqual([])
  })

  test('is refused with the PIX transaction of another donation, in capitals too, and nothing is changed by it', async () => {
    expect((await send(donation, ID)).status).toBe(201)
    for (const id of [ID, ID.toUpperCase()]) {
      const refused = await send(second, id)
      expect([refused.status, refused.body.code]).toEqual([409, 'donation.payment_reused'])
      expect(refused.body.message).toContain('já está em outra doação')
    }
    const [row] = await testApp.services.db.select().from(donations).where(eq(donations.id, second.id))
    expect(row).toMatchObject({ status: 'PENDING_PAYMENT', pixTransaction: null, receiptSha256: null })
    expect((await send(second, OTHER)).status).toBe(201)
  })

  test('of two donations that name one PIX transaction at the same moment only one is taken', async () => {
    const answers = await Promise.all([send(donation, ID), send(second, ID)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('may name its own PIX transaction again: the same request repeated, replaced, and after a rejection', async () => {
    const key = '0190a1b2-0000-7000-8000-0000000000c1'
    expect([(await send(donation, ID, key)).status, (await send(donation, ID, key)).status]).toEqual([201, 201])
    expect((await send(donation, ID)).status).toBe(201)
    await testApp.call('POST /donations/{id}/reject-receipt', people[0]!.token, {
      params: { id: donation.id },
      body: { reason: 'não chegou nada' },
    })
    expect((await send(donation, ID)).status).toBe(201)
    const [mine] = (await testApp.call('GET /donations/to-send', tokenOf(donation.donorId))).body
    expect(mine.rejections).toMatchObject([{ pix_transaction: ID }])
  })

  test('with an id that has not the shape of one is refused with a sentence, and the plain call needs none', async () => {
    const wrong = await send(donation, 'E123')
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([400, expect.stringContaining('começa com E e tem 32')])
    expect((await send(donation)).status).toBe(201)
    expect(await testApp.services.db.$count(users, and(eq(users.role, 'USER')))).toBe(4)
  })
})
