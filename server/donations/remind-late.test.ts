import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { donations } from '#server/tables/donations.ts'
import { notices } from '#server/tables/notices.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'

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

  const remind = async () => (await testApp.call('POST /admin/donations/remind', await testApp.administrator())).body
  const reminders = () => testApp.services.db.$count(notices, eq(notices.kind, 'donation.reminder'))
  const donationsOf = async (query: string) =>
    (await testApp.call('GET /admin/donations/list', await testApp.administrator(), { query })).body

  test('nobody is reminded who is not late; after a week everybody is, once a day, also when two ask at once', async () => {
    expect(await remind()).toEqual({ people: 0, donations: 0, already_today: 0 })
    testApp.clock.advance(7 * DAY_MS)
    const open = await testApp.services.db.$count(donations, eq(donations.status, 'PENDING_PAYMENT'))
    const both = await Promise.all([remind(), remind()])
    expect(both.map(({ donations: made }) => made).toSorted()).toEqual([0, open])
    expect(await remind()).toEqual({ people: 0, donations: 0, already_today: open })
    expect(await reminders()).toBe(open)
    const standing = (await testApp.call('GET /admin/standing', await testApp.administrator())).body
    expect(standing.filter(({ late }: { late: number }) => late > 0)).toHaveLength(open)
    testApp.clock.advance(DAY_MS)
    expect((await remind()).donations).toBe(open)
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
})
