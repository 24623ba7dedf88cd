import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { FILL_RECEIPT_LEFT } from '#server/backup/bring-forward.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { deleteScheduled, scheduleDeletion } from '#server/files/remove.ts'
import { donations } from '#server/tables/donations.ts'
import { ledger } from '#server/tables/ledger.ts'
import { rejectedReceipts } from '#server/tables/rejected-receipts.ts'
import { reports } from '#server/tables/reports.ts'
import { replayLedger } from '#server/circle-store/testing/replay.ts'
import { loadState } from '#server/circle-store/load.ts'
import { circles } from '#server/tables/circles.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

const DAY_MS = 86_400_000

describe('rejecting a receipt', () => {
  let testApp: TestApp
  let admin: string
  let donationId: string
  let donor: Person
  let receiver: Person
  let outsider: Person

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
    admin = await testApp.administrator()
    const people = await testApp.placed(4)
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    donor = { ...people[2]! }
    const [owed] = (await testApp.call('GET /donations/to-send', donor.token)).body
    donationId = owed.id
    receiver = { ...people.find(({ id }) => id === owed.receiverId)! }
    outsider = people.find(({ id }) => id !== receiver.id && id !== donor.id)!
  })

  const send = async (text = donationId) => {
    const answer = await testApp.call('POST /donations/{id}/comprovante', donor.token, {
      params: { id: donationId },
      body: { comprovanteBase64: await receiptPicture(text) },
    })
    expect(answer.status).toBe(201)
  }
  const reject = (who: Person, body: object = {}, headers: Record<string, string> = {}) =>
    testApp.call('POST /donations/{id}/reject-receipt', who.token, {
      params: { id: donationId },
      body: { reason: 'Não entrou no meu extrato', ...body },
      headers,
    })
  const confirm = () => testApp.call('PATCH /donations/{id}/confirm', receiver.token, { params: { id: donationId } })
  /** Lets time pass; the parties sign in again, for a token does not last that long. */
  const moveTo = async (at: number) => {
    testApp.clock.moveTo(at)
    const everybody = (await testApp.call('GET /users', await testApp.administrator())).body
    for (const person of [donor, receiver]) {
      const { email } = everybody.find(({ id }: { id: string }) => id === person.id)
      const { body } = await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
      Object.assign(person, { token: body.access_token })
    }
  }
  const viewOf = async (who: Person) => {
    const list = who === donor ? 'GET /donations/to-send' : 'GET /donations/to-receive'
    return (await testApp.call(list, who.token)).body.find(({ id }: { id: string }) => id === donationId)
  }
  const texts = async (who: Person) =>
    (await testApp.call('GET /me/notices', who.token)).body.data.map(({ text }: { text: string }) => text)
  const picture = (token: string, attempt = 1) =>
    testApp.call('GET /donations/{id}/rejected-receipts/{attempt}', token, {
      params: { id: donationId, attempt: String(attempt) },
    })
  const kinds = async () =>
    (await testApp.services.db.select().from(ledger).orderBy(ledger.seq))
      .filter(({ payload }) => payload['donationId'] === donationId)
      .map(({ kind }) => kind)
  const verdict = async () => {
    const { body } = await testApp.call('GET /ledger/export', receiver.token)
    return verify(readLedger(body))
  }

  test('makes the donation wait for another, tells the donor why and until when, and the verifier agrees', async () => {
    await send()
    await moveTo(testApp.clock.now() + 5 * DAY_MS)
    const { deadline } = await viewOf(donor)
    const answer = await reject(receiver)
    expect(answer).toMatchObject({ status: 201, body: { status: 'PENDING_PAYMENT', attempt: 1, report_id: null } })
    expect(Date.parse(answer.body.deadline)).toBe(Date.parse(deadline) + 5 * DAY_MS)
    expect(await viewOf(donor)).toMatchObject({
      status: 'PENDING_PAYMENT',
      deadline: answer.body.deadline,
      receipt_sent_at: null,
      is_reported: false,
      rejections: [{ attempt: 1, reason: 'Não entrou no meu extrato', has_picture: true, rejection_signed: false }],
      allowed: ['send_receipt', 'report'],
    })
    expect(await texts(donor)).toContainEqual(expect.stringContaining('recusou o seu comprovante'))
    await runDueJobs(testApp.services)
    expect(readOutbox(testApp.services.config.dataDir).join('\n')).toContain('recusou o seu comprovante')
    const { body: stats } = await testApp.call('GET /admin/donations/stats', await testApp.administrator())
    expect(stats).toMatchObject({ pendingConfirmation: 0 })
    await send('outro')
    expect((await confirm()).status).toBe(200)
    const { faults } = await verdict()
    expect(faults).toEqual([])
  })

  test('is the receiver’s alone, with a reason, and only while a receipt waits', async () => {
    expect(await reject(receiver)).toMatchObject({ status: 409, body: { code: 'donation.no_receipt' } })
    await send()
    expect(await reject(receiver, { reason: ' ' })).toMatchObject({
      status: 400,
      body: { message: 'Por favor, diga o que você conferiu' },
    })
    expect(await reject(donor)).toMatchObject({ status: 403, body: { code: 'donation.not_receiver' } })
    expect(await reject(outsider)).toMatchObject({ status: 404 })
    expect(await reject({ id: '', token: admin })).toMatchObject({ status: 403 })
    expect(await kinds()).not.toContain('donation.receipt_rejected')
  })

  test('in a demonstration the reason shows the donor nothing that could be paid to', async () => {
    await send()
    await reject(receiver, { reason: 'Pague de novo para rosa@exemplo.com.br' })
    expect((await viewOf(donor)).rejections[0].reason).not.toContain('rosa@exemplo')
    expect((await viewOf(receiver)).rejections[0].reason).toContain('rosa@exemplo')
  })

  test('twice at once has one effect: the second click and the second tab hear that it is rejected', async () => {
    await send()
    const both = await Promise.all([reject(receiver), reject(receiver)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'donation.receipt_rejected' })
    expect((await kinds()).filter((kind) => kind === 'donation.receipt_rejected')).toHaveLength(1)
  })

  test('the same request again gets the same answer and changes nothing', async () => {
    await send()
    const headers = { 'idempotency-key': 'recusa-1' }
    const first = await reject(receiver, {}, headers)
    await send('outro')
    expect((await reject(receiver, {}, headers)).body).toEqual(first.body)
    expect(await viewOf(receiver)).toMatchObject({ status: 'PENDING_CONFIRMATION' })
  })

  test('a confirmation and a rejection at once: one wins, and the other says what became of the receipt', async () => {
    await send()
    const [confirmed, rejected] = await Promise.all([confirm(), reject(receiver)])
    const lost = confirmed.status === 200 ? rejected : confirmed
    expect([confirmed.status === 200, rejected.status === 201].filter(Boolean)).toHaveLength(1)
    expect(lost).toMatchObject({
      status: 409,
      body: { code: lost === rejected ? 'donation.already_confirmed' : 'donation.receipt_rejected' },
    })
  })

  test('a dialog left open does not reject the receipt that came after it', async () => {
    await send()
    const { receipt_sent_at } = await viewOf(receiver)
    testApp.clock.advance(60_000)
    await send('outro')
    expect(await reject(receiver, { receipt_sent_at })).toMatchObject({
      status: 409,
      body: { code: 'donation.receipt_replaced' },
    })
    const seen = (await viewOf(receiver)).receipt_sent_at
    expect(await reject(receiver, { receipt_sent_at: seen })).toMatchObject({ status: 201 })
  })

  test('the rejected picture stays readable for both parties and administrators, and for nobody else', async () => {
    await send()
    await reject(receiver)
    for (const token of [donor.token, receiver.token, admin]) {
      const { status, body } = await picture(token)
      expect(status).toBe(200)
      expect((await testApp.app.inject({ url: body.comprovanteUrl })).statusCode).toBe(200)
    }
    expect(await picture(outsider.token)).toMatchObject({ status: 404 })
    expect(await picture(donor.token, 2)).toMatchObject({ status: 409, body: { code: 'donation.no_receipt' } })
    // Nor is the file swept away when the donor sends the next picture.
    const { sha256 } = (
      await testApp.services.db.select({ sha256: rejectedReceipts.receiptSha256 }).from(rejectedReceipts)
    )[0]!
    await scheduleDeletion(testApp.services, testApp.services.db, [sha256])
    expect(await deleteScheduled(testApp.services)).toBe(0)
  })

  test('the time of the report that it opens is the ledger’s, however long writing it takes', async () => {
    const { clock } = testApp.services
    const still = clock.now.bind(clock)
    let ticks = 0
    const ticking = vi.spyOn(clock, 'now').mockImplementation(() => still() + (ticks += 1))
    for (const text of ['um', 'dois']) {
      await send(text)
      expect((await reject(receiver)).status).toBe(201)
    }
    ticking.mockRestore()
    const [row] = await testApp.services.db.select().from(reports).where(eq(reports.donationId, donationId))
    const entries = await testApp.services.db.select().from(ledger).where(eq(ledger.kind, 'donation.reported'))
    expect(entries.map(({ at }) => at)).toEqual([row!.reportedAt])
  })

  test('keeps the receiver from leaving, or erasing their account, until the donation is settled', async () => {
    const leaves = (name: 'POST /me/leave' | 'DELETE /me') =>
      testApp.call(name, receiver.token, { body: { password: PASSWORD } })
    await send()
    await reject(receiver)
    for (const name of ['POST /me/leave', 'DELETE /me'] as const)
      expect(await leaves(name)).toMatchObject({ status: 409, body: { code: 'privacy.rejected_waits' } })
    expect((await testApp.call('GET /me/leaving', receiver.token)).body).toMatchObject({
      can_leave: false,
      can_erase: false,
      open: { awaited: { count: 1 } },
    })
    expect(await viewOf(donor)).toMatchObject({ status: 'PENDING_PAYMENT' })
    await send('outro')
    await confirm()
    expect((await leaves('POST /me/leave')).status).toBe(200)
  })

  test('keeps the receiver no longer once a person decided that it was no payment, also where nothing is paid any more', async () => {
    for (const text of ['um', 'dois']) {
      await send(text)
      await reject(receiver)
    }
    const [report] = (await testApp.call('GET /admin/donations/reports', admin)).body.data
    const body = { donation_outcome: 'keep', resolution_message: 'O dinheiro não entrou.', admin_notes: 'nota' }
    const resolving = { params: { id: report.id }, body }
    expect((await testApp.call('POST /admin/donations/reports/{id}/resolve', admin, resolving)).status).toBe(201)
    expect(await viewOf(donor)).toMatchObject({ status: 'PENDING_PAYMENT' })
    expect((await testApp.call('GET /me/leaving', receiver.token)).body).toMatchObject({
      can_leave: true,
      can_erase: true,
    })
    expect((await testApp.call('DELETE /me', receiver.token, { body: { password: PASSWORD } })).status).toBe(200)
  })

  test('the second opens a report, told to both, and while it is open nobody goes on rejecting for ever', async () => {
    await send()
    await reject(receiver)
    await send('segundo')
    const second = await reject(receiver, { reason: 'De novo, nada' })
    expect(second.body).toMatchObject({ attempt: 2, report_id: expect.any(String) })
    for (const party of [donor, receiver])
      expect(await texts(party)).toContainEqual('Um problema foi avisado sobre uma doação sua.')
    const { body: own } = await testApp.call('GET /donations/reports', receiver.token)
    expect(own.data).toMatchObject([
      { id: second.body.report_id, report_reason: 'De novo, nada', report_resolved: false },
    ])
    expect(await viewOf(donor)).toMatchObject({ is_reported: true, clock_stopped: { until: null, ends: null } })
    await send('terceiro')
    expect(await viewOf(receiver)).toMatchObject({ allowed: expect.not.arrayContaining(['reject_receipt']) })
    expect(await reject(receiver)).toMatchObject({ status: 409, body: { code: 'donation.report_decides' } })
    const resolved = await testApp.call('POST /admin/donations/reports/{id}/resolve', admin, {
      params: { id: second.body.report_id },
      body: { resolution_message: 'O extrato mostra.', admin_notes: 'visto', donation_outcome: 'keep' },
    })
    expect(resolved.status).toBe(201)
    expect(await reject(receiver, { reason: 'Ainda nada' })).toMatchObject({ status: 201, body: { attempt: 3 } })
    expect((await kinds()).filter((kind) => kind === 'donation.reported')).toHaveLength(2)
    expect((await verdict()).faults).toEqual([])
  })

  test('an erased party takes the picture and the reason along; that it was rejected stays', async () => {
    await send()
    await reject(receiver)
    await expect(testApp.services.db.update(rejectedReceipts).set({ reason: 'outra coisa' })).rejects.toThrow()
    await testApp.services.db
      .update(rejectedReceipts)
      .set({ reason: null, receiptSha256: null, receiptPixelHash: null })
    expect((await viewOf(donor)).rejections).toMatchObject([{ attempt: 1, reason: null, has_picture: false }])
  })

  test('the stored state is the one that the ledger tells, through rejections and replacements', async () => {
    await send()
    await send('trocado')
    await reject(receiver)
    await send('segundo')
    const { db } = testApp.services
    const [circle] = await db.select().from(circles)
    await db.transaction(async (tx) => {
      expect(await loadState(tx, circle!)).toEqual(await replayLedger(tx, circle!.id))
    })
  })

  test('a receipt that waited before this was recorded gets its donor’s time left from the ledger, a report counted in', async () => {
    await testApp.call('POST /donations/{id}/report', donor.token, {
      params: { id: donationId },
      body: { reason: 'a chave não existe' },
    })
    testApp.clock.advance(60_000)
    await send()
    testApp.clock.advance(60_000)
    await send('trocado')
    const { db } = testApp.services
    await db.update(donations).set({ receiptLeftMs: null })
    await db.execute(sql.raw(FILL_RECEIPT_LEFT))
    const [circle] = await db.select().from(circles)
    await db.transaction(async (tx) => {
      const state = await loadState(tx, circle!)
      expect(state.donations.get(donationId)!.leftMs).toBeGreaterThan(0)
      expect(state).toEqual(await replayLedger(tx, circle!.id))
    })
  })

  test('a replaced receipt is in the ledger with the hash of the picture that the parties can read', async () => {
    await send()
    await send('trocado')
    const rows = await testApp.services.db.select().from(ledger).orderBy(ledger.seq)
    const replaced = rows.find(({ kind }) => kind === 'donation.receipt_replaced')!
    const { body } = await testApp.call('GET /donations/{id}/comprovante', receiver.token, {
      params: { id: donationId },
    })
    const { rawPayload } = await testApp.app.inject({ url: body.comprovanteUrl })
    expect(replaced.payload['image']).toBe(createHash('sha256').update(rawPayload).digest('hex'))
  })

  describe('a donor’s own report', () => {
    const report = () =>
      testApp.call('POST /donations/{id}/report', donor.token, {
        params: { id: donationId },
        body: { reason: 'a chave não existe' },
      })
    const statusNow = async () =>
      (await testApp.services.db.select().from(donations).where(eq(donations.id, donationId)))[0]!.status

    test('stops the deadline for fourteen days, told to both and in the administrators’ list, and then it runs out', async () => {
      const before = Date.parse((await viewOf(donor)).deadline)
      expect((await report()).status).toBe(201)
      const until = new Date(testApp.clock.now() + 14 * DAY_MS).toISOString()
      for (const party of [donor, receiver])
        expect(await viewOf(party)).toMatchObject({
          clock_stopped: { until, ends: new Date(before + 14 * DAY_MS).toISOString() },
          deadline: new Date(before).toISOString(),
        })
      const { body } = await testApp.call('GET /admin/donations/reports', admin)
      expect(body.data).toMatchObject([{ deadline_stopped_until: until }])
      await moveTo(before + 14 * DAY_MS)
      await runDueJobs(testApp.services)
      expect(await statusNow()).toBe('PENDING_PAYMENT')
      expect(await viewOf(donor)).toMatchObject({
        clock_stopped: null,
        deadline: new Date(before + 14 * DAY_MS).toISOString(),
        allowed: expect.arrayContaining(['send_receipt']),
      })
      expect(await report()).toMatchObject({ status: 409, body: { code: 'donation.already_reported' } })
      await moveTo(before + 14 * DAY_MS + 1)
      await runDueJobs(testApp.services)
      expect(await statusNow()).toBe('EXPIRED')
      expect((await verdict()).faults).toEqual([])
    })
  })
})
