import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { findEntryOf } from '#circle/decision.ts'
import { presets, rodaPlan } from '#circle/plan.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { verifyLedger } from '#circle/ledger/verify.ts'
import type { NoticeKind } from '#contracts/notices/notice.ts'
import { planFormOf } from '#contracts/plans.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { circles } from '#server/tables/circles.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { donations } from '#server/tables/donations.ts'
import { ledger } from '#server/tables/ledger.ts'
import { notices } from '#server/tables/notices.ts'
import { obligations } from '#server/tables/obligations.ts'
import { neverAccepted } from '#server/testing/never-accepted.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { ADMINISTRATOR, createTestApp, NOON } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { followCalendar } from './calendar-pull.ts'

const DAY_MS = 86_400_000
const at = (text: string) => Date.parse(`${text}-03:00`)

/** A demonstration of four on 10 November 2026, noon in São Paulo. */
describe('contributions asked for by the calendar', () => {
  let testApp: TestApp
  let circleId: string
  let people: Person[]

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
    people = await testApp.placed(4)
    circleId = (await testApp.services.db.select().from(circles))[0]!.id
  })

  const set = async (calendar: { day: number; hour: number } | null) => {
    const answer = await testApp.call('PATCH /admin/circle/calendar', await testApp.administrator(), {
      body: { calendar },
    })
    expect(answer.status).toBe(200)
    return answer.body.calendar
  }
  const moveTo = async (text: string) => {
    testApp.clock.moveTo(at(text))
    await runDueJobs(testApp.services)
  }
  const owed = async () => (await testApp.services.db.select().from(obligations)).map(({ period }) => period).toSorted()
  const told = async (kind: NoticeKind) =>
    testApp.services.db.select().from(notices).where(eq(notices.kind, kind)).orderBy(notices.id)
  const entries = async () =>
    testApp.services.db.select().from(ledger).where(eq(ledger.circleId, circleId)).orderBy(ledger.seq)
  const faults = async () => {
    const rows = (await entries()).map(({ seq, at: time, actorId, kind, payload, previousHash, hash }) => ({
      seq,
      at: time.toISOString(),
      actor_id: actorId,
      kind,
      payload,
      previous_hash: previousHash,
      hash,
    }))
    const last = rows.at(-1)!
    const head = {
      circle_id: circleId,
      seq: last.seq,
      hash: last.hash,
      at: last.at,
      key: '',
      signature: '',
      isSigned: true,
    }
    return verifyLedger({ circleId, entries: rows, head }, { sha256 }).faults
  }

  test('are off until somebody sets a calendar', async () => {
    const { body } = await testApp.call('GET /admin/circle', await testApp.administrator())
    expect(body.calendar.automatic).toBeNull()
    await moveTo('2026-12-31T23:00:00')
    expect(await owed()).toEqual([])
  })

  test('are asked for at the hour, once, of everybody, by nobody’s name, and the verifier agrees', async () => {
    const { automatic } = await set({ day: 7, hour: 9 })
    expect(automatic).toEqual({ day: 7, hour: 9, next: { period: '2026-12', at: '2026-12-07T12:00:00.000Z' } })
    await moveTo('2026-12-07T08:59:59')
    expect(await owed()).toEqual([])
    await moveTo('2026-12-07T09:00:00')
    expect(await owed()).toEqual(Array(4).fill('2026-12'))
    await moveTo('2026-12-07T09:01:00')
    await moveTo('2026-12-31T09:00:00')
    expect(await owed()).toHaveLength(4)
    const rows = await entries()
    const [command] = rows.filter(({ payload }) => (payload['command'] as { kind?: string })?.kind === 'generate_pull')
    expect(command).toMatchObject({ actorId: null, payload: { via: 'job' } })
    expect(rows.find(({ kind }) => kind === 'circle.calendar_set')!.actorId).not.toBeNull()
    expect(await faults()).toEqual([])
    expect((await told('calendar.pulled')).map(({ facts }) => facts)).toMatchObject([
      { period: '2026-12', created: 4, withoutConsent: 0 },
    ])
  })

  test('are asked for once when two processes come at the same moment, and when each comes again', async () => {
    await set({ day: 7, hour: 9 })
    testApp.clock.moveTo(at('2026-12-07T09:00:00'))
    const other = { ...testApp.services, stateCache: new Map() }
    await Promise.all(
      [testApp.services, other, testApp.services, other].map((services) => followCalendar(services, circleId)),
    )
    expect(await owed()).toHaveLength(4)
    expect(await told('calendar.pulled')).toHaveLength(1)
    expect((await entries()).filter(({ kind }) => kind === 'pull.generated')).toHaveLength(1)
  })

  test('are caught up on in the same month, and never after it: those who administer are told once', async () => {
    await set({ day: 7, hour: 9 })
    await moveTo('2026-12-31T23:59:59')
    expect(await owed()).toEqual(Array(4).fill('2026-12'))
    // Nothing runs in January and in February.
    await moveTo('2027-03-01T00:00:00')
    expect(await owed()).toHaveLength(4)
    expect((await told('calendar.refused')).map(({ facts }) => facts)).toMatchObject([
      { period: '2027-02', reason: 'stopped' },
    ])
    await moveTo('2027-03-02T00:00:00')
    expect(await told('calendar.refused')).toHaveLength(1)
    await moveTo('2027-03-07T09:00:00')
    expect((await owed()).filter((period) => period === '2027-03')).toHaveLength(4)
    expect(await faults()).toEqual([])
  })

  test('come on the last day of a month without the 31st, each month once, over a year and a leap day', async () => {
    await set({ day: 31, hour: 0 })
    const days: string[] = []
    for (let now = at('2027-12-01T00:00:00'); now < at('2028-05-02T00:00:00'); now += DAY_MS) {
      testApp.clock.moveTo(now)
      const before = (await entries()).length
      await followCalendar(testApp.services, circleId)
      const [pulled] = (await entries()).slice(before).filter(({ kind }) => kind === 'pull.generated')
      if (pulled) days.push(new Date(now).toISOString().slice(0, 13))
    }
    // Midnight in São Paulo is three o'clock in UTC.
    expect(days).toEqual(['2027-12-31T03', '2028-01-31T03', '2028-02-29T03', '2028-03-31T03', '2028-04-30T03'])
  }, 60_000)

  test('are not asked for again when the clock is set back, and the next month comes in its time', async () => {
    await set({ day: 7, hour: 9 })
    await moveTo('2026-12-07T09:00:00')
    await moveTo('2026-11-12T09:00:00')
    await moveTo('2026-12-07T09:00:00')
    expect(await owed()).toHaveLength(4)
    await moveTo('2027-01-07T09:00:00')
    expect((await owed()).filter((period) => period === '2027-01')).toHaveLength(4)
    expect(await faults()).toEqual([])
  })

  test('are not asked for again in a month that somebody asked for by hand, and the call by hand stays as it was', async () => {
    await set({ day: 7, hour: 9 })
    testApp.clock.moveTo(at('2026-12-02T10:00:00'))
    const pull = async () =>
      (await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} }))
        .body
    expect(await pull()).toMatchObject({ createdCount: 4, skippedExisting: 0 })
    await moveTo('2026-12-07T09:00:00')
    expect(await told('calendar.pulled')).toEqual([])
    expect(await told('calendar.coming')).toEqual([])
    expect(await pull()).toMatchObject({ createdCount: 0, skippedExisting: 4 })
    const { body } = await testApp.call('GET /admin/circle', await testApp.administrator())
    expect(body.calendar.present).toEqual({
      period: '2026-12',
      asked_at: new Date(at('2026-12-02T10:00:00')).toISOString(),
      would_ask: 0,
      off_plan: null,
    })
    expect(body.calendar.automatic.next).toEqual({ period: '2027-01', at: '2027-01-07T12:00:00.000Z' })
  })

  test('are announced three days before to everybody who will owe, once, also with two processes, and to who came meanwhile', async () => {
    await set({ day: 7, hour: 9 })
    await moveTo('2026-12-04T08:59:59')
    expect(await told('calendar.coming')).toEqual([])
    testApp.clock.moveTo(at('2026-12-04T09:00:00'))
    const other = { ...testApp.services, stateCache: new Map() }
    await Promise.all([testApp.services, other].map((services) => followCalendar(services, circleId)))
    await moveTo('2026-12-05T09:00:00')
    const first = await told('calendar.coming')
    expect(first.map(({ userId }) => userId).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
    expect(first[0]!.facts).toEqual({ period: '2026-12', at: at('2026-12-07T09:00:00'), amountCents: 100_00 })
    const letters = readOutbox(testApp.services.config.dataDir)
    expect(letters.filter((text) => /será pedida a sua contribuição de dezembro: R\$\s100,00/.test(text))).toHaveLength(
      4,
    )
    // Somebody takes a place on the eve.
    const late = await testApp.registers(9)
    const admin = await testApp.administrator()
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: late.id } })
    const place = { position: 5, donation_number: 1, user_id: late.id, is_receiver: false, passed_user_ids: [] }
    expect((await testApp.call('POST /queue', admin, { body: place })).status).toBe(201)
    const { body } = await testApp.call('GET /donations/stats', late.token)
    expect(body.nextMonthlyContribution).toBe('2026-12-07T12:00:00.000Z')
    await moveTo('2026-12-06T09:00:00')
    expect((await told('calendar.coming')).map(({ userId }) => userId).slice(4)).toEqual([late.id])
  })

  test('are announced anew where the day moved, and to nobody who has not accepted the terms', async () => {
    await set({ day: 7, hour: 9 })
    const [without] = people
    await neverAccepted(testApp.services, without!.id)
    await moveTo('2026-12-04T09:00:00')
    expect(await told('calendar.coming')).toHaveLength(3)
    await set({ day: 20, hour: 9 })
    await moveTo('2026-12-07T09:00:00')
    expect(await owed()).toEqual([])
    await moveTo('2026-12-17T09:00:00')
    expect(await told('calendar.coming')).toHaveLength(6)
    await moveTo('2026-12-20T09:00:00')
    expect(await owed()).toHaveLength(3)
    expect((await told('calendar.pulled')).map(({ facts }) => facts)).toMatchObject([{ withoutConsent: 1 }])
    expect((await told('calendar.coming')).some(({ userId }) => userId === without!.id)).toBe(false)
  })

  test.each([
    ['fewer than two have a place', 'few', 3],
    ['nobody accepted the terms in force', 'nobody', 0],
  ])(
    'are refused where %s: those who administer are told once why, and it does not try again',
    async (_, reason, gone) => {
      await set({ day: 7, hour: 9 })
      const admin = await testApp.administrator()
      const queue = (await testApp.call('GET /queue', admin)).body as { id: string }[]
      for (const { id } of queue.slice(0, gone)) await testApp.call('DELETE /queue/{id}', admin, { params: { id } })
      if (gone === 0) await neverAccepted(testApp.services)
      for (const minute of ['00', '01', '02']) await moveTo(`2026-12-07T09:${minute}:00`)
      await moveTo('2026-12-30T09:00:00')
      expect(await owed()).toEqual([])
      expect((await told('calendar.refused')).map(({ facts }) => facts)).toMatchObject([{ period: '2026-12', reason }])
      const letters = readOutbox(testApp.services.config.dataDir)
      const written = letters.filter(
        (text) => text.includes(ADMINISTRATOR.email) && text.includes('O calendário não pediu'),
      )
      expect(written).toHaveLength(1)
    },
  )

  test('stop with a demonstration that was begun anew, and go on in the one that takes its place', async () => {
    await set({ day: 7, hour: 9 })
    const [row] = await testApp.services.db.select().from(circles)
    const reset = await testApp.call('POST /admin/circle/reset', await testApp.administrator(), {
      body: { confirmation: row!.name, keep_places: true },
    })
    expect(reset.body.calendar.automatic).toMatchObject({ day: 7, hour: 9 })
    await moveTo('2026-12-07T09:00:00')
    const pulled = (await testApp.services.db.select().from(obligations)).map((one) => one.circleId)
    expect(new Set(pulled)).toEqual(new Set([reset.body.circle.id]))
    expect(pulled).toHaveLength(4)
    // A process that chose the former circle a moment before does nothing, and nobody is told of a refusal.
    await followCalendar(testApp.services, circleId)
    expect(await told('calendar.refused')).toEqual([])
  })

  test('stand in the ledger and are told to every member when they change, and the same again changes nothing', async () => {
    const before = (await entries()).length
    await set({ day: 7, hour: 9 })
    await set({ day: 7, hour: 9 })
    await set(null)
    await set(null)
    const rows = (await entries()).slice(before)
    expect(rows.map(({ kind, payload }) => [kind, payload['day'], payload['hour']])).toEqual([
      ['circle.calendar_set', '7', '9'],
      ['circle.calendar_removed', undefined, undefined],
    ])
    expect(await told('circle.calendar_set')).toHaveLength(4)
    expect(await told('circle.calendar_removed')).toHaveLength(4)
    const { body } = await testApp.call('GET /circle/changes', people[0]!.token)
    expect(body.data.map(({ kind, what }: { kind: string; what: string }) => [kind, what])).toEqual([
      ['circle.calendar_removed', null],
      ['circle.calendar_set', '7/9'],
    ])
    await moveTo('2026-12-31T23:00:00')
    expect(await owed()).toEqual([])
    expect(await faults()).toEqual([])
  })

  test('are set by those who administer alone, in a day and an hour that exist', async () => {
    const admin = await testApp.administrator()
    const send = async (body: unknown, as = admin) => testApp.call('PATCH /admin/circle/calendar', as, { body })
    expect((await send({ calendar: { day: 7, hour: 9 } }, people[0]!.token)).status).toBe(403)
    for (const calendar of [
      { day: 0, hour: 9 },
      { day: 32, hour: 9 },
      { day: 7, hour: 24 },
      { day: 7.5, hour: 9 },
      {},
      7,
    ]) {
      const answer = await send({ calendar })
      expect(answer.status).toBe(400)
      expect(JSON.stringify(answer.body)).toMatch(/Escolha|inválid/i)
    }
    expect((await testApp.call('GET /admin/circle', admin)).body.calendar.automatic).toBeNull()
  })

  test('name whoever set them in a real circle, who must have signed in a short while ago', async () => {
    const admin = await testApp.administrator()
    const operator = {
      name: 'Associação do Bairro',
      document: '11.222.333/0001-81',
      contact: 'contato@bairro.org.br',
      dataProtectionContact: 'dados@bairro.org.br',
    }
    const made = await testApp.call('POST /admin/circles', admin, {
      body: { name: 'De verdade', mode: 'real', plan: planFormOf(presets.rotativo), operator, outcome_seen: true },
    })
    await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: made.body.id } })
    testApp.clock.moveTo(NOON + 11 * 60_000)
    const body = { calendar: { day: 7, hour: 9 } }
    expect((await testApp.call('PATCH /admin/circle/calendar', admin, { body })).status).toBe(403)
    testApp.clock.moveTo(NOON)
    expect((await testApp.call('PATCH /admin/circle/calendar', admin, { body })).status).toBe(200)
    const [row] = await testApp.services.db
      .select()
      .from(ledger)
      .where(and(eq(ledger.circleId, made.body.id), eq(ledger.kind, 'circle.calendar_set')))
    const { id } = (await testApp.call('GET /users/profile', admin)).body
    expect(row!.actorId).toBe(id)
    expect(await testApp.services.db.$count(circleMembers, eq(circleMembers.circleId, made.body.id))).toBe(0)
    expect(await testApp.services.db.$count(donations, eq(donations.circleId, made.body.id))).toBe(0)
  })
})

