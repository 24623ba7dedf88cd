import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { substituteText } from '#circle/ledger/substitutes.ts'
import { rodaPlan } from '#circle/plan.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { approvals } from '#server/tables/approvals.ts'
import { donations } from '#server/tables/donations.ts'
import { entries } from '#server/tables/entries.ts'
import { notices } from '#server/tables/notices.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { deviceOf } from '#server/testing/device.ts'
import { invitationSecret } from '#server/testing/outbox.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { ADMINISTRATOR, createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

const HOUR_MS = 3_600_000
const SECOND = { email: 'rui@exemplo.org', password: 'outra-senha-bem-boa' }

let testApp: TestApp
let olga: string
let people: Person[]
let gil: Person
let circleId: string
let signs: Map<Person, Awaited<ReturnType<typeof deviceOf>>>

// A real roda of four in its first month, and Gil, whom nobody knows, approved without a place.
beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
  olga = await testApp.administrator()
  people = await openRealRoda(testApp, olga, [1, 2, 3, 4], rodaPlan({ amountCents: 10_000, months: 3 }))
  gil = await testApp.registers(9)
  await testApp.call('PATCH /users/{id}/approve', olga, { params: { id: gil.id } })
  signs = new Map()
  circleId = (await testApp.call('GET /circle', olga)).body.id
})

const signIn = async ({ email, password } = ADMINISTRATOR) => {
  const token = (await testApp.call('POST /auth/login', null, { body: { email, password } })).body.access_token
  await testApp.call('POST /admin/circles/{id}/select', token, { params: { id: circleId } })
  return token as string
}
const rows = () => testApp.services.db.select().from(donations).orderBy(donations.id)
const personOf = (wanted: string | null) => people.find(({ id }) => id === wanted)!
/** Every open donation, or those to one of them, is sent and confirmed. */
const pays = async (to?: Person) => {
  for (const { id, donorId, receiverId } of await rows()) {
    if (to && to.id !== receiverId) continue
    expect((await testApp.pays(id, personOf(donorId).token)).status).toBe(201)
    const receiver = personOf(receiverId)
    const headers = signs.has(receiver) ? await signs.get(receiver)!({ act: 'confirm', donationId: id }) : {}
    const confirmed = await testApp.call('PATCH /donations/{id}/confirm', receiver.token, { params: { id }, headers })
    expect(confirmed.status).toBe(200)
  }
}
/** The one who is paid first, and somebody whom nobody pays yet. */
const firstAndOther = async () => {
  const open = await rows()
  const counts = people.map(({ id }) => open.filter(({ receiverId }) => receiverId === id).length)
  return [people[counts.indexOf(Math.max(...counts))]!, people[counts.lastIndexOf(0)]!] as const
}
/** The two agree, each under their device's signature. */
const agree = async (leaver: Person) => {
  const { place } = (await testApp.call('GET /me/substitutes', leaver.token)).body
  const [id, { given, received }] = [randomUUID(), place]
  const of = { substituteId: id, memberId: leaver.id, newcomerId: gil.id }
  const hash = sha256(substituteText({ ...of, givenCents: given * 100, receivedCents: received * 100 }))
  for (const person of [leaver, gil]) signs.set(person, await deviceOf(testApp, person))
  const asked = await testApp.call('POST /me/substitutes', leaver.token, {
    body: { id, member_id: gil.id, given, received, hash },
    headers: await signs.get(leaver)!({ act: 'ask_substitute', donationId: gil.id, image: hash }),
  })
  const accepted = await testApp.call('POST /me/substitutes/{id}/accept', gil.token, {
    params: { id },
    body: { hash },
    headers: await signs.get(gil)!({ act: 'accept_substitute', donationId: id, image: hash }),
  })
  expect([asked.status, accepted.status]).toEqual([201, 200])
  return { params: { id } }
}
const decides = (as: string, ask: { params: { id: string } }) =>
  testApp.call('POST /admin/substitutes/{id}/approve', as, ask)
const approves = (as: string, id: string) => testApp.call('POST /admin/approvals/{id}/approve', as, { params: { id } })
const holdsPlace = async ({ id }: Person) =>
  (await testApp.services.db.$count(entries, and(eq(entries.circleId, circleId), eq(entries.memberId, id)))) > 0
const proposalOf = async (id: string) =>
  (await testApp.services.db.select().from(approvals).where(eq(approvals.id, id)))[0]!
