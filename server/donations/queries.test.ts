import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { sealKey } from '#server/members/payment-keys.ts'
import { donations } from '#server/tables/donations.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import type { DonationRow } from './find.ts'
import { viewDonations } from './queries.ts'
import { readDonation } from './read-donations.ts'
import type { ReadDonations, ReportRow } from './read-donations.ts'

const OTHER = '01234567-89ab-7def-8123-456789abcdef'
const key = { pixKey: 'de@antes.com.br', pixOwnerName: 'Quem recebe', btcAddress: null, usdtAddress: null }

let testApp: TestApp
let read: ReadDonations
let row: DonationRow
let receiverId: string
let version: ReturnType<typeof sealKey>

/** An unpaid donation of a real circle that is paid on a key of its own; its rows are changed in memory alone. */
beforeAll(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
  await testApp.placed(4)
  await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
  const all = await testApp.services.db.select().from(donations).where(eq(donations.target, 1))
  row = all.find((one) => one.receiverId !== null)!
  receiverId = row.receiverId!
  const { db } = testApp.services
  version = sealKey(testApp.services, key)
  const found = await readDonation({ db, actor: { circleId: row.circleId } } as never, row.id)
  read = { ...found, mode: 'real', keys: new Map([[version.id, version]]) }
})

type Asked = { readonly by?: string; readonly administers?: boolean; readonly with?: Partial<ReadDonations> }
async function view(
  more: Partial<DonationRow> = {},
  { by = row.donorId, administers = false, with: beside = {} }: Asked = {},
) {
  const actor = { id: by, circleId: row.circleId, administers, status: 'ACTIVE', helperId: null }
  const rows = [{ ...row, paymentKeyId: version.id, ...more } as DonationRow]
  const [one] = await viewDonations({ ...testApp.services, actor } as never, { ...read, ...beside, rows })
  return one!
}
const ENDED = { status: 'CONFIRMED', endedAt: new Date('2026-11-12T12:00:00.000Z') } as const

test('its donor is shown what to pay on, its receiver their own key, and each the contact of the other', async () => {
  const toPay = await view()
  expect(toPay.receiver).toMatchObject({ id: receiverId, ...key, email: expect.stringContaining('@') })
  expect(toPay.pixCopyPaste).toContain(key.pixKey)
  expect(toPay.receiver).toMatchObject({ pixCopyPaste: toPay.pixCopyPaste, pixQrCode: toPay.pixQrCode })
  expect(toPay.pixQrCode).toMatch(/^[A-Za-z0-9+/=]{100,}$/)
  expect(toPay.donor).toMatchObject({ id: row.donorId, email: null, phone: null, pixKey: null })
  expect(toPay.payment_commitment).toBe(version.commitment)
  expect(toPay.payment_salt).toMatch(/^[\w-]{43}$/)
  const toGet = await view({}, { by: receiverId })
  expect(toGet.donor).toMatchObject({ email: expect.stringContaining('@'), phone: expect.stringMatching(/\d{4}$/) })
  expect(toGet.receiver).toMatchObject({ ...key, email: null })
  expect([toGet.pixCopyPaste, toGet.pixQrCode, toGet.payment_salt]).toEqual([null, null, toPay.payment_salt])
  const waits = await view({ status: 'PENDING_CONFIRMATION' })
  expect([waits.pixCopyPaste, waits.payment_salt]).toEqual([toPay.pixCopyPaste, toPay.payment_salt])
})

test('of an ended one, and to others, names alone are shown; to administrators the key that it is paid on', async () => {
  for (const [more, asked] of [
    [ENDED, {}],
    [ENDED, { by: receiverId }],
    [{}, { by: OTHER }],
  ] as const) {
    const { donor, receiver, ...told } = await view(more, asked)
    for (const party of [donor, receiver])
      expect(party).toMatchObject({ email: null, phone: null, pixKey: null, name: expect.any(String) })
    expect([told.pixCopyPaste, told.payment_salt, told.payment_commitment]).toEqual([null, null, version.commitment])
  }
  const administrator = { by: OTHER, administers: true }
  const { donor, receiver } = await view({}, administrator)
  expect(receiver.pixKey).toBe(key.pixKey)
  expect(donor.pixKey).not.toBe(key.pixKey)
  expect(donor).toMatchObject({ email: expect.any(String), pixKey: expect.any(String) })
  // In a demonstration, and without a version, what is registered.
  expect((await view({}, { ...administrator, with: { mode: 'demonstracao' } })).receiver.pixKey).not.toBe(key.pixKey)
  const without = await view({ paymentKeyId: null }, administrator)
  expect(without.receiver.pixKey).not.toBe(key.pixKey)
  expect(without.receiver.pixKey).toEqual(expect.any(String))
  expect([without.payment_commitment, without.payment_salt]).toEqual([null, null])
  expect((await view({ paymentKeyId: null })).payment_salt).toBeNull()
})