/** A real roda of five with three months, in which the last has two places, and is asked for one of a month's two contributions alone. */
test('what is announced to who has two places, and one contribution left, is one', async () => {
  const testApp = await createTestApp(await openTestDatabase())
  const admin = await testApp.administrator()
  const plan = rodaPlan({ amountCents: 10_000, months: 3 })
  await openRealRoda(testApp, admin, [], plan)
  const [circle] = await testApp.services.db.select().from(circles).where(eq(circles.mode, 'real'))
  const does = (command: Command) =>
    withCircle({ ...testApp.services, actorId: null }, circle!.id, ({ perform }) => perform(command))
  const stateNow = () => withCircle({ ...testApp.services, actorId: null }, circle!.id, async ({ state }) => state)
  const people: Person[] = []
  for (const number of [1, 2, 3, 4, 5]) {
    const person = await testApp.registers(number)
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: person.id } })
    people.push(person)
  }
  const ana = people[4]!.id
  await does({ kind: 'take_shares', memberId: ana, shares: 2 })
  const places = async (memberId: string, position: number) =>
    does({ kind: 'place', memberId, level: 1, position, isReceiver: false })
  for (const [index, { id }] of people.entries()) await places(id, index + 1)
  await does({ kind: 'generate_pull' })
  const { id, receiverId } = [...(await stateNow()).donations.values()].find(({ donorId }) => donorId === ana)!
  await testApp.pays(id, people[4]!.token)
  const receiver = people.find((person) => person.id === receiverId)!
  expect((await testApp.call('PATCH /donations/{id}/confirm', receiver.token, { params: { id } })).status).toBe(200)
  // Of the same month the other one is lost with her places, which she gets back.
  await does({ kind: 'remove', entryId: findEntryOf({ state: await stateNow() }, ana, 1)!.id })
  await places(ana, 5)
  for (const month of ['2026-12', '2027-01']) {
    testApp.clock.moveTo(at(`${month}-01T12:00`))
    await does({ kind: 'generate_pull' })
  }
  const calendar = { day: 20, hour: 9 }
  const setting = await testApp.call('PATCH /admin/circle/calendar', await testApp.administrator(), {
    body: { calendar },
  })
  expect(setting.status).toBe(200)
  testApp.clock.moveTo(at('2027-02-18T12:00'))
  await runDueJobs(testApp.services)
  const coming = eq(notices.kind, 'calendar.coming')
  expect(await testApp.services.db.select().from(notices).where(coming)).toMatchObject([
    { userId: ana, facts: { amountCents: 10_000 } },
  ])
  testApp.clock.moveTo(at('2027-02-20T09:00'))
  await runDueJobs(testApp.services)
  const february = eq(obligations.period, '2027-02')
  expect(await testApp.services.db.select().from(obligations).where(february)).toMatchObject([
    { memberId: ana, amountCents: 10_000 },
  ])
})
