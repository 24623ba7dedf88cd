import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { APPROVAL_MS } from '#contracts/approvals.ts'
import { planFormOf } from '#contracts/plans.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { approvalMembers } from '#server/tables/approval-members.ts'
import { approvals } from '#server/tables/approvals.ts'
import { audit } from '#server/tables/audit.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { ledger } from '#server/tables/ledger.ts'
import { notices } from '#server/tables/notices.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { hashOfBody, openProposal } from './proposal.ts'
import { needsApproval } from './propose.ts'

const HOUR_MS = 3_600_000
const operator = { ...OPERATOR, name: 'Outra Associação', document: '11222333000181' }

let testApp: TestApp
let ana: string
let circleId: string
let people: Person[]

/** A real roda of four whose first contributions are asked for, which Ana alone administers. */
beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase())
  const admin = await testApp.administrator()
  ana = (await testApp.call('GET /users/profile', admin)).body.id
  const [level] = presets.roda.levels
  people = await openRealRoda(testApp, admin, [1, 2, 3, 4], {
    ...presets.roda,
    levels: [{ ...level!, required: 3 }],
  } as typeof presets.roda)
  circleId = (await testApp.services.db.select().from(circles).where(eq(circles.mode, 'real')))[0]!.id
})

const asks = async (name: Parameters<TestApp['call']>[0], sent: Parameters<TestApp['call']>[2] = {}) =>
  testApp.call(name, await testApp.administrator(), sent)
const changesOperator = (name = operator.name) =>
  asks('PATCH /admin/circle', { body: { operator: { ...operator, name } } })
const rows = () => testApp.services.db.select().from(approvals).orderBy(approvals.id)
const latest = async () => (await rows()).at(-1)!
const administers = (id: string, more: object = {}) =>
  testApp.services.db
    .update(users)
    .set({ role: 'ADMIN', ...more })
    .where(eq(users.id, id))
const toldOf = async (userId: string) =>
  (await testApp.services.db.select().from(notices).where(eq(notices.userId, userId))).map(({ kind }) => kind)

test('a call needs two people by its contract, some of them only with such a body', () => {
  const needs = (name: Parameters<typeof needsApproval>[0], body?: object) =>
    needsApproval(name, { params: {}, query: {}, body } as never)
  expect(needs('GET /queue')).toBe(false)
  expect(needs('DELETE /queue/{id}')).toBe(true)
  expect([needs('PATCH /admin/circle'), needs('PATCH /admin/circle', { operator })]).toEqual([false, true])
})

