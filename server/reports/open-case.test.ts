import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadState } from '#server/circle-store/load.ts'
import { replayLedger } from '#server/circle-store/testing/replay.ts'
import { expireDonations } from '#server/donations/expire.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { notices } from '#server/tables/notices.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { wordsAreKept } from '#server/testing/kept-words.ts'
import { owedDonation } from '#server/testing/reported-donation.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

const DAY_MS = 86_400_000
const REASON = 'As duas pessoas me escreveram, e nenhuma abriu um report.'

describe('a case without a report of its parties', () => {
  let testApp: TestApp
  let admin: string
  let donationId: string
  let donor: Person
  let receiver: Person

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
    ;({ admin, donationId, donor, receiver } = await owedDonation(testApp))
  })

  const opens = (token = admin, reason = REASON) =>
    testApp.call('POST /admin/donations/{id}/open-case', token, { params: { id: donationId }, body: { reason } })
  const told = async ({ id }: Person) =>
    (await testApp.services.db.select().from(notices).where(eq(notices.userId, id)))
      .filter(({ kind }) => kind.startsWith('case.'))
      .map(({ kind, facts }) => ({ kind, facts }))
  const circle = async () => (await testApp.services.db.select().from(circles))[0]!
  const verdict = async () => verify(readLedger((await testApp.call('GET /ledger/export', admin)).body))
  /** The ledger repeats to the very state that the tables hold, and the verifier finds nothing. */
  const holdsTogether = async () => {
    const row = await circle()
    const replayed = await replayLedger(testApp.services.db, row.id)
    expect(replayed).toEqual(await testApp.services.db.transaction((tx) => loadState(tx, row)))
    expect((await verdict()).faults).toEqual([])
  }
  const rejects = async () => {
    expect((await testApp.pays(donationId, donor.token)).status).toBe(201)
    const body = { reason: 'Não entrou no meu extrato' }
    const answer = await testApp.call('POST /donations/{id}/reject-receipt', receiver.token, {
      params: { id: donationId },
      body,
    })
    expect(answer.status).toBe(201)
  }
  const reportOf = async () => {
    const { body } = await testApp.call('GET /admin/donations/reports', admin, { query: `?donationId=${donationId}` })
    return body.data[0]
  }

  test('is opened by an administrator with a reason, told to both parties once, and read by both', async () => {
    const opened = await opens()
    expect(opened).toMatchObject({ status: 201, body: { status: 'PENDING' } })
    const facts = { donationId, reportId: opened.body.id, byAdministration: true }
    for (const party of [donor, receiver]) {
      expect(await told(party)).toEqual([{ kind: 'case.opened', facts }])
      const { body } = await testApp.call('GET /reports/{id}', party.token, { params: { id: opened.body.id } })
      expect(body).toMatchObject({
        reported_by: 'administration',
        timeline: [{ kind: 'opened', by: 'administration', text: REASON, is_own: false }],
        allowed: ['add'],
      })
      expect(wordsAreKept(body.timeline[0].text, body.timeline[0].proof)).toBe(true)
    }
    expect(await reportOf()).toMatchObject({ reporterId: null, reporter: { id: null, name: 'Administração' } })
    const { body: own } = await testApp.call('GET /donations/reports', donor.token)
    expect(own.data).toEqual([])
    const { body: tasks } = await testApp.call('GET /admin/tasks', admin)
    expect(tasks.open_reports).toMatchObject({ count: 1, items: [{ reporter: 'Administração' }] })
    await holdsTogether()
  })

  test('is opened by nobody else, with a reason, once at a time, and only while the donation is open', async () => {
    for (const { token } of [donor, receiver]) expect((await opens(token)).status).toBe(403)
    expect((await opens(admin, '  ')).status).toBe(400)
    expect((await opens()).status).toBe(201)
    expect(await opens()).toMatchObject({ status: 409, body: { code: 'donation.already_reported' } })
    const elsewhere = { params: { id: '01234567-89ab-7def-8123-456789abcdef' }, body: { reason: REASON } }
    expect((await testApp.call('POST /admin/donations/{id}/open-case', admin, elsewhere)).status).toBe(404)
  })

  test('follows from a rejected receipt whose time is over: the donation stays, both are told, a person decides', async () => {
    await rejects()
    testApp.clock.advance(60 * DAY_MS)
    admin = await testApp.administrator()
    const { id } = await circle()
    await expireDonations(testApp.services, id)
    await expireDonations(testApp.services, id)
    const [row] = await testApp.services.db.select().from(donations).where(eq(donations.id, donationId))
    expect(row).toMatchObject({ status: 'PENDING_PAYMENT', endedAt: null, isUndecided: true })
    const report = await reportOf()
    expect(report).toMatchObject({ reporterId: null, status: 'PENDING', id: row!.reportId })
    expect(report.report_reason).toContain('um comprovante desta doação foi recusado')
    for (const party of [donor, receiver]) expect(await told(party)).toHaveLength(1)
    await holdsTogether()
    const body = {
      resolution: 'RESOLVED',
      resolution_message: 'Falta o pagamento.',
      admin_notes: 'n',
      donation_outcome: 'keep',
    }
    const decided = await testApp.call('POST /admin/donations/reports/{id}/resolve', admin, {
      params: { id: report.id },
      body,
    })
    expect(decided.status).toBe(201)
    const [kept] = await testApp.services.db.select().from(donations).where(eq(donations.id, donationId))
    expect(kept).toMatchObject({ status: 'PENDING_PAYMENT', isUndecided: false })
    expect(kept!.deadlineAt.getTime()).toBe(testApp.clock.now() + 2 * DAY_MS)
    await holdsTogether()
  })

  test('follows when the turn is passed on: a disputed donation does not vanish with the receiver’s role', async () => {
    await rejects()
    const queue = (await testApp.call('GET /queue', admin)).body as { id: string; user_id: string }[]
    const entry = queue.find(({ user_id: userId }) => userId === receiver.id)!
    const passed = await testApp.call('PATCH /queue/next-receiver/{id}', admin, { params: { id: entry.id } })
    expect(passed.status).toBe(200)
    const [row] = await testApp.services.db.select().from(donations).where(eq(donations.id, donationId))
    expect(row).toMatchObject({ status: 'PENDING_PAYMENT', endedAt: null })
    expect(await reportOf()).toMatchObject({ reporterId: null, id: row!.reportId })
    await holdsTogether()
  })

  test('that ends after its donation did is told to both all the same', async () => {
    await opens()
    const { id: reportId } = await reportOf()
    const queue = (await testApp.call('GET /queue', admin)).body as { id: string; user_id: string }[]
    const entry = queue.find(({ user_id: userId }) => userId === receiver.id)!
    await testApp.call('PATCH /queue/next-receiver/{id}', admin, { params: { id: entry.id } })
    const [row] = await testApp.services.db.select().from(donations).where(eq(donations.id, donationId))
    expect(row!.status).toBe('CANCELLED')
    const body = { resolution: 'REJECTED', resolution_message: 'Não havia nada a decidir.', admin_notes: 'n' }
    const resolved = await testApp.call('POST /admin/donations/reports/{id}/resolve', admin, {
      params: { id: reportId },
      body,
    })
    expect(resolved.status).toBe(201)
    const ended = { kind: 'case.ended', facts: { donationId, reportId, outcome: 'keep', isDismissed: true } }
    for (const party of [donor, receiver]) expect((await told(party)).slice(1)).toEqual([ended])
  })
})
