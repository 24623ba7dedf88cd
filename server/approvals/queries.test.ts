import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { approvalMembers } from '#server/tables/approval-members.ts'
import { approvals } from '#server/tables/approvals.ts'
import { circles } from '#server/tables/circles.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { proposalRow } from '#server/testing/proposal-row.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import type { ApprovalRow } from './proposal.ts'
import {
  adminView,
  getApproval,
  isObjectedTo,
  listApprovals,
  listOwnApprovals,
  listWaitingProposals,
  ownApproval,
} from './queries.ts'

const NOWHERE = '01234567-89ab-7def-8123-456789abcdef'

let testApp: TestApp
let circleId: string
let ana: string
let bia: string
let members: Person[]

/** Ana and Bia administer; the others are members. */
beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 6 }))
  ana = (await testApp.call('GET /users/profile', await testApp.administrator())).body.id
  const [first, ...others] = await testApp.placed(6)
  bia = first!.id
  members = others
  await testApp.services.db.update(users).set({ role: 'ADMIN' }).where(eq(users.id, bia))
  circleId = (await testApp.services.db.select().from(circles))[0]!.id
})

const as = (id: string, more: object = {}) =>
  ({
    ...testApp.services,
    actor: { id, circleId, takesPart: false, helperId: null, ...more },
  }) as unknown as Parameters<typeof listApprovals>[0]
/** Proposals a minute apart. */
const proposes = async (more: Partial<Parameters<typeof proposalRow>[1]> = {}, row: Partial<ApprovalRow> = {}) => {
  testApp.clock.advance(60_000)
  const made = await proposalRow(testApp, { circleId, kind: 'change_plan', proposedBy: ana, touched: [], ...more })
  if (Object.keys(row).length === 0) return made
  const [changed] = await testApp.services.db.update(approvals).set(row).where(eq(approvals.id, made.id)).returning()
  return changed!
}
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const nameOf = async (id: string) => {
  const [user] = await testApp.services.db.select().from(users).where(eq(users.id, id))
  return `${user!.firstName} ${user!.lastName}`
}

test('the console lists what waits, and what ended, newest first and in pages, of this circle alone', async () => {
  const open = [await proposes(), await proposes(), await proposes()]
  const ended = await proposes({}, { state: 'rejected', endedAt: new Date(testApp.clock.now()), decidedBy: bia })
  await proposes({}, { circleIds: [NOWHERE] })
  const list = (state: 'open' | 'ended', page = 1, limit = 2) =>
    listApprovals(as(bia), { state, page, limit } as Parameters<typeof listApprovals>[1])
  const first = await list('open')
  expect([ids(first.data), first.total]).toEqual([[open[2]!.id, open[1]!.id], 3])
  expect(ids((await list('open', 2)).data)).toEqual([open[0]!.id])
  const over = await list('ended')
  expect([ids(over.data), over.total]).toEqual([[ended.id], 1])
  expect((await listApprovals(as(bia, { circleId: NOWHERE }), { state: 'ended', page: 1, limit: 2 })).data).toEqual([])
})

test('what waits for somebody is not their own, nor over, nor what time alone decides', async () => {
  const waits = await proposes({}, { dueAt: null })
  const due = await proposes()
  await proposes({ proposedBy: bia }, { dueAt: null })
  await proposes({ kind: 'close_circle' })
  await proposes({}, { expiresAt: new Date(testApp.clock.now()) })
  await proposes({}, { state: 'executed' })
  const found = await listWaitingProposals(as(bia), 5)
  expect(found).toEqual({
    count: 2,
    items: [
      {
        id: waits.id,
        kind: 'change_plan',
        proposed_by: await nameOf(ana),
        since: waits.proposedAt.toISOString(),
        due_at: null,
      },
      expect.objectContaining({ id: due.id, due_at: due.dueAt!.toISOString() }),
    ],
  })
  const one = await listWaitingProposals(as(bia), 1)
  expect([one.count, ids(one.items)]).toEqual([2, [waits.id]])
  // The others, who cannot be the second person, are asked for nothing, but read what has its day.
  const [member] = members
  expect(ids((await listWaitingProposals(as(member!.id), 5)).items)).toEqual([due.id])
  const own = await proposes({ kind: 'suspend_member', touched: [bia] }, { dueAt: null })
  const asking = async (takesPart: boolean) => ids((await listWaitingProposals(as(bia, { takesPart }), 9)).items)
  expect([(await asking(true)).includes(own.id), (await asking(false)).includes(own.id)]).toEqual([false, true])
})

