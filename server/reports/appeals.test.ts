import { unzipSync } from 'fflate'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { replayRules } from '#circle/ledger/replay.ts'
import { checkAppeals } from '#circle/ledger/appeals.ts'
import { receipt } from '#server/files/testing/pictures.ts'
import { appeals } from '#server/tables/appeals.ts'
import { caseEntries } from '#server/tables/case-entries.ts'
import { ledger } from '#server/tables/ledger.ts'
import { notices } from '#server/tables/notices.ts'
import { reports } from '#server/tables/reports.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { wordsAreKept } from '#server/testing/kept-words.ts'
import { reportedDonation } from '#server/testing/reported-donation.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000

/** A donation with a receipt, which its receiver reported, in a demonstration with one administrator. */
describe('an appeal', () => {
  let testApp: TestApp
  let donationId: string
  let donor: Person
  let receiver: Person
  let outsider: Person
  let id: string

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
    ;({ donationId, donor, receiver, outsider, reportId: id } = await reportedDonation(testApp))
  })

  const resolves = async (donation_outcome: string) =>
    testApp.call('POST /admin/donations/reports/{id}/resolve', await testApp.administrator(), {
      params: { id },
      body: { resolution_message: 'Vimos o extrato.', admin_notes: 'nota sigilosa', donation_outcome },
    })
  const appeal = (who: Person, reason = 'O extrato era de outro mês.') =>
    testApp.call('POST /reports/{id}/appeal', who.token, { params: { id }, body: { reason } })
  const decides = async (body: object) =>
    testApp.call('POST /admin/donations/reports/{id}/decide-appeal', await testApp.administrator(), {
      params: { id },
      body: { decision: 'UPHELD', message: 'O extrato é o do mês.', admin_notes: 'outra nota sigilosa', ...body },
    })
  const reads = async (token: string) => (await testApp.call('GET /reports/{id}', token, { params: { id } })).body
  const statusOf = async () =>
    (await testApp.call('GET /admin/donations/{id}', await testApp.administrator(), { params: { id: donationId } }))
      .body.status
  const entries = async () =>
    (await testApp.services.db.select().from(ledger).orderBy(ledger.seq)).map(
      ({ at, actorId, previousHash, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        actor_id: actorId,
        previous_hash: previousHash,
      }),
    )
  const told = (userId: string, kind: 'case.appealed' | 'case.appeal_waits' | 'case.appeal_decided') =>
    testApp.services.db.$count(notices, and(eq(notices.userId, userId), eq(notices.kind, kind)))
  const signsInAgain = async (person: Person): Promise<Person> => {
    const everybody = (await testApp.call('GET /users', await testApp.administrator())).body as {
      id: string
      email: string
    }[]
    const { email } = everybody.find((user) => user.id === person.id)!
    const { body } = await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
    return { id: person.id, token: body.access_token }
  }

  test('is made by either party once a case, and told to the other side and the administration', async () => {
    expect((await appeal(receiver)).body.code).toBe('appeal.not_decided')
    await resolves('keep')
    expect((await reads(receiver.token)).allowed).toEqual(['appeal'])
    expect((await appeal(outsider)).status).toBe(404)
    expect((await appeal(receiver, '  ')).body.fields).toEqual({ reason: 'Escreva por que a decisão deve mudar.' })
    const clicks = await Promise.all([appeal(receiver), appeal(receiver)])
    expect(clicks.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await appeal(donor)).body).toMatchObject({ code: 'appeal.once' })
    const { id: adminId } = (await testApp.call('GET /users/profile', await testApp.administrator())).body
    expect([
      await told(donor.id, 'case.appealed'),
      await told(receiver.id, 'case.appealed'),
      await told(adminId, 'case.appeal_waits'),
    ]).toEqual([1, 0, 1])
    const { open_reports } = (await testApp.call('GET /admin/tasks', await testApp.administrator())).body
    expect(open_reports).toMatchObject({ count: 1, items: [{ id, status: 'RESOLVED' }] })
  })

  test('is too late after fourteen days, in a sentence that names the day', async () => {
    await resolves('keep')
    testApp.clock.advance(14 * DAY_MS)
    receiver = await signsInAgain(receiver)
    expect((await reads(receiver.token)).allowed).toEqual(['appeal'])
    testApp.clock.advance(1)
    expect((await reads(receiver.token)).allowed).toEqual([])
    const late = await appeal(receiver)
    expect([late.status, late.body.code]).toEqual([409, 'appeal.too_late'])
    expect(late.body.message).toContain('24/11/2026 12:00')
  })

  test('leaves the decision in force, stops no deadline, and is upheld with a reason that both read', async () => {
    await resolves('keep')
    await appeal(receiver)
    expect(await statusOf()).toBe('PENDING_CONFIRMATION')
    expect((await reads(donor.token)).appeal).toBe('open')
    const decided = await decides({})
    expect(decided.status).toBe(201)
    expect(await statusOf()).toBe('PENDING_CONFIRMATION')
    for (const { token, id: userId } of [donor, receiver]) {
      const found = await reads(token)
      expect(found).toMatchObject({ appeal: 'decided', allowed: [] })
      const [made, verdict] = found.timeline.slice(-2)
      expect(made).toMatchObject({ kind: 'appeal', by: 'receiver', text: 'O extrato era de outro mês.' })
      expect(verdict).toMatchObject({ kind: 'appeal_decision', decision: 'UPHELD', by_same: true, author: null })
      for (const { text, proof } of [made, verdict]) expect(wordsAreKept(text, proof)).toBe(true)
      expect(JSON.stringify(found)).not.toContain('sigilosa')
      expect(await told(userId, 'case.appeal_decided')).toBe(1)
    }
    expect((await decides({})).body.code).toBe('appeal.ended')
    const rows = await entries()
    expect([replayRules(rows).faults, checkAppeals(rows)]).toEqual([[], []])
    expect(JSON.stringify(rows)).not.toMatch(/extrato|sigilosa/)
  })

  test.each([
    ['confirm', 'CONFIRMED'],
    ['cancel', 'CANCELLED'],
  ])('changes what is still open, by the rules and as a new entry: %s', async (donation_outcome, status) => {
    await resolves('keep')
    await appeal(donor)
    expect((await decides({ donation_outcome })).body.code).toBe('report.outcome_not_allowed')
    expect((await decides({ decision: 'CHANGED', donation_outcome })).status).toBe(201)
    expect(await statusOf()).toBe(status)
    const [row] = (await testApp.call('GET /donations/history', receiver.token)).body.data
    expect(row.settlement).toMatchObject({ outcome: donation_outcome, reason: 'O extrato é o do mês.' })
    const rows = await entries()
    expect(rows.filter(({ kind }) => kind === 'appeal.decided')).toHaveLength(1)
    expect([replayRules(rows).faults, checkAppeals(rows)]).toEqual([[], []])
  })

  test('takes back no donation that has ended, and says why; it can still find that the decision was wrong', async () => {
    await resolves('confirm')
    await appeal(receiver)
    const refused = await decides({ decision: 'CHANGED', donation_outcome: 'cancel' })
    expect([refused.status, refused.body.code]).toEqual([409, 'appeal.donation_ended'])
    expect(refused.body.message).toContain('o que termina não se desfaz')
    expect((await decides({ decision: 'CHANGED' })).status).toBe(201)
    expect(await statusOf()).toBe('CONFIRMED')
  })

  test('holds whoever appealed until it is decided, and goes with the words of somebody who is erased', async () => {
    await resolves('confirm')
    await appeal(receiver)
    const leaves = (who: Person) => testApp.call('DELETE /me', who.token, { body: { password: PASSWORD } })
    const held = await leaves(donor)
    expect(held.body.message).toContain('1 caso espera a decisão da administração')
    await decides({})
    expect((await testApp.call('GET /me/export', receiver.token)).body.cases[0].timeline.at(-2)).toMatchObject({
      kind: 'appeal',
    })
    await testApp.services.db.update(appeals).set({ salt: null })
    const unopened = (await reads(donor.token)).timeline.at(-2)
    // The words stand there, and the reader is told that they cannot be held to the ledger.
    expect(unopened).toMatchObject({ kind: 'appeal', proof: { salt: null, hash: expect.any(String) } })
    expect(wordsAreKept(unopened.text, unopened.proof)).toBe(false)
  })

  test('one’s own data have every case of a donation, also an earlier one, and the pictures one showed', async () => {
    const picture = (await receipt()).toString('base64')
    await testApp.call('POST /reports/{id}/statements', donor.token, {
      params: { id },
      body: { text: 'Veja.', picture },
    })
    await resolves('keep')
    // Each rejection after a decision opens another report of the same donation.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const rejected = await testApp.call('POST /donations/{id}/reject-receipt', receiver.token, {
        params: { id: donationId },
        body: { reason: 'Não entrou.' },
      })
      expect(rejected.status).toBe(201)
      expect((await testApp.pays(donationId, donor.token)).status).toBe(201)
    }
    expect(await testApp.services.db.$count(reports)).toBe(2)
    for (const { token } of [donor, receiver]) {
      const { cases } = (await testApp.call('GET /me/export', token)).body
      expect(cases.map((one: { donationId: string }) => one.donationId)).toEqual([donationId, donationId])
    }
    const [entry] = await testApp.services.db.select().from(caseEntries)
    const names = async (token: string) => {
      const { rawPayload } = await testApp.app.inject({
        url: '/api/me/export/archive',
        headers: { authorization: `Bearer ${token}` },
      })
      return Object.keys(unzipSync(new Uint8Array(rawPayload)))
    }
    expect(await names(donor.token)).toContain(`arquivos/caso-${entry!.id}.jpeg`)
    expect((await names(receiver.token)).join()).not.toContain('caso-')
  })
})