test('it is kept, entered and told as it was asked, and the answer is how things still are', async () => {
  const before = (await asks('GET /admin/circle')).body
  const asked = await changesOperator()
  const row = await latest()
  const dueAt = new Date(testApp.clock.now() + 72 * HOUR_MS)
  const expiresAt = new Date(testApp.clock.now() + APPROVAL_MS)
  const { approval, ...present } = asked.body
  expect(asked.status).toBe(202)
  expect(present).toEqual(before)
  expect(approval).toEqual({
    id: row.id,
    kind: 'change_operator',
    state: 'proposed',
    proposed_at: new Date(testApp.clock.now()).toISOString(),
    due_at: dueAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  })
  const { salt, input, changes, act } = openProposal(testApp.services, row)!
  expect(input).toMatchObject({ body: { operator } })
  expect(act).toBeNull()
  expect(changes).toContainEqual({ field: 'operator_name', before: 'Roda', after: operator.name })
  // The salt is what keeps a short key from being guessed by its hash.
  expect(Buffer.from(salt, 'base64url')).toHaveLength(16)
  const bodyHash = hashOfBody(salt, 'PATCH /admin/circle', input!)
  expect(row).toMatchObject({
    circleId,
    circleIds: [circleId],
    call: 'PATCH /admin/circle',
    bodyHash,
    actHash: bodyHash,
    proposedBy: ana,
    proposedVia: 'password',
    dueAt,
    expiresAt,
  })
  const { db } = testApp.services
  const [entry] = await db.select().from(ledger).where(eq(ledger.kind, 'approval.proposed'))
  expect(entry).toMatchObject({
    circleId,
    actorId: ana,
    payload: { approvalId: row.id, change: 'change_operator', bodyHash, actHash: bodyHash },
  })
  const [looked] = await db.select().from(audit).where(eq(audit.kind, 'approval.proposed'))
  expect(looked).toMatchObject({ circleId, actorId: ana })
  const touched = await db.select().from(approvalMembers)
  expect(touched.map(({ userId }) => userId).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
  expect(touched.every(({ objectedAt }) => objectedAt === null)).toBe(true)
  for (const { id } of people) expect(await toldOf(id)).toContain('approval.touches_you')
})

test('with a second person it waits for them; a demonstration’s is done at once', async () => {
  await administers(people[0]!.id)
  expect((await changesOperator()).body.approval).toMatchObject({ due_at: null })
  expect(await toldOf(people[0]!.id)).toContain('approval.waits_for_you')
  const [demonstration] = await testApp.services.db.select().from(circles).where(eq(circles.mode, 'demonstracao'))
  await asks('POST /admin/circles/{id}/select', { params: { id: demonstration!.id } })
  const done = await asks('PATCH /admin/circle/plan', { body: planFormOf(presets.rotativo) })
  expect(done).toMatchObject({ status: 200, body: { plan: { name: presets.rotativo.name } } })
  expect(done.body.approval).toBeUndefined()
  expect(await rows()).toHaveLength(1)
})

test('what the verb refuses is refused at once, in its words, and nothing of the attempt stays', async () => {
  const { db } = testApp.services
  const entries = await db.$count(ledger)
  const [first] = people
  const body = { firstUserId: first!.id, secondUserId: first!.id }
  expect(await asks('PATCH /queue/swap-positions', { body })).toMatchObject({ body: { code: 'queue.same_entry' } })
  expect([await db.$count(ledger), await rows()]).toEqual([entries, []])
  const [a, b] = [people[2]!.id, people[3]!.id]
  await asks('PATCH /queue/swap-positions', { body: { firstUserId: a, secondUserId: b } })
  const { data } = (await asks('GET /queue/changes')).body
  expect(data.some(({ kind }: { kind: string }) => kind === 'swap')).toBe(false)
  expect(await db.$count(ledger)).toBe(entries + 1)
  const { actHash, sealed, id } = await latest()
  expect(actHash).toBe(sha256(openProposal(testApp.services, { id, sealed })!.act!))
})

/** The open donation of the first who owes, whose month is left out. */
const owed = async () => {
  const open = and(eq(donations.circleId, circleId), eq(donations.status, 'PENDING_PAYMENT'))
  const [donation] = await testApp.services.db.select().from(donations).where(open).orderBy(donations.id)
  return donation!
}
const pauses = (id: string) => asks('POST /admin/donations/{id}/pause', { params: { id } })

test('what ends by itself is proposed by one alone no later than 72 hours before, and its proposal ends with it', async () => {
  const { id, deadlineAt } = await owed()
  const end = deadlineAt.getTime()
  testApp.clock.moveTo(end - 72 * HOUR_MS + 1)
  expect(await pauses(id)).toMatchObject({ body: { code: 'pause.too_late' } })
  testApp.clock.moveTo(end - 72 * HOUR_MS)
  const at = new Date(end).toISOString()
  expect((await pauses(id)).body.approval).toMatchObject({ due_at: at, expires_at: at })
  // All four of the order owe each other: the second person is none of them.
  await administers((await testApp.registers(9)).id)
  testApp.clock.moveTo(end - HOUR_MS)
  expect((await pauses(id)).body).toMatchObject({ approval: { due_at: null, expires_at: at } })
})

test('in somebody’s own matter time decides nothing: it takes somebody else', async () => {
  const { id, donorId, receiverId } = await owed()
  const token = people.find((person) => person.id === donorId)!.token
  await administers(donorId, { alsoTakesPart: true })
  await testApp.services.db.update(users).set({ isAuditor: true }).where(eq(users.id, ana))
  const asOwn = () => testApp.call('POST /admin/donations/{id}/pause', token, { params: { id } })
  expect(await asOwn()).toMatchObject({ body: { code: 'approval.own_matter' } })
  // Somebody else who administers is a party as well: it waits, since others may come.
  await administers(receiverId!, { alsoTakesPart: true })
  expect(await asOwn()).toMatchObject({ status: 202, body: { approval: { due_at: null } } })
  expect((await latest()).proposedBy).toBe(donorId)
})

test('whoever objects to such a change objects to the next as well', async () => {
  await changesOperator('Uma')
  const [first] = await rows()
  await testApp.call('POST /me/approvals/{id}/object', people[1]!.token, { params: { id: first!.id } })
  const objectedAt = new Date(testApp.clock.now())
  testApp.clock.advance(60_000)
  await changesOperator('Outra')
  const { id } = await latest()
  const of = await testApp.services.db.select().from(approvalMembers).where(eq(approvalMembers.approvalId, id))
  expect(of).toHaveLength(4)
  for (const { userId, objectedAt: own } of of) expect(own).toEqual(userId === people[1]!.id ? objectedAt : null)
})

test('what concerns every real circle is entered in each, and stands in the one that is chosen, or the first', async () => {
  await openRealRoda(testApp, await testApp.administrator(), [])
  const { db } = testApp.services
  const real = (await db.select().from(circles).where(eq(circles.mode, 'real')).orderBy(circles.id)).map(({ id }) => id)
  const adds = async (email: string) => {
    const body = { firstName: 'Bia', lastName: 'Reis', email, role: 'ADMIN' }
    expect(await asks('POST /admin/administrators', { body })).toMatchObject({ status: 202 })
    return latest()
  }
  expect(await adds('a@b.example')).toMatchObject({ circleIds: real, circleId: real[1] })
  const entered = await db.select().from(ledger).where(eq(ledger.kind, 'approval.proposed'))
  expect(entered.map((entry) => entry.circleId).toSorted()).toEqual(real.toSorted())
  const [demonstration] = await db.select().from(circles).where(eq(circles.mode, 'demonstracao'))
  await asks('POST /admin/circles/{id}/select', { params: { id: demonstration!.id } })
  expect(await adds('c@d.example')).toMatchObject({ circleIds: real, circleId: real[0] })
})

test('where the ledger is ahead of a clock that was set back, its time counts', async () => {
  await changesOperator('Uma')
  const { proposedAt } = await latest()
  testApp.clock.advance(-HOUR_MS)
  expect((await changesOperator('Outra')).body).toMatchObject({ approval: {} })
  expect((await rows()).map((row) => row.proposedAt)).toEqual([proposedAt, proposedAt])
  expect((await rows()).map(({ dueAt }) => dueAt!.getTime())).toEqual([
    proposedAt.getTime() + 72 * HOUR_MS,
    proposedAt.getTime() + 72 * HOUR_MS,
  ])
})