test('one is shown with whom it touches, who objects, and whether its reader may approve it', async () => {
  const touched = members.map(({ id }) => id).toSorted()
  const row = await proposes({ kind: 'suspend_member', touched, act: '{"kind":"none"}' }, { bodyHash: 'the hash' })
  const at = new Date(testApp.clock.now())
  await testApp.services.db
    .update(approvalMembers)
    .set({ objectedAt: at })
    .where(eq(approvalMembers.userId, touched[3]!))
  const objector = await nameOf(touched[3]!)
  const shown = await adminView(as(bia), row)
  const [one, two] = [await nameOf(touched[0]!), await nameOf(touched[1]!)]
  expect(shown).toEqual({
    id: row.id,
    kind: 'suspend_member',
    state: 'proposed',
    proposed_at: row.proposedAt.toISOString(),
    due_at: row.dueAt!.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    changes: [],
    act: '{"kind":"none"}',
    proposed_by: await nameOf(ana),
    decided_by: null,
    ended_at: null,
    failure: null,
    touched: { count: 5, names: [objector, one, two] },
    objections: [{ name: objector, at: at.toISOString() }],
    is_own: false,
    body_hash: 'the hash',
    may_approve: true,
    is_own_matter: false,
  })
  expect(await adminView(as(ana), row)).toMatchObject({ is_own: true, may_approve: false })
  const silent = await proposes({ kind: 'close_circle' })
  expect(await adminView(as(bia), silent)).toMatchObject({ may_approve: false, is_own_matter: false })
  const own = await proposes({ kind: 'suspend_member', touched: [bia] })
  expect(await adminView(as(bia, { takesPart: true }), own)).toMatchObject({ may_approve: false, is_own_matter: true })
  const endedAt = new Date(testApp.clock.now())
  const over = { state: 'failed', endedAt, decidedBy: bia, failure: 'report.ended' } as const
  const ended = await proposes({ kind: 'suspend_member', touched: [bia], act: '{}' }, over)
  expect(await adminView(as(bia, { takesPart: true }), ended)).toMatchObject({
    act: null,
    decided_by: await nameOf(bia),
    ended_at: endedAt.toISOString(),
    failure: 'report.ended',
    may_approve: false,
    is_own_matter: false,
  })
})

test('a member reads what touches them: what waits first, and may object while it does, but for a helper', async () => {
  const [member, other] = members
  const touched = [member!.id]
  const over = await proposes({ touched }, { state: 'rejected', endedAt: new Date(testApp.clock.now()) })
  const older = await proposes({ touched })
  const newer = await proposes({ touched })
  await proposes({ touched: [other!.id] })
  const ended = await proposes({ touched }, { state: 'withdrawn', endedAt: new Date(testApp.clock.now()) })
  const own = await listOwnApprovals(as(member!.id))
  expect(ids(own)).toEqual([newer.id, older.id, ended.id, over.id])
  expect(own.map(({ may_object }) => may_object)).toEqual([true, true, false, false])
  expect(own.every(({ objected_at }) => objected_at === null)).toBe(true)
  expect((await listOwnApprovals(as(member!.id, { helperId: other!.id }))).some(({ may_object }) => may_object)).toBe(
    false,
  )
  expect(await ownApproval(as(member!.id), older.id)).toEqual(own[1])
  await expect(ownApproval(as(other!.id), older.id)).rejects.toMatchObject({ code: 'resource.not_found' })
  expect(await listOwnApprovals(as(ana))).toEqual([])
  for (let n = 0; n < 20; n += 1) await proposes({ touched })
  expect(await listOwnApprovals(as(member!.id))).toHaveLength(20)
})

test('one of another circle, and none, is not found; that somebody objects is read from the table', async () => {
  const { db } = testApp.services
  const row = await proposes({ touched: [members[0]!.id] })
  expect(await getApproval(as(ana), db, row.id)).toEqual(row)
  expect(await db.transaction((tx) => getApproval(as(ana), tx, row.id, { forUpdate: true }))).toEqual(row)
  for (const [context, id] of [
    [as(ana), 'x'],
    [as(ana), NOWHERE],
    [as(ana, { circleId: NOWHERE }), row.id],
  ] as const)
    await expect(getApproval(context, db, id)).rejects.toMatchObject({ code: 'resource.not_found' })
  expect(await isObjectedTo(db as never, row.id)).toBe(false)
  await db.update(approvalMembers).set({ objectedAt: new Date(testApp.clock.now()) })
  expect(await isObjectedTo(db as never, row.id)).toBe(true)
  expect(await isObjectedTo(db as never, NOWHERE)).toBe(false)
})
