import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { NoticeKind } from '#contracts/notices/notice.ts'
import { donations } from '#server/tables/donations.ts'
import { notices } from '#server/tables/notices.ts'
import { obligations } from '#server/tables/obligations.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { expireDonations } from './expire.ts'
import { deadlineOf } from './remind-unpaid.ts'

const DAY_MS = 86_400_000

describe('an administrator’s month', () => {
  let testApp: TestApp
  let people: Person[]

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 5 }))
    people = await testApp.placed(5)
    await testApp.services.db
      .update(users)
      .set({ firstName: 'João', lastName: 'Ávila' })
      .where(eq(users.id, people[1]!.id))
    await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
  })

  const remind = async (who: 'late' | 'unpaid') =>
    (await testApp.call('POST /admin/donations/remind', await testApp.administrator(), { body: { who } })).body
  const reminders = (kind: NoticeKind) => testApp.services.db.$count(notices, eq(notices.kind, kind))
  const countsOf = (what: 'unpaid' | 'late' | 'late_waiting' | 'missed', standing: Record<string, number>[]) =>
    standing.reduce((sum, one) => sum + one[what]!, 0)
  const standing = async () => (await testApp.call('GET /admin/standing', await testApp.administrator())).body
  /** A token that holds now, weeks later. */
  const tokenOf = async (wanted: string) => {
    const everybody = (await testApp.call('GET /users', await testApp.administrator())).body
    const { email } = everybody.find(({ id }: { id: string }) => id === wanted)
    return (await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })).body.access_token
  }
  const donationsOf = async (query: string) =>
    (await testApp.call('GET /admin/donations/list', await testApp.administrator(), { query })).body

  test('before the deadline nobody is late; who has not paid is reminded once a day, also when two ask at once', async () => {
    testApp.clock.advance(7 * DAY_MS)
    const open = await testApp.services.db.$count(donations, eq(donations.status, 'PENDING_PAYMENT'))
    expect(await remind('late')).toEqual({ people: 0, donations: 0, already_today: 0 })
    const both = await Promise.all([remind('unpaid'), remind('unpaid')])
    expect(both.map(({ donations: made }) => made).toSorted()).toEqual([0, open])
    expect(await remind('unpaid')).toEqual({ people: 0, donations: 0, already_today: open })
    expect([await reminders('donation.reminder'), await reminders('donation.reminder_late')]).toEqual([open, 0])
    const found = await standing()
    expect([countsOf('unpaid', found), countsOf('late', found), countsOf('missed', found)]).toEqual([open, 0, 0])
    testApp.clock.advance(DAY_MS)
    expect((await remind('unpaid')).donations).toBe(open)
  })

  test('donations and reports are found by a name without accents or case, and by a person’s id', async () => {
    const id = people[1]!.id
    const byName = await donationsOf('?person=JOAO%20avi')
    const byId = await donationsOf(`?personId=${id}`)
    expect(byName.data.length).toBeGreaterThan(0)
    expect(byName).toEqual(byId)
    for (const { donorId, receiverId } of byName.data) expect([donorId, receiverId]).toContain(id)
    expect((await donationsOf('?person=ninguem')).pagination.totalItems).toBe(0)
    expect((await donationsOf('?personId=x')).data).toEqual([])
    expect((await donationsOf('?person=%25')).data).toEqual([])
    const admin = await testApp.administrator()
    const own = byName.data.find(({ donorId }: { donorId: string }) => donorId === id) ?? byName.data[0]
    const { body: session } = await testApp.call('POST /auth/login', null, {
      body: {
        email: (await testApp.call('GET /users', admin)).body.find((user: { id: string }) => user.id === own.donorId)
          .email,
        password: 'uma-senha-bem-boa',
      },
    })
    const reported = await testApp.call('POST /donations/{id}/report', session.access_token, {
      params: { id: own.id },
      body: { reason: 'a chave não existe' },
    })
    expect(reported.status).toBe(201)
    for (const [query, total] of [
      ['?person=joao', 1],
      [`?personId=${id}`, 1],
      ['?person=ninguem', 0],
    ] as const)
      expect((await testApp.call('GET /admin/donations/reports', admin, { query })).body.pagination.totalItems).toBe(
        total,
      )
  })

  test('late is what is still to be paid after a deadline; a contribution that lapsed is owed no more; a report makes neither', async () => {
    const { db } = testApp.services
    const asked = await db.select().from(donations).where(eq(donations.status, 'PENDING_PAYMENT'))
    const [again, waiting] = asked.filter(({ reportId }) => reportId === null)
    const reported = asked.find(({ reportId }) => reportId !== null)
    // As after an upgrade whose deadline passed: one is matched again, the other waits for somebody to receive it.
    const owed = eq(obligations.id, again!.obligationId)
    const [row] = await db.update(obligations).set({ overdue: true }).where(owed).returning()
    await db.update(donations).set({ type: 'CASCADE_N1' }).where(eq(donations.id, again!.id))
    const id = randomUUID()
    const other = {
      id,
      memberId: waiting!.donorId,
      type: 'CASCADE_N1',
      period: null,
      order: 9_999,
      status: 'waiting',
    } as const
    await db.insert(obligations).values({ ...row!, ...other })
    testApp.clock.advance(DAY_MS)
    const ofPerson = async (person: string) =>
      (await standing()).find((one: { id: string }) => one.id === person) ?? { unpaid: 0, late: 0 }
    expect(await ofPerson(again!.donorId)).toMatchObject({ unpaid: 0, late: 1, late_waiting: 0, missed: 0 })
    expect(await ofPerson(waiting!.donorId)).toMatchObject({ unpaid: 1, late: 1, late_waiting: 1 })
    expect(await ofPerson(reported!.donorId)).toMatchObject({ unpaid: 0, late: 0 })
    expect(await remind('late')).toMatchObject({ people: 1, donations: 1 })
    expect(await reminders('donation.reminder_late')).toBe(1)
    const seen = await testApp.call('GET /admin/donations/{id}', await testApp.administrator(), {
      params: { id: again!.id },
    })
    expect(seen.body.overdue).toBe(true)
    // Its donor sees it, too; to whom it is given now it came in time, and a contribution is late for one receiver alone.
    const overdueFor = async (person: string | null, list: 'to-send' | 'to-receive') => {
      const { body } = await testApp.call(`GET /donations/${list}`, await tokenOf(person!))
      return body.find((one: { id: string }) => one.id === again!.id).overdue as boolean
    }
    expect([await overdueFor(again!.donorId, 'to-send'), await overdueFor(again!.receiverId, 'to-receive')]).toEqual([
      true,
      false,
    ])
    await db.update(donations).set({ type: 'PULL' }).where(eq(donations.id, again!.id))
    expect(await overdueFor(again!.donorId, 'to-send')).toBe(false)
    await db.update(donations).set({ type: 'CASCADE_N1' }).where(eq(donations.id, again!.id))
    expect(await remind('unpaid')).toMatchObject({ donations: asked.length - 2 })
    // As it was, for the rules know of no upgrade here.
    await db.update(obligations).set({ overdue: false }).where(owed)
    await db.update(obligations).set({ status: 'void' }).where(eq(obligations.id, id))
    await db.update(donations).set({ type: 'PULL' }).where(eq(donations.id, again!.id))

    testApp.clock.advance(30 * DAY_MS)
    expect(countsOf('late', await standing())).toBeGreaterThan(1)
    await expireDonations(testApp.services, again!.circleId)
    const after = await standing()
    // The donor's own report held one for two weeks more.
    expect(countsOf('unpaid', after)).toBe(1)
    expect(countsOf('missed', after)).toBe(asked.length - 1)
    testApp.clock.advance(31 * DAY_MS)
    expect(countsOf('missed', await standing())).toBe(0)
  })
})

