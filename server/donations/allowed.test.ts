import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { REJECTIONS_MAX } from '#circle/donation.ts'
import { PARTS_MAX } from '#circle/parts.ts'
import type { Context } from '#server/context.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { donations } from '#server/tables/donations.ts'
import { entries } from '#server/tables/entries.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { allowedTo, returnableOf } from './allowed.ts'
import type { DonationRow } from './find.ts'
import type { ReportRow } from './read-donations.ts'

const NOW = Date.parse('2026-11-10T12:00:00.000Z')
const DEADLINE = new Date(NOW + 1)

const unpaid: Partial<DonationRow> = {
  status: 'PENDING_PAYMENT',
  donorId: 'donor',
  receiverId: 'receiver',
  deadlineAt: DEADLINE,
  parts: 0,
  rejections: 0,
  rejectedAt: null,
  isUndecided: false,
  reportId: null,
  receiptSha256: null,
}
const sent: Partial<DonationRow> = { ...unpaid, status: 'PENDING_CONFIRMATION', receiptSha256: 'picture' }
const report = (more: Partial<ReportRow> = {}) =>
  ({ reporterId: 'receiver', reportedAt: new Date(NOW), holdsMs: null, endedAt: null, ...more }) as ReportRow

type Asked = {
  readonly now?: number
  readonly actor?: Partial<Context['actor']>
  readonly with?: Partial<Parameters<typeof allowedTo>[2]>
}
/** The acts that are allowed to somebody. */
function may(id: string, row: Partial<DonationRow>, { now = NOW, actor = {}, with: more = {} }: Asked = {}) {
  const context = {
    clock: { now: () => now },
    actor: { id, administers: false, status: 'ACTIVE', helperId: null, ...actor },
  }
  const beside = { report: undefined, isReturnable: false, inParts: false, isOwnPayment: false, ...more }
  return allowedTo(context as unknown as Context, row as DonationRow, beside)
}

test('whoever owes sends a receipt in time, or reports; with parts also late, and not more parts than there may be', () => {
  expect(may('donor', unpaid)).toEqual(['send_receipt', 'report'])
  expect(may('donor', unpaid, { now: NOW + 2 })).toEqual(['report'])
  expect(may('donor', unpaid, { now: NOW + 2, with: { inParts: true } })).toEqual([
    'send_receipt',
    'pay_part',
    'report',
  ])
  expect(may('donor', { ...unpaid, parts: PARTS_MAX - 2 }, { with: { inParts: true } })).toContain('pay_part')
  expect(may('donor', { ...unpaid, parts: PARTS_MAX - 1 }, { with: { inParts: true } })).not.toContain('pay_part')
  expect(may('donor', sent)).toEqual(['send_receipt', 'report', 'view_receipt'])
  for (const status of ['CONFIRMED', 'EXPIRED', 'CANCELLED'] as const) {
    expect(may('donor', { ...sent, status }, { with: { inParts: true } })).toEqual(['view_receipt'])
    expect(may('receiver', { ...sent, status })).toEqual(['view_receipt'])
  }
})

test('whoever receives confirms once a receipt came, and says that it did not where it can be sent again', () => {
  expect(may('receiver', unpaid)).toEqual(['report'])
  expect(may('receiver', sent)).toEqual(['confirm', 'report', 'view_receipt'])
  expect(may('receiver', sent, { with: { isReturnable: true } })).toContain('reject_receipt')
  const twice = { ...sent, reportId: 'report', rejections: REJECTIONS_MAX }
  const asked = { isReturnable: true, report: report() }
  expect(may('receiver', twice, { with: asked })).toEqual(['confirm', 'view_receipt'])
  expect(may('receiver', { ...twice, rejections: 1 }, { with: asked })).toContain('reject_receipt')
  expect(may('receiver', twice, { with: { ...asked, report: report({ endedAt: new Date(NOW) }) } })).toContain(
    'reject_receipt',
  )
})

test('an open report of the receiver’s holds the deadline, and one that ended does not', () => {
  const reported = { ...unpaid, reportId: 'report' }
  expect(may('donor', reported, { now: NOW + 2, with: { report: report() } })).toEqual(['send_receipt'])
  const ended = report({ endedAt: new Date(NOW) })
  expect(may('donor', reported, { now: NOW + 2, with: { report: ended } })).toEqual([])
})

test('for the administrative account an administrator confirms, for nobody else', () => {
  const toAccount = { ...sent, receiverId: null }
  const administrator = { administers: true }
  expect(may('admin', toAccount, { actor: administrator })).toEqual(['confirm', 'view_receipt'])
  expect(may('admin', sent, { actor: administrator })).toEqual(['view_receipt'])
  expect(may('other', toAccount)).toEqual(['view_receipt'])
})

test('a helper confirms no payment of their own, and says nothing in a case; whoever is closed pays and reads', () => {
  const helper = { actor: { helperId: 'helper' } }
  expect(may('receiver', sent, helper)).toEqual(['confirm', 'view_receipt'])
  expect(may('receiver', sent, { ...helper, with: { isOwnPayment: true } })).toEqual(['view_receipt'])
  expect(may('donor', unpaid, helper)).toEqual(['send_receipt'])
  const closed = { actor: { status: 'SUSPENDED' as const } }
  expect(may('donor', unpaid, closed)).toEqual(['send_receipt'])
  expect(may('receiver', sent, { ...closed, with: { isReturnable: true } })).toEqual(['view_receipt'])
})

test('a receipt can be sent again while its receiver receives, or received a part, and its donor owes it', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
  await testApp.placed(4)
  await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
  const { db } = testApp.services
  const [receiving] = await db.select().from(entries).where(eq(entries.isReceiver, true))
  const all = await db.select().from(donations).where(eq(donations.receiverId, receiving!.memberId))
  const [open] = all.filter(({ type }) => type === 'PULL') as [DonationRow]
  const row = { ...open, status: 'PENDING_CONFIRMATION' } as DonationRow
  const places = new Map([[`${row.donorId}:${row.target}`, 2]])
  const context = { db, actor: { id: row.receiverId, circleId: row.circleId } } as never
  const found = async (more: Partial<DonationRow> = {}, at = places) =>
    (await returnableOf(context, [{ ...row, ...more } as DonationRow], at)).has(row.id)
  expect(row.target).toBe(1)
  expect(row.turnId).toBe(receiving!.turnId)
  expect(await found()).toBe(true)
  expect(await found({ receiverId: row.donorId })).toBe(false)
  expect(await found({ status: 'PENDING_PAYMENT' })).toBe(false)
  expect(await found({ turnId: null })).toBe(false)
  expect(await found({ turnId: row.id })).toBe(false)
  expect(await found({ turnId: null, parts: 1 })).toBe(true)
  const nowhere = new Map<string, number>()
  expect(await found({}, nowhere)).toBe(false)
  expect(await found({ target: 0 }, nowhere)).toBe(true)
  expect(await found({ type: 'CASCADE_N1' }, nowhere)).toBe(true)
  await db.update(circleMembers).set({ status: 'left' }).where(eq(circleMembers.memberId, row.donorId))
  expect(await found()).toBe(false)
  expect(await found({ target: 0 })).toBe(false)
  expect(await found({ type: 'SETTLEMENT' })).toBe(true)
  const others = await returnableOf(context, [{ ...row, status: 'PENDING_PAYMENT' } as DonationRow], places)
  expect(others.size).toBe(0)
})
