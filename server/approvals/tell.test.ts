import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { approvalKinds } from '#contracts/approvals.ts'
import type { Tx } from '#server/database/types.ts'
import { transaction } from '#server/database/transaction.ts'
import { circles } from '#server/tables/circles.ts'
import { notices } from '#server/tables/notices.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { proposalRow } from '#server/testing/proposal-row.ts'
import type { ApprovalRow } from './proposal.ts'
import { tellEnded, tellObjection, tellProposed, tellWaits } from './tell.ts'

let testApp: TestApp
/** Ana proposed; Bia administers too, Caio audits, and Davi is a member whom it touches. */
let [ana, bia, caio, davi] = ['', '', '', '']
let row: ApprovalRow

beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 3 }))
  const people = await testApp.placed(3)
  const { db } = testApp.services
  ana = (await testApp.call('GET /users/profile', await testApp.administrator())).body.id
  ;[bia, caio, davi] = people.map(({ id }) => id) as [string, string, string]
  await db.update(users).set({ role: 'ADMIN' }).where(eq(users.id, bia))
  await db.update(users).set({ role: 'ADMIN', isAuditor: true }).where(eq(users.id, caio))
  const [circle] = await db.select().from(circles)
  row = await proposalRow(testApp, { circleId: circle!.id, kind: 'change_plan', proposedBy: ana, touched: [davi] })
})

/** The notices that come of it: to whom, which, and what they say. */
async function told(tell: (tx: Tx) => Promise<void>) {
  const { db } = testApp.services
  await db.delete(notices)
  await transaction(db, tell)
  const found = await db.select().from(notices).orderBy(notices.id)
  return found.map(({ userId, kind, facts }) => [userId, kind, facts])
}
const of = (circleId = row.circleId) => ({ of: circleId })
const about = () => ({ change: row.kind, approvalId: row.id })

test('a proposal is told to whom it touches, and to all who administer but its proposer: who may approve it is asked', async () => {
  const { services } = testApp
  const facts = { ...about(), dueAt: row.dueAt!.getTime() }
  expect(await told((tx) => tellProposed(services, tx, row, [davi]))).toEqual([
    [davi, 'approval.touches_you', facts],
    [bia, 'approval.waits_for_you', { ...facts, ...of() }],
    [caio, 'approval.waits_for_you', { ...facts, reader: 'other', ...of() }],
  ])
  // That somebody administers is of no circle alone, and waits for a person without a time.
  const ofAll = { ...row, circleIds: [row.circleId, row.id], dueAt: null }
  expect(await told((tx) => tellProposed(services, tx, ofAll, []))).toEqual([
    [bia, 'approval.waits_for_you', { ...about(), dueAt: null }],
    [caio, 'approval.waits_for_you', { ...about(), dueAt: null, reader: 'other' }],
  ])
})

test('one whose time came and that somebody can decide by now is told to all who administer', async () => {
  const facts = { ...about(), dueAt: null, ...of() }
  expect(await told((tx) => tellWaits(testApp.services, tx, row))).toEqual([
    [ana, 'approval.waits_for_you', { ...facts, reader: 'proposer' }],
    [bia, 'approval.waits_for_you', facts],
    [caio, 'approval.waits_for_you', { ...facts, reader: 'other' }],
  ])
})

test('its end is told to whom it touches, unless the change tells them more, and to who administers but whoever ended it', async () => {
  const { services } = testApp
  const ended = (state: ApprovalRow['state'], more: Partial<ApprovalRow> = {}) =>
    told((tx) => tellEnded(services, tx, { ...row, ...more, state }, { by: bia }))
  expect(await ended('proposed')).toEqual([])
  const facts = { ...about(), state: 'rejected', reason: null }
  expect(await ended('rejected')).toEqual([
    [davi, 'approval.ended', facts],
    [ana, 'approval.closed', { ...facts, ...of() }],
    [caio, 'approval.closed', { ...facts, ...of() }],
  ])
  // A refusal in the moment of doing it is told, with why, to whoever approved it, too.
  const failed = { ...about(), state: 'failed', reason: 'report.ended' }
  const withReason = { by: bia, reason: 'report.ended' } as const
  const tellFailed = await told((tx) => tellEnded(services, tx, { ...row, state: 'failed' }, withReason))
  expect(tellFailed).toEqual([
    [davi, 'approval.ended', failed],
    ...[ana, bia, caio].map((id) => [id, 'approval.closed', { ...failed, ...of() }]),
  ])
  for (const kind of approvalKinds) {
    const touched = (await ended('executed', { kind })).filter(([id]) => id === davi)
    expect(touched.length, kind).toBe(kind === 'add_administrator' ? 1 : 0)
  }
})

test('an objection, and that it is taken back, is told to all who administer', async () => {
  for (const isObjecting of [true, false])
    expect(await told((tx) => tellObjection(testApp.services, tx, row, { isObjecting }))).toEqual(
      [ana, bia, caio].map((id) => [id, 'approval.objected', { ...about(), isObjecting, ...of() }]),
    )
})
