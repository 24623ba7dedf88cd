import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { APPROVAL_MS } from '#contracts/approvals.ts'
import { errors } from '#contracts/errors.ts'
import { transaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { approvalMembers } from '#server/tables/approval-members.ts'
import { approvals } from '#server/tables/approvals.ts'
import { circles } from '#server/tables/circles.ts'
import { ledger } from '#server/tables/ledger.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { proposalRow } from '#server/testing/proposal-row.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { execute, executeDue, prepareExecution } from './execute.ts'
import { openProposal } from './proposal.ts'
import type { ApprovalRow } from './proposal.ts'

const OPERATOR = {
  name: 'Outra pessoa',
  document: '12.345.678/0001-95',
  contact: 'c@d.example',
  dataProtectionContact: 'c@d.example',
}

let testApp: TestApp
let circleId: string
let ana: string
let people: Person[]

/** A real roda that Ana alone administers. */
beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase())
  const admin = await testApp.administrator()
  ana = (await testApp.call('GET /users/profile', admin)).body.id
  people = await openRealRoda(testApp, admin, [1, 2])
  circleId = (await testApp.services.db.select().from(circles).where(eq(circles.mode, 'real')))[0]!.id
})

const proposes = (more: Partial<Parameters<typeof proposalRow>[1]> = {}) =>
  proposalRow(testApp, {
    circleId,
    kind: 'change_operator',
    proposedBy: ana,
    touched: [],
    body: { operator: OPERATOR },
    ...more,
  })
const stateOf = async ({ id }: ApprovalRow) =>
  (await testApp.services.db.select().from(approvals).where(eq(approvals.id, id)))[0]!
const kinds = async () => (await testApp.services.db.select().from(ledger).orderBy(ledger.seq)).map(({ kind }) => kind)
const operator = async () =>
  (await testApp.services.db.select().from(circles).where(eq(circles.id, circleId)))[0]!.operator!.name
const job = () => ({ ...testApp.services, actorId: null, actor: null, address: '', device: '' })
const prepares = (row: ApprovalRow, approvedBy: string | null = null) => prepareExecution(job(), row, { approvedBy })
const becomes = (change: object, id = ana) => testApp.services.db.update(users).set(change).where(eq(users.id, id))

test('it is made in the name of its proposer, as they proposed it, and of whoever approved it', async () => {
  const row = await proposes()
  const alone = (await prepares(row)) as Extract<Awaited<ReturnType<typeof prepares>>, { proposer: unknown }>
  expect(alone.proposer.actor).toEqual({
    id: ana,
    administers: true,
    takesPart: false,
    isAuditor: false,
    status: 'ACTIVE',
    adminApproved: true,
    circleId,
    sessionId: row.id,
    via: 'password',
    helperId: null,
    confirmedAt: row.proposedAt,
  })
  expect(alone.proposer).not.toHaveProperty('approvedBy')
  expect(await prepares(row, people[0]!.id)).toMatchObject({ proposer: { actorId: ana, approvedBy: people[0]!.id } })
  const takesPart = async () => ((await prepares(row)) as typeof alone).proposer.actor.takesPart
  await becomes({ alsoTakesPart: true, circleId })
  expect(await takesPart()).toBe(true)
  await becomes({
    circleId: (await testApp.services.db.select().from(circles).where(eq(circles.mode, 'demonstracao')))[0]!.id,
  })
  expect(await takesPart(), 'in another circle').toBe(false)
})

test('it is not where its proposer administers no more or only audits, and where nothing of it is kept', async () => {
  const gone = { refusal: { code: 'approval.proposer_gone' } }
  expect(await prepares(await proposes({ proposedBy: people[0]!.id }))).toMatchObject(gone)
  expect(await prepares(await proposes({ proposedBy: people[0]!.id, kind: 'resolve_report' }))).toMatchObject(gone)
  const row = await proposes()
  expect(await prepares({ ...row, sealed: null })).toMatchObject({ refusal: { code: 'approval.changed' } })
  await becomes({ isAuditor: true })
  expect(await prepares(row)).toMatchObject(gone)
})

/** Carries it out, with the attempt changed before. */
const carriesOut = async (
  row: ApprovalRow,
  change: (attempt: Awaited<ReturnType<typeof prepares>>) => object = (a) => a,
) => {
  const attempt = await prepares(row)
  await transaction(testApp.services.db, (tx) => execute(job(), tx, row, { ...attempt, ...change(attempt) } as never))
}

