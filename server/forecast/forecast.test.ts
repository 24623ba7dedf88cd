import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { presets, rodaPlan } from '#circle/plan.ts'
import type { CircleForecast } from '#contracts/forecast.ts'
import { planFormOf } from '#contracts/plans.ts'
import { silentLogger } from '#server/database/logger.ts'
import { receipt } from '#server/files/testing/pictures.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { deviceOf } from '#server/testing/device.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { notices } from '#server/tables/notices.ts'
import { circles } from '#server/tables/circles.ts'
import { keepRangesAhead } from './ranges-ahead.ts'
import { keptRanges } from './ranges.ts'

describe('the forecast of a circle', () => {
  let testApp: TestApp
  let people: Person[]
  let admin: string

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 6 }))
    people = await testApp.placed(6)
    admin = await testApp.administrator()
  })

  const ask = async (token: string) => {
    const { status, body } = await testApp.call('GET /circle/forecast', token)
    expect(status).toBe(200)
    return body as CircleForecast
  }
  /** The answer, once the futures are there. */
  const askLater = (token: string) => readyForecast(() => ask(token))
  const turns = ({ places }: CircleForecast) =>
    places.map(({ level, position, turns: [turn] }) => `N${level} ${position}: ${turn?.begins} ${turn?.ends}`)

  test('is told by place, and nobody is named: not even by an id', async () => {
    const own = await ask(people[1]!.token)
    expect(own.places.map(({ level, position }) => [level, position])).toEqual([1, 2, 3, 4, 5, 6].map((p) => [1, p]))
    expect(own.places.filter((place) => place.own).map(({ position }) => position)).toEqual([2])
    expect(own.months).toHaveLength(24)
    expect(own.months[0]).toBe('2026-11')
    const text = JSON.stringify(own)
    for (const { id } of people) expect(text).not.toContain(id)
    expect(own.asked).toBe(false)
  })

  test('is the same for everybody, administrators included, and refused to others', async () => {
    const anonymous = ({ places, ...rest }: CircleForecast) => ({
      ...rest,
      places: places.map((p) => ({ ...p, own: false })),
    })
    const told = anonymous(await askLater(people[0]!.token))
    expect(anonymous(await ask(people[3]!.token))).toEqual(told)
    expect(await ask(admin)).toEqual(told)
    expect((await testApp.call('GET /circle/forecast', null)).status).toBe(401)
    expect((await testApp.call('GET /circle/forecast', (await testApp.registers(40)).token)).status).toBe(403)
  })

  test('says whose turn runs once the month is asked for, and keeps its months while people pay', async () => {
    const before = await ask(people[0]!.token)
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    const after = await ask(people[0]!.token)
    expect(after.asked).toBe(true)
    expect(after.seq).toBeGreaterThan(before.seq)
    expect(turns(after)).toEqual(turns(before))
    expect(after.places[0]!.turns[0]).toMatchObject({ begins: '2026-11', running: true })
    expect(after.places[0]!.receiver).toBe(true)
    expect(after.places[5]!.turns[0]!.running).toBe(false)
  })

  test('goes with the names of those whom the reader gives to or receives from, and of all for who administers', async () => {
    const named = async (token: string) =>
      ((await testApp.call('GET /circle/known-places', token)).body as { position: number }[]).map(
        ({ position }) => position,
      )
    expect(await named(people[3]!.token)).toEqual([1, 4])
    expect(await named(people[0]!.token)).toEqual([1, 2, 3, 4, 5])
    expect(await named(admin)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('is answered before its futures are there after a change, and with them when asked again', async () => {
    const others = { firstUserId: people[2]!.id, secondUserId: people[3]!.id }
    await testApp.call('PATCH /queue/swap-positions', admin, { body: others })
    const first = await ask(people[0]!.token)
    expect(first.pending).toBe(true)
    for (const { missed } of first.places)
      expect(missed).toEqual([5, 10].map((share) => ({ share, begins: null, ends: null })))
    const later = await askLater(people[0]!.token)
    expect(turns(later)).toEqual(turns(first))
    for (const { missed } of later.places) {
      expect(missed.map(({ share }) => share)).toEqual([5, 10])
      for (const { begins } of missed)
        expect([begins!.low, begins!.median, begins!.high].toSorted()[0]).toBe(begins!.low)
    }
  })

  test('is computed ahead for a circle that somebody asks about', async () => {
    const { services } = testApp
    const [circle] = await services.db.select({ id: circles.id }).from(circles)
    const known = () => keptRanges(circle!.id, testApp.clock.now())
    const ahead = await keepRangesAhead(services, silentLogger)
    await ask(people[0]!.token)
    const before = known()!
    const swap = { firstUserId: people[4]!.id, secondUserId: people[5]!.id }
    expect(await testApp.call('PATCH /queue/swap-positions', admin, { body: swap })).toMatchObject({ status: 200 })
    await vi.waitFor(() => expect(known()!.seq).toBeGreaterThan(before.seq), { timeout: 10_000 })
    expect(known()!.askedAt).toBe(before.askedAt)
    const { futures } = known()!
    await futures.ranges
    expect((await ask(people[0]!.token)).pending).toBe(false)
    expect(known()!.futures).toBe(futures)
    await ahead.stop()
    expect(keptRanges(circle!.id, testApp.clock.now() + 2 * 86_400_000)).toBeUndefined()
  })

  test('never shows another circle’s places', async () => {
    const created = await testApp.call('POST /admin/circles', admin, {
      body: { name: 'Roda nova', mode: 'demonstracao', plan: planFormOf(presets.roda) },
    })
    await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: created.body.id } })
    expect((await ask(admin)).places).toEqual([])
    expect((await ask(people[0]!.token)).places).toHaveLength(6)
  })
})

