import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { errors } from '#contracts/errors.ts'
import { circles } from '#server/tables/circles.ts'
import { users } from '#server/tables/users.ts'
import { beginsWith } from '#server/testing/begins-with.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { showAhead } from './ahead.ts'

const DAY_MS = 86_400_000

/** A roda of four, of whose first month one has paid. The clock stands at noon of 10/11/2026. */
describe('a month ahead', () => {
  let testApp: TestApp
  let donor: Person
  let admin: string

  const begins = beginsWith(
    async (begun) => {
      const token = await begun.administrator()
      const people = await begun.placed(4)
      await begun.call('POST /donations/admin/generate-monthly-pull', token, { body: {} })
      return { admin: token, people }
    },
    { plan: presets.roda },
  )

  beforeEach(async () => {
    const begun = await begins()
    ;({ testApp, admin } = begun)
    donor = begun.people[3]!
  })

  const shown = async () => (await testApp.call('GET /me/ahead', donor.token)).body
  /** The answer to somebody with this status, or to their helper. */
  const readBy = async (more: object) => {
    const [circle] = await testApp.services.db.select().from(circles)
    const actor = { id: donor.id, circleId: circle!.id, status: 'ACTIVE', helperId: null, ...more }
    return showAhead({ ...testApp.services, actor } as never)
  }

  test('says to whom, how much and until when, counted from the month that it is for; and which months are paid', async () => {
    const { next, ...rest } = await shown()
    expect(rest).toEqual({ why: null, months: [] })
    const [receiver] = await testApp.services.db.select().from(users).where(eq(users.id, next.member_id))
    expect(next).toEqual({
      member_id: expect.any(String),
      name: `${receiver!.firstName} ${receiver!.lastName}`,
      period: '2026-12',
      amount: 100,
      deadline: new Date(Date.parse('2026-12-01T03:00:00.000Z') + presets.roda.deadlineDays * DAY_MS).toISOString(),
    })
    const paid = await testApp.call('POST /me/ahead', donor.token, { body: { member_id: next.member_id } })
    expect(paid.status).toBe(201)
    expect(paid.body.months).toEqual(['2026-12'])
    expect(paid.body).toEqual(await shown())
    const again = await testApp.call('POST /me/ahead', donor.token, { body: { member_id: donor.id } })
    expect(again.status).toBe(409)
    expect(await readBy({ helperId: donor.id })).toEqual({ next: null, why: null, months: ['2026-12'] })
  })

  test('says why not, and to who is suspended or when the circle is closed nothing', async () => {
    const nothing = { next: null, why: null, months: [] }
    expect(await readBy({ status: 'SUSPENDED' })).toEqual(nothing)
    expect(await readBy({ helperId: donor.id })).toEqual(nothing)
    expect((await readBy({})).next).not.toBeNull()
    const outsider = await testApp.registers(9)
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: outsider.id } })
    const why = errors['ahead.no_place'].message
    expect((await testApp.call('GET /me/ahead', outsider.token)).body).toEqual({ next: null, why, months: [] })
    await testApp.services.db.update(circles).set({ closedAt: new Date(testApp.clock.now()) })
    expect(await readBy({})).toEqual(nothing)
  })
})