test('carried out it is done, ended and entered; what was asked is kept no longer', async () => {
  const row = await proposes()
  testApp.clock.moveTo(row.dueAt!.getTime())
  await carriesOut(row)
  expect(await operator()).toBe(OPERATOR.name)
  const ended = await stateOf(row)
  expect(ended).toMatchObject({ state: 'executed', endedAt: new Date(testApp.clock.now()), failure: null })
  expect(openProposal(testApp.services, ended)).toEqual({ salt: '', input: null, changes: [], act: null })
  expect(await kinds()).toContain('approval.executed')
  await expect(carriesOut(row)).rejects.toMatchObject({ code: 'approval.ended' })
})

test('where it is not what was proposed, or is refused by now, it ends undone and says why', async () => {
  const before = await operator()
  const changed = await proposes()
  await carriesOut({ ...changed, bodyHash: 'another' })
  const failure = errors['approval.changed'].message
  expect(await stateOf(changed)).toMatchObject({ state: 'failed', failure })
  const refused = await proposes()
  await carriesOut(refused, () => ({ commit: () => Promise.reject(new Refusal('circle.closed')) }))
  expect(await stateOf(refused)).toMatchObject({ state: 'failed', failure: errors['circle.closed'].message })
  // A circle made since then never heard of it.
  const elsewhere = await proposes()
  await carriesOut({ ...elsewhere, circleIds: [] })
  expect(await stateOf(elsewhere)).toMatchObject({ state: 'failed', failure })
  expect(await operator()).toBe(before)
  expect((await kinds()).filter((kind) => kind === 'approval.failed')).toHaveLength(2)
  expect(await kinds()).not.toContain('approval.executed')
})

test('in their own matter nobody approves, and a fault of ours ends nothing: it goes on waiting', async () => {
  const row = await proposes()
  const throws = (fault: Error, approvedBy?: string) =>
    carriesOut(row, (attempt) => ({
      proposer: { ...(attempt as { proposer: object }).proposer, ...(approvedBy ? { approvedBy } : {}) },
      commit: () => Promise.reject(fault),
    }))
  await expect(throws(new Refusal('approval.own_matter'), people[0]!.id)).rejects.toMatchObject({
    code: 'approval.own_matter',
  })
  await expect(throws(new Error('a fault'))).rejects.toThrow('a fault')
  expect((await stateOf(row)).state).toBe('proposed')
  await throws(new Refusal('approval.own_matter'))
  expect((await stateOf(row)).state).toBe('failed')
})

test('time carries out what is due and nobody objects to, and ends what is thirty days old', async () => {
  const { db } = testApp.services
  const objected = await proposes({ touched: [people[0]!.id] })
  await db.update(approvalMembers).set({ objectedAt: new Date(testApp.clock.now()) })
  const waits = await proposes()
  await db.update(approvals).set({ dueAt: null }).where(eq(approvals.id, waits.id))
  const due = await proposes()
  const runsAt = async (at: number) => {
    testApp.clock.moveTo(at)
    await executeDue(testApp.services)
    return Promise.all([objected, waits, due].map(async (row) => (await stateOf(row)).state))
  }
  expect(await runsAt(due.dueAt!.getTime() - 1)).toEqual(['proposed', 'proposed', 'proposed'])
  expect(await runsAt(due.dueAt!.getTime())).toEqual(['proposed', 'proposed', 'executed'])
  await db.update(approvals).set({ expiresAt: new Date(objected.proposedAt.getTime() + APPROVAL_MS) })
  expect(await runsAt(objected.proposedAt.getTime() + APPROVAL_MS - 1)).toEqual(['proposed', 'proposed', 'executed'])
  expect(await runsAt(objected.proposedAt.getTime() + APPROVAL_MS)).toEqual(['expired', 'expired', 'executed'])
  expect((await kinds()).filter((kind) => kind === 'approval.expired')).toHaveLength(2)
})

test('where somebody came meanwhile who can decide it, time alone does not: they are asked', async () => {
  const row = await proposes()
  await becomes({ role: 'ADMIN' }, people[0]!.id)
  testApp.clock.moveTo(row.dueAt!.getTime())
  await executeDue(testApp.services)
  expect(await stateOf(row)).toMatchObject({ state: 'proposed', dueAt: null })
  expect(await operator()).not.toBe(OPERATOR.name)
})
