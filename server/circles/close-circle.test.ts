import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkApprovals } from '#circle/ledger/approvals.ts'
import { checkEnding } from '#circle/ledger/endings.ts'
import { replayRules } from '#circle/ledger/replay.ts'
import { rodaPlan } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import type { CircleForecast } from '#contracts/forecast.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { ledger } from '#server/tables/ledger.ts'
import { notices } from '#server/tables/notices.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'
import type { Person, TestApp } from '#server/testing/test-app.ts'

const NAME = 'Roda da Vila'
const DAY_MS = 86_400_000
/** A real roda of two, in which each gives the other R$ 100 once; the month was asked for. */
describe('the end of a roda', () => {
  let testApp: TestApp
  let admin: string
  let circleId: string
  let people: Person[]

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    admin = await testApp.administrator()
    const plan = planFormOf(rodaPlan({ amountCents: 10_000, months: 1 }))
    const body = { name: NAME, mode: 'real', plan, operator: OPERATOR, outcome_seen: true, people: 2 }
    circleId = (await testApp.call('POST /admin/circles', admin, { body })).body.id
    await signIn()
    await testApp.call('POST /admin/circles/{id}/open', admin, { params: { id: circleId } })
    people = []
    for (const position of [1, 2]) {
      const person = await testApp.registers(position)
      await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: person.id } })
      expect((await place(person, position)).status).toBe(201)
      people.push(person)
    }
    expect((await pull()).body).toMatchObject({ createdCount: 2 })
  })

  const signIn = async () => {
    admin = await testApp.administrator()
    await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: circleId } })
  }
  const pull = () => testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  const place = ({ id: user_id }: Person, position: number) =>
    testApp.call('POST /queue', admin, { body: { position, user_id, reason: 'Ordem combinada na conversa.' } })
  const close = (confirmation = NAME) => testApp.call('POST /admin/circle/close', admin, { body: { confirmation } })
  const tokenOf = (wanted: string | null) => people.find(({ id }) => id === wanted)!.token
  const rows = () => testApp.services.db.select().from(donations).where(eq(donations.circleId, circleId))
  const pay = async ({ id, donorId, receiverId }: Awaited<ReturnType<typeof rows>>[number]) => {
    expect((await testApp.pays(id, tokenOf(donorId))).status).toBe(201)
    const confirmed = await testApp.call('PATCH /donations/{id}/confirm', tokenOf(receiverId), { params: { id } })
    expect(confirmed.status).toBe(200)
  }
  const result = async () => (await testApp.call('GET /circle/result', people[0]!.token)).body
  const faults = async () => {
    const all = (
      await testApp.services.db.select().from(ledger).where(eq(ledger.circleId, circleId)).orderBy(ledger.seq)
    ).map(({ at, actorId, previousHash, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      actor_id: actorId,
      previous_hash: previousHash,
    }))
    return [...checkEnding(all, sha256), ...replayRules(all).faults, ...checkApprovals(all, sha256).faults]
  }

  test('waits until everybody received what they gave: before, it says how many are not at zero and what is open', async () => {
    const early = await close()
    expect([early.status, early.body.code]).toEqual([409, 'circle.not_over'])
    expect(early.body.message).toContain('quem não está em zero: 0; o que está em aberto: 2.')
    const [one, two] = await rows()
    await pay(one!)
    expect((await close()).body.message).toContain('quem não está em zero: 2; o que está em aberto: 1.')
    expect((await result()).over).toBe(false)
    await pay(two!)
    expect(await result()).toMatchObject({ over: true, even: 2 })
    expect((await close('Outra roda')).body.code).toBe('circle.wrong_confirmation')
    const closed = await close()
    expect([closed.status, closed.body.circle.closed_at]).toEqual([200, expect.any(String)])
    const told = await testApp.services.db.select().from(notices).where(eq(notices.kind, 'circle.closed'))
    expect(told.map(({ userId }) => userId).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
    expect(await faults()).toEqual([])
  })

  test('leaves a roda that is only read: nothing is asked or changed, nobody comes in, and who wants to leave may', async () => {
    const calendar = { calendar: { day: 12, hour: 9 } }
    expect((await testApp.call('PATCH /admin/circle/calendar', admin, { body: calendar })).status).toBe(200)
    for (const donation of await rows()) await pay(donation)
    // Somebody registered who was not approved in time, and another who was and has no place.
    const [late, placeless] = [await testApp.registers(7), await testApp.registers(8)]
    const approves = (userId: string) => testApp.call('PATCH /users/{id}/approve', admin, { params: { id: userId } })
    expect((await approves(placeless.id)).status).toBe(200)
    const waiting = async () => {
      const { approvals, free_places } = (await testApp.call('GET /admin/tasks', admin)).body
      return [approvals.count, free_places.members.count]
    }
    expect(await waiting()).toEqual([1, 1])
    expect((await close()).status).toBe(200)
    // Neither is a task that somebody could do.
    expect([await waiting(), (await approves(late.id)).body.code]).toEqual([[0, 0], 'circle.closed'])
    const codes = await Promise.all([
      close(),
      pull(),
      testApp.call('PATCH /admin/circle', admin, { body: { name: 'Outro nome' } }),
      testApp.call('PATCH /admin/circle/calendar', admin, { body: { calendar: null } }),
      testApp.call('PATCH /admin/circle/answer-days', admin, { body: { days: 9 } }),
    ])
    expect(codes.map(({ body }) => body.code)).toEqual(Array.from({ length: 5 }, () => 'circle.closed'))
    await expect(testApp.registers(3)).rejects.toThrow('circle.closed')

    const { token, id } = people[0]!
    expect((await testApp.call('GET /ledger', token)).status).toBe(200)
    expect((await testApp.call('POST /me/leave', token, { body: { password: PASSWORD } })).status).toBe(200)
    const [left] = await testApp.services.db.select().from(circleMembers).where(eq(circleMembers.memberId, id))
    expect(left!.status).toBe('left')

    testApp.clock.advance(40 * DAY_MS)
    await runDueJobs(testApp.services)
    expect(await rows()).toHaveLength(2)
    await signIn()
    expect((await testApp.call('GET /admin/circle', admin)).body.calendar.automatic).toBeNull()
    await testApp.services.db
      .update(circles)
      .set({ closedAt: null })
      .where(eq(circles.id, circleId))
      .then(
        () => expect.unreachable('a closed circle was opened again'),
        (error: Error) => expect(String(error.cause)).toContain('only ever added to'),
      )
    expect(await faults()).toEqual([])
  })

  test('is one of two ways: begun again, nobody is asked before they accept anew, and the verifier agrees', async () => {
    testApp.clock.advance(25 * DAY_MS)
    await signIn()
    // Weeks later their sessions are over, too.
    const known = (await testApp.call('GET /users', admin)).body as { id: string; email: string }[]
    for (const [index, { id }] of people.entries()) {
      const body = { email: known.find((one) => one.id === id)!.email, password: PASSWORD }
      people[index] = { id, token: (await testApp.call('POST /auth/login', null, { body })).body.access_token }
    }
    expect((await pull()).body.message).toContain('ainda há o que pagar: 2.')
    const toldOver = async () => {
      const all = await testApp.services.db.select().from(notices).where(eq(notices.kind, 'circle.rotation_over'))
      return all.map(({ userId }) => userId).toSorted()
    }
    expect(await toldOver()).toEqual([])
    for (const donation of await rows()) await pay(donation)
    // Each of them is told once, also who confirmed the last donation.
    expect(await toldOver()).toEqual(people.map(({ id }) => id).toSorted())
    expect((await pull()).body.code).toBe('rotation.awaited')
    // No contribution and no turn is told of a rotation that has not begun.
    const ownView = async () => {
      const { token } = people[0]!
      const { nextMonthlyContribution } = (await testApp.call('GET /donations/stats', token)).body
      const { places } = (await testApp.call('GET /circle/forecast', token)).body as CircleForecast
      const [turn] = (await testApp.call('GET /donations/my-level-progress', token)).body.levels
      const { donations_received: received } = turn
      return { isAsked: nextMonthlyContribution !== null, had: places.map(({ had }) => had), received }
    }
    expect(await ownView()).toEqual({ isAsked: false, had: [true, true], received: 1 })
    const begin = () => testApp.call('POST /admin/circle/rotation', admin)
    expect((await begin()).body.circle.rotation).toBe(2)
    expect((await begin()).body.code).toBe('rotation.already')
    expect(await ownView()).toEqual({ isAsked: true, had: [false, false], received: 0 })
    expect(await result()).toMatchObject({ over: true, rotation_over: false })
    const told = await testApp.services.db.select().from(notices).where(eq(notices.kind, 'terms.changed'))
    expect(told.map(({ userId }) => userId).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
    const drawing = { join_hours: 24, open_hours: 24 }
    expect((await testApp.call('POST /draws', admin, { body: drawing })).status).toBe(201)
    const [one, two] = people
    const { terms_version } = (await testApp.call('GET /me/terms', one!.token)).body
    expect((await testApp.call('POST /me/terms', one!.token, { body: { terms_version } })).status).toBe(200)
    // Nor is the other one asked, while there is nobody to receive it.
    expect((await pull()).body).toMatchObject({ createdCount: 0, skippedExisting: 0, skippedWithoutConsent: 1 })
    expect((await testApp.call('POST /me/terms', two!.token, { body: { terms_version } })).status).toBe(200)
    expect((await pull()).body).toMatchObject({ createdCount: 2, skippedWithoutConsent: 0 })
    const headers = { authorization: `Bearer ${admin}` }
    const book = await testApp.app.inject({ method: 'GET', url: '/api/ledger/export', headers })
    expect((await verify(readLedger(book.body))).faults).toEqual([])
  })

  test('waits for a draw of another rotation: one that was left running could be settled by nobody', async () => {
    for (const donation of await rows()) await pay(donation)
    expect((await testApp.call('POST /admin/circle/rotation', admin)).status).toBe(200)
    const drawing = { join_hours: 24, open_hours: 24 }
    expect((await testApp.call('POST /draws', admin, { body: drawing })).status).toBe(201)
    expect((await close()).body.code).toBe('draw.running')
    testApp.clock.advance(2 * DAY_MS)
    await runDueJobs(testApp.services)
    await signIn()
    expect((await close()).status).toBe(200)
    testApp.clock.advance(9 * DAY_MS)
    await runDueJobs(testApp.services)
    await signIn()
    const headers = { authorization: `Bearer ${admin}` }
    const book = await testApp.app.inject({ url: '/api/ledger/export', headers })
    expect((await verify(readLedger(book.body))).faults).toEqual([])
  })

  test('… and for a proposed order: one that was left standing nobody could accept or take back any more', async () => {
    for (const donation of await rows()) await pay(donation)
    expect((await testApp.call('POST /admin/circle/rotation', admin)).status).toBe(200)
    const body = { member_ids: people.map(({ id }) => id) }
    const { id } = (await testApp.call('POST /orders', admin, { body })).body.proposal
    expect((await close()).body.code).toBe('order.stands')
    expect((await testApp.call('POST /orders/{id}/withdraw', admin, { params: { id } })).status).toBe(200)
    const next = async () =>
      (await testApp.call('GET /donations/stats', people[0]!.token)).body.nextMonthlyContribution as string | null
    expect(await next()).not.toBeNull()
    expect((await close()).status).toBe(200)
    expect(await next(), 'nothing is asked for any more').toBeNull()
    const { why_not } = (await testApp.call('GET /draws', admin)).body
    expect(why_not).toBe((await testApp.call('POST /draws', admin, { body: {} })).body.message)
  })

  test('waits for a decided case until nobody can appeal against it any more', async () => {
    const [one] = await rows()
    const { id, donorId } = one!
    const said = { reason: 'Já paguei', additionalInfo: 'Paguei e ele diz que não recebeu nada.' }
    const reported = await testApp.call('POST /donations/{id}/report', tokenOf(donorId), { params: { id }, body: said })
    expect(reported.status).toBe(201)
    const decision = { donation_outcome: 'keep', resolution_message: 'Se entenderam.', admin_notes: 'nota' }
    const params = { id: reported.body.id }
    const call = 'POST /admin/donations/reports/{id}/resolve'
    expect((await testApp.call(call, admin, { params, body: decision })).body).toMatchObject({ status: 'RESOLVED' })
    for (const donation of await rows()) await pay(donation)
    expect((await close()).body.code).toBe('circle.case_recent')
    testApp.clock.advance(14 * DAY_MS)
    await signIn()
    expect((await close()).status).toBe(200)
    expect(await faults()).toEqual([])
  })
})
