import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#server/tables/audit.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'

describe('a donation', () => {
  let testApp: TestApp
  let people: Person[]
  let donation: { id: string; donorId: string; receiverId: string }

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
    people = await testApp.placed(4)
    await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
    donation = (await testApp.call('GET /donations/to-send', people[2]!.token)).body[0]
    await testApp.pays(donation.id, people[2]!.token)
  })

  const person = (id: string) => people.find((one) => one.id === id)!
  const ask = (call: 'GET /donations/{id}/comprovante' | 'PATCH /donations/{id}/confirm', { token }: Person) =>
    testApp.call(call, token, { params: { id: donation.id } })

  test('and its receipt exist for its parties and administrators alone', async () => {
    const others = people.filter(({ id }) => id !== donation.donorId && id !== donation.receiverId)
    expect(others).toHaveLength(2)
    for (const other of others) {
      expect((await ask('GET /donations/{id}/comprovante', other)).status).toBe(404)
      expect((await ask('PATCH /donations/{id}/confirm', other)).status).toBe(404)
    }
    const seenBy = async (one: Person) => {
      expect((await ask('GET /donations/{id}/comprovante', one)).status).toBe(200)
      return testApp.services.db.select().from(audit).where(eq(audit.kind, 'receipt.viewed'))
    }
    for (const one of [person(donation.donorId), person(donation.receiverId)]) expect(await seenBy(one)).toEqual([])
    // That an administrator looked stands in the access log.
    const token = await testApp.administrator()
    const { id } = (await testApp.call('GET /users/profile', token)).body
    const logged = { actorId: id, subjectId: donation.donorId, circleId: expect.any(String) }
    expect(await seenBy({ id, token } as Person)).toMatchObject([logged])
  })

  test('that was confirmed says so to a second confirmation', async () => {
    const receiver = person(donation.receiverId)
    expect((await ask('PATCH /donations/{id}/confirm', receiver)).status).toBe(200)
    const { status, body } = await ask('PATCH /donations/{id}/confirm', receiver)
    expect([status, body.code]).toEqual([409, 'donation.already_confirmed'])
  })

  test('that ended says how, and what is no donation’s name is of none', async () => {
    const receiver = person(donation.receiverId)
    for (const [status, code] of [
      ['EXPIRED', 'donation.expired'],
      ['CANCELLED', 'donation.ended'],
    ] as const) {
      const { rows } = await testApp.services.db.execute<{ id: string }>(sql`
        insert into donations (circle_id, id, obligation_id, donor_id, receiver_id, type, amount_cents, target, status, created_at, deadline_at, ended_at, end_reason)
        select circle_id, gen_random_uuid(), obligation_id, donor_id, receiver_id, type, amount_cents, target, ${status}, created_at, deadline_at, created_at, 'deadline'
        from donations where id = ${donation.id} returning id`)
      donation = { ...donation, id: rows[0]!.id }
      const { status: answered, body } = await ask('PATCH /donations/{id}/confirm', receiver)
      expect([answered, body.code], status).toEqual([409, code])
    }
    donation = { ...donation, id: 'nenhuma' }
    expect((await ask('PATCH /donations/{id}/confirm', receiver)).status).toBe(404)
  })
})
