import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { beginningText } from '#circle/committed-texts.ts'
import { presets } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { checkCircle } from '#server/scrubber/check-circle.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { notices } from '#server/tables/notices.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { deviceOf } from '#server/testing/device.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { amissOnDevice } from '#server/testing/shown-to-device.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

type Row = { member_id: string; given: number; received: number }

/** A real roda of three who ran a month on paper: Ana received from Bia and Caio. */
describe('a roda that already runs', () => {
  let testApp: TestApp
  let circleId: string
  let admin: string
  let [ana, bia, caio]: Person[] = []
  let signs: Map<Person, Awaited<ReturnType<typeof deviceOf>>>
  let rows: Row[]

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    admin = await testApp.administrator()
    const plan = planFormOf(presets.roda)
    plan.levels[0].required = 2
    const body = { name: 'Roda da Vila', mode: 'real', plan, operator: OPERATOR, outcome_seen: true, people: 3 }
    circleId = (await testApp.call('POST /admin/circles', admin, { body })).body.id
    for (const name of ['open', 'select'] as const)
      await testApp.call(`POST /admin/circles/{id}/${name}`, admin, { params: { id: circleId } })
    signs = new Map()
    const people: Person[] = []
    for (const n of [1, 2, 3]) {
      const person = await testApp.registers(n)
      await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: person.id } })
      signs.set(person, await deviceOf(testApp, person))
      people.push(person)
    }
    ;[ana, bia, caio] = people
    const amount = presets.roda.levels[0].donationCents / 100
    rows = [
      { member_id: ana!.id, given: 0, received: 2 * amount },
      { member_id: bia!.id, given: amount, received: 0 },
      { member_id: caio!.id, given: amount, received: 0 },
    ]
  })

  const enter = (sent = rows) => testApp.call('POST /admin/beginning', admin, { body: { rows: sent } })
  const open = () => testApp.call('POST /admin/beginning/open', admin)
  const own = async ({ token }: Person) => (await testApp.call('GET /me/beginning', token)).body.row
  const accept = async (person: Person, isSigned = true) => {
    const { turn, given, received } = await own(person)
    const row = { memberId: person.id, givenCents: given * 100, receivedCents: received * 100 }
    const hash = sha256(beginningText(circleId, turn, row))
    const headers = isSigned ? await signs.get(person)!({ act: 'accept_beginning', image: hash }) : {}
    return testApp.call('POST /me/beginning/accept', person.token, { body: { hash }, headers })
  }
  const told = async (kind: (typeof notices.$inferSelect)['kind']) =>
    (await testApp.services.db.select().from(notices).where(eq(notices.kind, kind))).map(({ userId }) => userId)
  const readBack = async () => {
    const headers = { authorization: `Bearer ${admin}` }
    return verify(readLedger((await testApp.app.inject({ url: '/api/ledger/export', headers })).body))
  }
  const pull = () => testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })

  test('comes in once each of its people signed their row, and goes on from there; the verifier agrees', async () => {
    expect((await enter()).body).toMatchObject({ waits: true, why_not: null, faults: [] })
    expect((await told('beginning.asked')).toSorted()).toEqual([ana!.id, bia!.id, caio!.id].toSorted())
    expect((await open()).body).toMatchObject({ code: 'beginning.waited' })
    expect((await accept(ana!, false)).body.code).toBe('signature.needed')
    for (const person of [ana!, bia!, caio!]) expect((await accept(person)).body.row.accepted).toBe(true)
    expect(await told('beginning.ready')).toHaveLength(1)
    expect((await open()).body).toMatchObject({ waits: false })
    expect((await told('circle.brought_in')).toSorted()).toEqual([ana!.id, bia!.id, caio!.id].toSorted())
    // This order was neither drawn nor made by hand.
    expect((await testApp.call('GET /draws', ana!.token)).body.order).toMatchObject({ is_brought_in: true, changes: 0 })
    expect(await amissOnDevice(testApp, ana!)).toEqual([])
    const { own: sums } = (await testApp.call('GET /circle/result', ana!.token)).body
    expect([sums.given, sums.received]).toEqual([rows[0]!.given, rows[0]!.received])
    const [turn] = (await testApp.call('GET /donations/my-level-progress', ana!.token)).body.levels
    expect(turn).toMatchObject({ total_received: rows[0]!.received, donations_received: turn.donations_required })
    const paper = await testApp.call('GET /me/statement', ana!.token, { query: '?period=2026&format=json' })
    expect(paper.body).toMatchObject({
      brought: { given: rows[0]!.given, received: rows[0]!.received },
      given: 0,
      received: 0,
    })
    const inPdf = await testApp.app.inject({
      url: '/api/me/statement?period=2026-11',
      headers: { authorization: `Bearer ${ana!.token}` },
    })
    expect(inPdf.statusCode).toBe(200)
    expect((await pull()).status).toBe(201)
    const made = await testApp.services.db.select().from(donations).where(eq(donations.circleId, circleId))
    expect(made.filter(({ receiverId }) => receiverId === bia!.id)).toHaveLength(2)
    const { faults, signatures, money } = await readBack()
    expect([faults, signatures!.unsignedFound, money!.givenCents]).toEqual([[], 0, money!.receivedCents])
    expect(money!.givenCents).toBe(rows[0]!.received * 100)
    expect(await checkCircle(testApp.services.db, circleId)).toEqual([])
  })

  test('asks a person anew whose row changed, and nobody else', async () => {
    await enter()
    for (const person of [ana!, bia!, caio!]) await accept(person)
    const changed = [rows[0]!, rows[2]!, rows[1]!]
    expect((await enter(changed)).body.rows.map(({ accepted }: { accepted: boolean }) => accepted)).toEqual([
      true,
      false,
      false,
    ])
    expect((await open()).body.code).toBe('beginning.waited')
    await enter()
    // The rows that they had accepted are back, to the letter.
    expect((await open()).status).toBe(200)
  })

  test('waits for who says that their row is wrong: an acceptance of before counts no more', async () => {
    await enter()
    for (const person of [ana!, bia!, caio!]) await accept(person)
    const said = { given: 0, received: 0 }
    const headers = await signs.get(bia!)!({ act: 'contest_beginning' })
    const { body } = await testApp.call('POST /me/beginning/contest', bia!.token, { body: said, headers })
    expect(body.row).toMatchObject({ accepted: false, said })
    expect(await told('beginning.contested')).toHaveLength(1)
    expect((await testApp.call('GET /admin/beginning', admin)).body.rows[1]).toMatchObject({ accepted: false, said })
    expect((await open()).body.code).toBe('beginning.waited')
    await enter()
    expect((await accept(bia!)).body.row).toMatchObject({ accepted: true, said: null })
    expect((await open()).status).toBe(200)
    expect((await readBack()).faults).toEqual([])
  })

  test('is refused with the row and how much where the rows do not add up to the cent', async () => {
    const { status, body } = await enter([rows[0]!, rows[1]!, { ...rows[2]!, given: rows[2]!.given - 0.01 }])
    expect([status, body.code]).toEqual([409, 'beginning.rows'])
    expect(body.message).toContain('3ª linha')
    expect((await enter(rows.slice(0, 2))).body.code).toBe('beginning.people')
    expect((await testApp.call('GET /admin/beginning', admin)).body.waits).toBe(false)
  })

  test('says who left since, and who came: the rows are entered again without the one and with the other', async () => {
    await enter()
    const dora = await testApp.registers(4)
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: dora.id } })
    const body = { reason: 'Mudou de cidade' }
    expect((await testApp.call('POST /users/{id}/suspend', admin, { params: { id: caio!.id }, body })).status).toBe(200)
    const shown = (await testApp.call('GET /admin/beginning', admin)).body
    expect(shown).toMatchObject({ left: [caio!.id], newcomers: [dora.id] })
    expect(shown.rows.map((row: Row) => row.member_id)).toEqual(rows.map((row) => row.member_id))
    const others = [rows[0]!, rows[1]!, { ...rows[2]!, member_id: dora.id }]
    expect((await enter(others)).body).toMatchObject({ waits: true, left: [], newcomers: [] })
    expect((await told('beginning.asked')).filter((id) => id === dora.id)).toHaveLength(1)
  })

  test('is offered to nobody while somebody has several places, and has a row for each person', async () => {
    await testApp.services.db.update(circles).set({ people: 5 }).where(eq(circles.id, circleId))
    const headers = await signs.get(ana!)!({ act: 'take_shares', level: 2 })
    expect((await testApp.call('POST /me/shares', ana!.token, { body: { shares: 2 }, headers })).status).toBe(200)
    const shown = (await testApp.call('GET /admin/beginning', admin)).body
    expect(shown.rows).toHaveLength(3)
    expect((await enter()).body).toMatchObject({ code: 'beginning.shares', message: shown.why_not })
  })

  test('asks for no month and begins no draw while it waits, by the calendar neither; given up, it begins from zero', async () => {
    await enter()
    expect((await pull()).body.code).toBe('beginning.waits')
    const notNow = await testApp.call('POST /draws', admin, { body: {} })
    expect(notNow.body.code).toBe('beginning.waits')
    expect((await testApp.call('GET /draws', admin)).body.why_not).toBe(notNow.body.message)
    const calendar = { calendar: { day: 12, hour: 9 } }
    expect((await testApp.call('PATCH /admin/circle/calendar', admin, { body: calendar })).status).toBe(200)
    for (const instant of ['2026-12-12T12:00:00Z', '2026-12-12T13:00:00Z']) {
      testApp.clock.moveTo(Date.parse(instant))
      await runDueJobs(testApp.services)
    }
    admin = await testApp.administrator()
    await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: circleId } })
    const refused = eq(notices.kind, 'calendar.refused')
    expect(await testApp.services.db.select().from(notices).where(refused)).toMatchObject([
      { facts: { reason: 'beginning' } },
    ])
    expect((await testApp.call('DELETE /admin/beginning', admin)).body.waits).toBe(false)
    expect((await open()).body.code).toBe('beginning.none')
    expect((await testApp.call('POST /draws', admin, { body: {} })).status).toBe(201)
    const whileDrawn = await enter()
    expect(whileDrawn.body.code).toBe('draw.running')
    expect((await testApp.call('GET /admin/beginning', admin)).body.why_not).toBe(whileDrawn.body.message)
  })

  test('that the server brings in without its people is found by every verifier', async () => {
    const author = { actorId: null, actor: null, signed: null }
    await withCircle({ ...testApp.services, ...author }, circleId, ({ perform }) =>
      perform({
        kind: 'bring_in',
        rows: rows.map(({ member_id: memberId, given, received }) => ({
          memberId,
          givenCents: given * 100,
          receivedCents: received * 100,
        })),
      }),
    )
    expect((await readBack()).faults.map(({ code }) => code)).toContain('beginning.unaccepted')
    const [circle] = await testApp.services.db.select().from(circles).where(eq(circles.id, circleId))
    expect(circle!.isBroughtIn).toBe(true)
  })
})
