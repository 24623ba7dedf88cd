import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { rodaPlan } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { circles } from '#server/tables/circles.ts'
import { notices } from '#server/tables/notices.ts'
import { obligations } from '#server/tables/obligations.ts'
import { turnForecasts } from '#server/tables/turn-forecasts.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const HOUR_MS = 3_600_000
const planFor = (months: number) => planFormOf(rodaPlan({ amountCents: 10_000, months }))

/** A real roda for four, in which two have a place, on 10 November 2026. */
describe('the first contributions of a roda that fewer people came to', () => {
  let testApp: TestApp
  let admin: string
  let id: string
  const make = (body: object) =>
    testApp.call('POST /admin/circles', admin, {
      body: { name: 'Roda da Vila', mode: 'real', operator: OPERATOR, outcome_seen: true, ...body },
    })
  const pull = () => testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  const owed = () => testApp.services.db.$count(obligations, eq(obligations.circleId, id))
  const told = async (kind: 'calendar.refused' | 'calendar.coming') =>
    (await testApp.services.db.select().from(notices).where(eq(notices.kind, kind))).map(({ facts }) => facts)
  const signIn = async () => {
    admin = await testApp.administrator()
    await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id } })
  }

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    admin = await testApp.administrator()
    id = (await make({ plan: planFor(3), people: 4 })).body.id
    await signIn()
    await testApp.call('POST /admin/circles/{id}/open', admin, { params: { id } })
    for (const position of [1, 2]) {
      const { id: userId } = await testApp.registers(position)
      await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: userId } })
      const body = { position, user_id: userId, reason: 'Ordem combinada na conversa.' }
      expect((await testApp.call('POST /queue', admin, { body })).status).toBe(201)
    }
  })

  test('wait by hand, with what to do, until its plan is for as many: then they are asked of who accepts it', async () => {
    const refused = await pull()
    expect([refused.status, refused.body.code]).toEqual([409, 'pull.off_plan'])
    expect(refused.body.message).toContain('mostrado para 4 pessoas; com lugar: 2.')
    expect((await testApp.call('GET /admin/tasks', admin)).body.month.off_plan).toEqual({ people: 4, places: 2 })
    expect(await owed()).toBe(0)
    // A turn by a plan for four is read by nobody, and no notice tells that it moved.
    const foreseen = async () => (await testApp.call('GET /circle/forecast', admin)).body
    expect(await foreseen()).toMatchObject({ waits: { people: 4, places: 2 }, places: [{ turns: [] }, { turns: [] }] })
    await runDueJobs(testApp.services)
    expect(await testApp.services.db.$count(turnForecasts)).toBe(0)

    const change = (body: object) => testApp.call('PATCH /admin/circle/plan', admin, { body })
    const proposed = await change({ ...planFor(1), people: 2 })
    expect(proposed.status).toBe(202)
    expect((await testApp.call('GET /admin/approvals', admin)).body.data[0].changes).toContainEqual({
      field: 'people',
      before: '4',
      after: '2',
    })
    testApp.clock.advance(72 * HOUR_MS)
    await runDueJobs(testApp.services)
    await signIn()
    expect((await testApp.services.db.select().from(circles).where(eq(circles.id, id)))[0]).toMatchObject({ people: 2 })
    const { waits, places } = await foreseen()
    expect([waits, places[0].turns.length > 0]).toEqual([null, true])
    expect((await pull()).body).toMatchObject({ createdCount: 0, skippedWithoutConsent: 2 })
    const { terms_version } = (await testApp.call('GET /circle', null)).body
    for (const { email } of (await testApp.call('GET /users', admin)).body as { email: string }[]) {
      const { body } = await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
      const accepted = await testApp.call('POST /me/terms', body.access_token, { body: { terms_version } })
      expect(accepted.status).toBe(200)
    }
    expect((await pull()).body).toMatchObject({ createdCount: 2 })
  })

  test('are asked at once where no number was named when the circle was made', async () => {
    await testApp.services.db.update(circles).set({ people: null }).where(eq(circles.id, id))
    expect((await pull()).body).toMatchObject({ skippedExisting: 0 })
    expect(await owed()).toBe(2)
  })

  test('are not asked by the calendar either, nor announced: those who administer are told once why', async () => {
    const body = { calendar: { day: 7, hour: 9 } }
    expect((await testApp.call('PATCH /admin/circle/calendar', admin, { body })).status).toBe(200)
    for (const instant of ['2026-12-05T12:00:00Z', '2026-12-07T12:00:00Z', '2026-12-07T13:00:00Z']) {
      testApp.clock.moveTo(Date.parse(instant))
      await runDueJobs(testApp.services)
    }
    expect([await owed(), await told('calendar.coming')]).toEqual([0, []])
    expect(await told('calendar.refused')).toMatchObject([{ period: '2026-12', reason: 'off_plan' }])
  })

  test('a turn of more donations than there are others to give them is refused, made so or changed so', async () => {
    const message = 'Com 2 pessoas, uma vez tem no máximo 1 doação: ninguém doa a si.'
    const made = await make({ plan: planFor(99), people: 2 })
    expect([made.status, made.body.fields]).toEqual([400, { people: message }])
    const changed = await testApp.call('PATCH /admin/circle/plan', admin, { body: { ...planFor(99), people: 2 } })
    expect([changed.status, changed.body.fields]).toEqual([400, { people: message }])
    const alone = await testApp.call('PATCH /admin/circle/plan', admin, { body: planFor(99) })
    expect(alone.body.message).toContain('Com 4 pessoas, uma vez tem no máximo 3 doações')
  })

  test('are told for as many as are in it: not for somebody who came and was let go', async () => {
    const members = async () => (await testApp.call('GET /simulation', admin)).body.members
    const others = []
    for (const number of [3, 4, 5]) others.push(await testApp.registers(number))
    for (const { id: userId } of others)
      await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: userId } })
    expect(await members()).toBe(5)
    const gone = await testApp.call('POST /users/{id}/remove', admin, {
      params: { id: others[2]!.id },
      body: { reason: 'Mudou de cidade.' },
    })
    expect(gone.status).toBe(200)
    expect(await members()).toBe(4)
  })
})