/** The first answer with the futures. */
async function readyForecast(ask: () => Promise<CircleForecast>): Promise<CircleForecast> {
  return vi.waitUntil(
    async () => {
      const told = await ask()
      return told.pending ? null : told
    },
    { timeout: 60_000 },
  )
}

describe('a turn that moves', () => {
  test('is told once, with its cause, and stands in the forecast for both devices', async () => {
    const testApp = await createTestApp(await openTestDatabase({ placed: 7 }))
    const people = await testApp.placed(7)
    const admin = await testApp.administrator()
    const last = people[6]!
    const everybody = (await testApp.call('GET /users', admin)).body as { id: string; email: string }[]
    const { email } = everybody.find(({ id }) => id === last.id)!
    const token = async () =>
      (await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })).body
        .access_token as string
    const told = async () =>
      ((await testApp.call('GET /me/notices', await token())).body.data as { kind: string; text: string }[]).filter(
        ({ kind }) => kind === 'turn.moved',
      )
    const forecast = async () => (await testApp.call('GET /circle/forecast', await token())).body as CircleForecast
    const own = async () => (await forecast()).places.find((place) => place.own)!

    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    await runDueJobs(testApp.services)
    expect(await told()).toEqual([])
    expect((await own()).moved).toBeNull()
    const before = (await own()).turns[0]!.begins

    // All contributions of November stay unpaid, and are void a month later.
    testApp.clock.advance(31 * 86_400_000)
    await runDueJobs(testApp.services)
    const after = (await own()).turns[0]!.begins
    expect(after! > before!).toBe(true)
    const [notice, ...more] = await told()
    expect(more).toEqual([])
    expect(notice!.text).toMatch(
      /^Sua vez no nível 1 passou de .* para .* de 20\d\d: sete contribuições de novembro, entre elas a sua, não chegaram/,
    )
    expect((await own()).moved).toMatchObject({
      from: before,
      to: after,
      causes: [{ kind: 'missed', period: '2026-11', count: 7, own: true }],
    })
    await runDueJobs(testApp.services)
    expect(await told()).toHaveLength(1)
  })
})

test('a turn that moved by a draw or a swap is told by that, and by no payment', async () => {
  const testApp = await createTestApp(await openTestDatabase(), {}, rodaPlan({ amountCents: 10_000, months: 3 }))
  const ids = (await testApp.placed(6)).map(({ id }) => id)
  const { db } = testApp.services
  const [circle] = await db.select().from(circles)
  const does = (command: Command) =>
    withCircle({ ...testApp.services, actorId: null }, circle!.id, ({ perform }) => perform(command))
  /** Why turns moved, as it was told since the last time. */
  const why = async () => {
    await runDueJobs(testApp.services)
    const told = await db.select().from(notices).where(eq(notices.kind, 'turn.moved'))
    await db.delete(notices)
    return [
      ...new Set(told.flatMap(({ facts }) => (facts as { causes: { kind: string }[] }).causes.map(({ kind }) => kind))),
    ]
  }
  expect(await why()).toEqual([])
  const drawn = [...ids].reverse()
  await does({ kind: 'apply_draw', drawId: randomUUID(), memberIds: drawn })
  expect(await why()).toEqual(['drawn'])
  const [memberId, otherId] = [drawn[1]!, drawn[5]!]
  await does({ kind: 'swap_turns', swapId: randomUUID(), memberId, otherId, position: 2, otherPosition: 6 })
  expect(await why()).toEqual(['swapped'])
})

