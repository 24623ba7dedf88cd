import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { COVERED } from '#contracts/payment/payable.ts'
import { donations } from '#server/tables/donations.ts'
import { reports } from '#server/tables/reports.ts'
import { reportSteps } from '#server/tables/report-steps.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { wordsAreKept } from '#server/testing/kept-words.ts'
import { reportedDonation } from '#server/testing/reported-donation.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import type { DonationRow } from './find.ts'
import { settlementsOf } from './settlements.ts'

const MESSAGE = 'O valor entrou na conta de ana@exemplo.com.br no dia 9.'

let testApp: TestApp
let admin: string
let donor: Person
let receiver: Person
let donationId: string
let id: string

/** A donation whose receiver reported its receipt. */
beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
  ;({ admin, donor, receiver, donationId, reportId: id } = await reportedDonation(testApp))
})

const resolves = async (donation_outcome: string) => {
  const { status } = await testApp.call('POST /admin/donations/reports/{id}/resolve', admin, {
    params: { id },
    body: { resolution: 'RESOLVED', resolution_message: MESSAGE, admin_notes: 'nota', donation_outcome },
  })
  expect(status).toBe(201)
}
const row = async () =>
  (await testApp.services.db.select().from(donations).where(eq(donations.id, donationId)))[0] as DonationRow
const told = async (more: Partial<DonationRow> = {}, mode = 'demonstracao', administers = false) => {
  const one = await row()
  const asker = { actor: { circleId: one.circleId, administers }, db: testApp.services.db } as never
  const found = await settlementsOf(asker, mode as never, [{ ...one, ...more } as DonationRow])
  expect(found.size).toBeLessThan(2)
  return found.get(donationId)
}
/** In a demonstration nobody but the administration reads what could be paid to; elsewhere everybody does, with its proof. */
const isTold = async (outcome: string, reason: string, at: string) => {
  expect(await told()).toEqual({ outcome, reason: COVERED, at, proof: null })
  for (const [mode, administers] of [
    ['demonstracao', true],
    ['real', false],
    ['real', true],
  ] as const) {
    const settlement = (await told({}, mode, administers))!
    expect(settlement).toMatchObject({ outcome, reason, at })
    expect(wordsAreKept(reason, settlement.proof as never)).toBe(true)
  }
}

test('how a report ended its donation is told with the reason, and of another that ended otherwise nothing', async () => {
  await resolves('confirm')
  await isTold('confirm', MESSAGE, (await row()).endedAt!.toISOString())
  for (const other of [{ reportId: null }, { status: 'EXPIRED' }, { status: 'PENDING_CONFIRMATION' }] as const)
    expect(await told(other), JSON.stringify(other)).toBeUndefined()
  expect(await told({ status: 'CANCELLED' })).toBeDefined()
})

test('where the decision of an appeal ended it, that one is told', async () => {
  await resolves('keep')
  expect(await told({ status: 'CONFIRMED' })).toBeUndefined()
  const appealed = { params: { id }, body: { reason: 'O extrato era de outro mês.' } }
  expect((await testApp.call('POST /reports/{id}/appeal', donor.token, appealed)).status).toBe(201)
  testApp.clock.advance(60_000)
  const message = `Na verdade não: ${MESSAGE}`
  const decided = await testApp.call('POST /admin/donations/reports/{id}/decide-appeal', admin, {
    params: { id },
    body: { decision: 'CHANGED', donation_outcome: 'cancel', message, admin_notes: 'nota' },
  })
  expect(decided.status).toBe(201)
  await isTold('cancel', message, (await row()).endedAt!.toISOString())
})

test('of a case from before its steps were kept the report has the reason, which nobody can prove', async () => {
  await resolves('cancel')
  await testApp.services.db.delete(reportSteps)
  await testApp.services.db.update(reports).set({ resolutionMessage: 'Dito antes.' })
  const settlement = await told()
  expect(settlement).toMatchObject({ outcome: 'cancel', reason: 'Dito antes.' })
  expect(settlement!.proof).toMatchObject({ words_id: id, salt: null })
})

test('nor is the reason shown in the list of one’s own reports, on its page or in the export', async () => {
  await resolves('confirm')
  const { token } = receiver
  const shown = [
    (await testApp.call('GET /donations/reports', token)).body.data[0],
    (await testApp.call('GET /donations/reports/{id}', token, { params: { id } })).body,
  ]
  for (const report of shown) expect(report).toMatchObject({ id, report_resolution_message: COVERED })
  expect(JSON.stringify((await testApp.call('GET /me/export', token)).body)).not.toContain('ana@exemplo.com.br')
  const seen = await testApp.call('GET /admin/donations/reports/{id}', admin, { params: { id } })
  expect(seen.body.report_resolution_message).toBe(MESSAGE)
})