const faults = async () => {
  const headers = { authorization: `Bearer ${olga}` }
  return verify(readLedger((await testApp.app.inject({ url: '/api/ledger/export', headers })).body)).faults
}
const RUI = { ...SECOND, cpf: '11144477735' }
/** Rui, or one of them, administers too, and counts as a second person. */
const secondPerson = async ({ email, password, cpf } = RUI) => {
  const invited = { firstName: 'Rui', lastName: 'Alves', email, role: 'ADMIN' }
  expect((await testApp.call('POST /admin/administrators', olga, { body: invited })).status).toBe(202)
  testApp.clock.advance(73 * HOUR_MS)
  await runDueJobs(testApp.services)
  const secret = invitationSecret(testApp.services.config.dataDir)
  const body = { secret, cpf, password }
  expect((await testApp.call('POST /invitations/accept', null, { body })).status).toBe(201)
  testApp.clock.advance(73 * HOUR_MS)
  olga = await signIn()
  return signIn({ email, password })
}

describe('a place that received more than it gave', () => {
  test('is only proposed by one who administers alone; all who would lose hear of it, and one no stops it', async () => {
    const [friend, other] = await firstAndOther()
    const gotMoney = new Set((await rows()).map(({ receiverId }) => receiverId))
    await pays()
    const ask = await agree(friend)
    expect((await testApp.call('GET /admin/substitutes', olga)).body.asks).toMatchObject([
      { takes_two: true, is_proposed: false },
    ])
    const proposed = await decides(olga, ask)
    expect(proposed).toMatchObject({ status: 202, body: { approval: { kind: 'hand_over' } } })
    const { id, due_at } = proposed.body.approval
    expect(Date.parse(due_at) - testApp.clock.now()).toBe(72 * HOUR_MS)
    expect([await holdsPlace(friend), await holdsPlace(gil)]).toEqual([true, false])
    expect(proposed.body.asks).toMatchObject([{ is_proposed: true }])
    // It waits once among what is to be decided: as the proposal.
    expect((await testApp.call('GET /admin/tasks', olga)).body.substitutes.count).toBe(0)

    const told = await testApp.services.db.select().from(notices).where(eq(notices.kind, 'approval.touches_you'))
    // One of them has been given by now what they gave.
    const even = people.find((one) => one !== friend && gotMoney.has(one.id))!
    const touched = [...people.filter((one) => one !== even), gil]
    expect(told.map(({ userId }) => userId).toSorted()).toEqual(touched.map((one) => one.id).toSorted())
    const [own] = (await testApp.call('GET /me/approvals', other.token)).body
    expect(own).toMatchObject({ id, kind: 'hand_over', may_object: true })
    expect(own.changes.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining(['leaves', 'comes', 'place_money', 'place_owes']),
    )
    await testApp.call('POST /me/approvals/{id}/object', other.token, { params: { id } })
    testApp.clock.advance(80 * HOUR_MS)
    await runDueJobs(testApp.services)
    expect([await holdsPlace(friend), (await proposalOf(id)).state]).toEqual([true, 'proposed'])
    olga = await signIn()
    const users = (await testApp.call('GET /users', olga)).body as { id: string; email: string }[]
    const again = await signIn({ email: users.find((one) => one.id === other.id)!.email, password: PASSWORD })
    await testApp.call('POST /me/approvals/{id}/withdraw-objection', again, { params: { id } })
    await runDueJobs(testApp.services)
    expect([await holdsPlace(friend), await holdsPlace(gil)]).toEqual([false, true])
    expect((await proposalOf(id)).state).toBe('executed')
    olga = await signIn()
    expect(await faults()).toEqual([])
  })

  test('… and so is one to which money is on its way', async () => {
    const [friend] = await firstAndOther()
    expect((await decides(olga, await agree(friend))).body.approval?.kind).toBe('hand_over')
    expect(await holdsPlace(friend)).toBe(true)
  })

  test('… while one that nobody has paid is decided by one person at once', async () => {
    const [, other] = await firstAndOther()
    const ask = await agree(other)
    expect((await testApp.call('GET /admin/substitutes', olga)).body.asks).toMatchObject([{ takes_two: false }])
    expect((await decides(olga, ask)).status).toBe(200)
    expect(await holdsPlace(gil)).toBe(true)
    expect(await faults()).toEqual([])
  })

  test('passes when a second person approves', async () => {
    const [friend] = await firstAndOther()
    await pays()
    const ask = await agree(friend)
    const rui = await secondPerson()
    const proposed = await decides(olga, ask)
    expect(proposed.body.approval.due_at).toBeNull()
    const { id } = proposed.body.approval
    expect((await approves(olga, id)).body.code).toBe('approval.own')
    expect((await approves(rui, id)).body.state).toBe('executed')
    expect([await holdsPlace(friend), await holdsPlace(gil)]).toEqual([false, true])
    const paper = await testApp.call('GET /substitutes/{id}/paper', olga, { ...ask, query: '?format=json' })
    expect(paper.body.decided_by).toEqual([expect.any(String), 'Rui Alves'])
    expect(await faults()).toEqual([])
  })

  test('passes when a second person approves, also one who takes part and would lose by it', async () => {
    const [friend, other] = await firstAndOther()
    await pays()
    const { email, cpf } = (await testApp.call('GET /users/profile', other.token)).body
    const { email: emailOfGil } = (await testApp.call('GET /users/profile', gil.token)).body
    const ask = await agree(friend)
    const second = await secondPerson({ email, password: PASSWORD, cpf })
    // The terms name who administers, and are accepted anew.
    const { terms_version } = (await testApp.call('GET /circle', olga)).body
    const token = await signIn({ email: emailOfGil, password: PASSWORD })
    const headers = await signs.get(gil)!({ act: 'accept_terms', image: terms_version }, {}, { ...gil, token })
    const accepted = await testApp.call('POST /me/terms', token, { body: { terms_version }, headers })
    expect(accepted.status).toBe(200)
    const proposed = await decides(olga, ask)
    expect(proposed.body.approval.due_at).toBeNull()
    const { id } = proposed.body.approval
    const [own] = (await testApp.call('GET /admin/approvals', second)).body.data
    expect(own).toMatchObject({ id, may_approve: true, is_own_matter: false })
    expect((await approves(second, id)).body.state).toBe('executed')
    expect([await holdsPlace(friend), await holdsPlace(gil)]).toEqual([false, true])
    expect(await faults()).toEqual([])
  })

  test('stays where the request ended meanwhile: the proposal is not done, and says why', async () => {
    const [friend] = await firstAndOther()
    await pays()
    const ask = await agree(friend)
    const { id } = (await decides(olga, ask)).body.approval
    const headers = await signs.get(friend)!({ act: 'end_substitute', donationId: ask.params.id })
    await testApp.call('DELETE /me/substitutes/{id}', friend.token, { ...ask, headers })
    await runDueJobs(testApp.services)
    const { state, failure } = await proposalOf(id)
    expect(state).toBe('failed')
    expect(failure).toContain('já não vale')
    expect(await holdsPlace(friend)).toBe(true)
    expect(await faults()).toEqual([])
  })

  test('… or its seven days are over, though somebody still objects; with less than 72 hours left one alone proposes nothing', async () => {
    const [friend, other] = await firstAndOther()
    await pays()
    const ask = await agree(friend)
    const { id, expires_at: until } = (await decides(olga, ask)).body.approval
    expect(Date.parse(until) - testApp.clock.now(), 'it waits no longer than they do').toBeLessThanOrEqual(
      168 * HOUR_MS,
    )
    await testApp.call('POST /me/approvals/{id}/object', other.token, { params: { id } })
    testApp.clock.advance(97 * HOUR_MS)
    olga = await signIn()
    expect((await decides(olga, ask)).body.code).toBe('approval.too_late')
    testApp.clock.advance(72 * HOUR_MS)
    await runDueJobs(testApp.services)
    expect(await proposalOf(id)).toMatchObject({ state: 'failed', failure: expect.stringContaining('já não vale') })
    olga = await signIn()
    expect((await decides(olga, ask)).body.code).toBe('substitute.over')
    expect(await faults()).toEqual([])
  })

  test('… and is done in its time, however many others stand before it', async () => {
    const [friend] = await firstAndOther()
    await pays()
    const { id } = (await decides(olga, await agree(friend))).body.approval
    const { db } = testApp.services
    const row = await proposalOf(id)
    const before = { ...row, sealed: null, dueAt: null, proposedAt: new Date(row.proposedAt.getTime() - HOUR_MS) }
    await db.insert(approvals).values(Array.from({ length: 50 }, () => ({ ...before, id: randomUUID() })))
    testApp.clock.advance(73 * HOUR_MS)
    await runDueJobs(testApp.services)
    expect(await proposalOf(id)).toMatchObject({ state: 'executed' })
  })

  test('… or its sums changed', async () => {
    const [friend] = await firstAndOther()
    const ask = await agree(friend)
    const { id } = (await decides(olga, ask)).body.approval
    await pays(friend)
    testApp.clock.advance(73 * HOUR_MS)
    await runDueJobs(testApp.services)
    const { state, failure } = await proposalOf(id)
    expect([state, failure]).toEqual(['failed', expect.stringContaining('desde o pedido')])
  })

  test('handed over by one behind the server’s back, the verifier names it', async () => {
    const [friend] = await firstAndOther()
    await pays()
    const ask = await agree(friend)
    const { id: actorId } = (await testApp.call('GET /users/profile', olga)).body
    const author = { actorId, actor: { via: 'password' }, signed: null, isProposal: true } as const
    const { place } = (await testApp.call('GET /me/substitutes', friend.token)).body
    const sums = { givenCents: place.given * 100, receivedCents: place.received * 100 }
    await withCircle({ ...testApp.services, ...author }, circleId, ({ perform }) =>
      perform({ kind: 'hand_over', substituteId: ask.params.id, memberId: friend.id, newcomerId: gil.id, ...sums }),
    )
    expect((await faults()).map(({ code }) => code)).toContain('approval.missing')
  })
})