test('who has received all of a rotation is told of no second turn in it, and the others still have theirs', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
  const admin = await testApp.administrator()
  const people = await openRealRoda(testApp, admin, [1, 2, 3, 4], rodaPlan({ amountCents: 10_000, months: 3 }))
  const first = people[0]!
  await payAll(testApp, people)
  const { places } = (await testApp.call('GET /circle/forecast', first.token)).body as CircleForecast
  expect(places.map(({ own, had }) => [own, had])).toEqual([
    [false, false],
    [false, false],
    [false, false],
    [true, true],
  ])
})

test('who has two places is told of one turn more after the first, and the rotation ends with the others’', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
  const admin = await testApp.administrator()
  await openRealRoda(testApp, admin, [], rodaPlan({ amountCents: 10_000, months: 3 }))
  const people: Person[] = []
  for (const number of [1, 2, 3, 4]) {
    people.push(await testApp.registers(number))
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: people.at(-1)!.id } })
  }
  const ana = people[0]!
  const signs = await deviceOf(testApp, ana)
  const headers = await signs({ act: 'take_shares', level: 2 })
  expect((await testApp.call('POST /me/shares', ana.token, { body: { shares: 2 }, headers })).status).toBe(200)
  for (const [index, { id }] of people.entries()) {
    const body = { position: index === 0 ? 1 : index + 2, user_id: id, reason: 'Combinado' }
    expect((await testApp.call('POST /queue', admin, { body })).status).toBe(201)
  }
  const told = async () => {
    const { months, places } = (await testApp.call('GET /circle/forecast', ana.token)).body as CircleForecast
    return places.map(({ own, had, turns: [turn] }) => [own, had, months.indexOf(turn!.begins!)])
  }
  expect((await told()).map(([, had]) => had)).toEqual([false, false, false, false, false])
  await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  await payAll(testApp, people.slice(1), {
    token: ana.token,
    signs: (donationId) => signs({ act: 'confirm', donationId }),
  })
  expect((await told()).filter(([own]) => own).map(([, had]) => had)).toEqual([false, true])
})

test('another rotation moves nobody’s turn, that of who came in between the two included: nobody is told that theirs moved', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
  const admin = await testApp.administrator()
  let people = await openRealRoda(testApp, admin, [1, 2, 3, 4], rodaPlan({ amountCents: 10_000, months: 3 }))
  const { db } = testApp.services
  const circleId = (await testApp.call('GET /circle', admin)).body.id as string
  const does = (command: Command) =>
    withCircle({ ...testApp.services, actorId: null }, circleId, async ({ perform }) => void (await perform(command)))
  const all = (await testApp.call('GET /users', admin)).body as { id: string; email: string }[]
  const signedIn = async ({ id }: Person): Promise<Person> => {
    const { email } = all.find((one) => one.id === id)!
    const { body } = await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
    return { id, token: body.access_token }
  }
  for (const month of [1, 2, 3]) {
    if (month > 1) await does({ kind: 'generate_pull' })
    people = await Promise.all(people.map(signedIn))
    await payAll(testApp, people)
    testApp.clock.advance(31 * 86_400_000)
    await runDueJobs(testApp.services)
  }
  const { id: memberId } = await testApp.registers(9)
  await does({ kind: 'approve_member', memberId })
  await does({ kind: 'place', memberId, level: 1, position: 5, isReceiver: false })
  await runDueJobs(testApp.services)
  await db.delete(notices)
  await does({ kind: 'begin_rotation' })
  await runDueJobs(testApp.services)
  const told = await db.select().from(notices).where(eq(notices.kind, 'turn.moved'))
  expect(told.map(({ facts }) => facts)).toEqual([])
})

/** Pays what these people owe, and has it confirmed by one of them, or by whom `signs` is of. */
async function payAll(
  testApp: TestApp,
  people: readonly Person[],
  by?: { readonly token: string; readonly signs: (donationId: string) => Promise<Record<string, string>> },
): Promise<void> {
  const picture = { comprovanteBase64: (await receipt()).toString('base64') }
  for (const donor of people)
    for (const { id, receiverId } of (await testApp.call('GET /donations/to-send', donor.token)).body) {
      await testApp.call('POST /donations/{id}/comprovante', donor.token, { params: { id }, body: picture })
      const token = by?.token ?? people.find((person) => person.id === receiverId)!.token
      const sent = { params: { id }, ...(by ? { headers: await by.signs(id) } : {}) }
      expect((await testApp.call('PATCH /donations/{id}/confirm', token, sent)).status).toBe(200)
    }
}