test('it says how it stands: its sums, its times, and whether its answer is late', async () => {
  const now = testApp.clock.now()
  const [soon, passed] = [new Date(now), new Date(now - 1)]
  const sent = { status: 'PENDING_CONFIRMATION', sentCents: 40_50, answerDueAt: soon } as const
  expect(await view({ sentCents: 40_50, answerDueAt: passed, paidCents: 20_00, amountCents: 100_00 })).toMatchObject({
    amount: 100,
    paid: 20,
    missing: 80,
    receipt_amount: null,
    answer_due: null,
    completedAt: null,
    endedAt: null,
    late: false,
    level: 1,
    demonstration: false,
  })
  expect(await view(sent)).toMatchObject({ receipt_amount: 40.5, answer_due: soon.toISOString(), late: false })
  expect(await view({ ...sent, answerDueAt: passed, sentCents: null })).toMatchObject({
    late: true,
    receipt_amount: null,
  })
  const toAccount = { ...sent, answerDueAt: null }
  expect(await view({ ...toAccount, deadlineAt: soon })).toMatchObject({ late: false, answer_due: null })
  expect(await view({ ...toAccount, deadlineAt: passed })).toMatchObject({ late: true })
  const at = ENDED.endedAt.toISOString()
  expect(await view({ ...ENDED, sentCents: 40_50 })).toMatchObject({
    missing: 0,
    receipt_amount: null,
    completedAt: at,
    endedAt: at,
  })
  expect(await view({ ...ENDED, status: 'EXPIRED' })).toMatchObject({ completedAt: null, endedAt: at, missing: 100 })
  expect(await view({ target: 0 })).toMatchObject({ level: null })
  expect(await view({}, { with: { mode: 'demonstracao' } })).toMatchObject({ demonstration: true })
})

test('it says whether a report about it is open, who helped whom, and where both stand', async () => {
  expect(await view()).toMatchObject({ is_reported: false, report_resolved: false, report_id: null, helped: [] })
  const report = { id: OTHER, reporterId: receiverId, reportedAt: row.createdAt, holdsMs: null, endedAt: null }
  const reports = (endedAt: Date | null) => new Map([[OTHER, { ...report, endedAt } as ReportRow]])
  const reported = { reportId: OTHER }
  const open = await view(reported, { with: { reports: reports(null) } })
  expect(open).toMatchObject({ is_reported: true, report_resolved: false, report_id: OTHER })
  expect(open.clock_stopped).toEqual({ until: null, ends: null })
  const ended = await view(reported, { with: { reports: reports(row.createdAt) } })
  expect(ended).toMatchObject({ is_reported: true, report_resolved: true, clock_stopped: null })
  const helped = [
    { act: 'confirm', memberId: receiverId, by: 'Rita' },
    { act: 'send_receipt', memberId: OTHER, by: 'Rui' },
  ] as const
  const receiver = read.people.get(receiverId)!
  expect((await view({}, { with: { helped: new Map([[row.id, helped]]) } })).helped).toEqual([
    { act: 'confirm', by: 'Rita', for: receiver.firstName },
    { act: 'send_receipt', by: 'Rui', for: '' },
  ])
  const places = new Map([
    [`${row.donorId}:1`, 5],
    [`${row.donorId}:2`, 7],
    [`${receiverId}:1`, 1],
  ])
  const stand = async (more: Partial<DonationRow>) => {
    const told = await view(more, { with: { places } })
    return [
      [told.donor_queue_level, told.donor_queue_position],
      [told.receiver_queue_level, told.receiver_queue_position],
    ]
  }
  expect(await stand({ target: 2 })).toEqual([
    [2, 7],
    [1, 1],
  ])
  expect(await stand({ ...ENDED, target: 2 })).toEqual([
    [1, 5],
    [1, 1],
  ])
  expect(await stand({ target: 2, receiverId: null })).toEqual([
    [2, 7],
    [null, null],
  ])
  const { rows: _, ...beside } = read
  const context = { ...testApp.services, actor: { id: OTHER, circleId: row.circleId } } as never
  expect(await viewDonations(context, { ...beside, rows: [] })).toEqual([])
})