test('a reminder of several says until when there is time where there is for each of them, and of no other', () => {
  const [passed, first, second] = [1_000, 5_000, 9_000].map((at) => ({ deadlineAt: new Date(at) }))
  expect(deadlineOf([second!, first!], 2_000)).toEqual({ deadlineAt: 5_000 })
  expect(deadlineOf([passed!, second!], 2_000)).toEqual({})
  expect(deadlineOf([passed!], 2_000)).toEqual({})
})

test('a reminder says the deadline that the donation has, with the time for which its donor’s report held it', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 2 }))
  const people = await testApp.placed(2)
  await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
  const [{ id, donorId, deadlineAt }] = (await testApp.services.db.select().from(donations)) as [
    typeof donations.$inferSelect,
  ]
  const { token } = people.find((one) => one.id === donorId)!
  const body = { reason: 'A chave não funciona', additionalInfo: '' }
  expect((await testApp.call('POST /donations/{id}/report', token, { params: { id }, body })).status).toBe(201)
  testApp.clock.advance(15 * DAY_MS)
  const admin = await testApp.administrator()
  const { deadline } = (await testApp.call('GET /admin/donations/{id}', admin, { params: { id } })).body
  expect(Date.parse(deadline)).toBe(deadlineAt.getTime() + 14 * DAY_MS)
  await testApp.call('POST /admin/donations/remind', admin, { body: { who: 'unpaid' } })
  const told = await testApp.services.db.select().from(notices).where(eq(notices.kind, 'donation.reminder'))
  expect(told.find(({ userId }) => userId === donorId)?.facts).toMatchObject({ deadlineAt: Date.parse(deadline) })
})
