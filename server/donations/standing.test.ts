import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { donations } from '#server/tables/donations.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'

type Standing = { readonly id: string; readonly closed: object | null }

test('the console says of each person what is unpaid, what waits for them, what they did and how they went, and nothing of others', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
  const { db } = testApp.services
  const people = await testApp.placed(4)
  const admin = await testApp.administrator()
  const standing = async () => {
    const all = (await testApp.call('GET /admin/standing', admin)).body as Standing[]
    return new Map(all.map(({ id, ...is }) => [id, is]))
  }
  expect(await standing()).toEqual(new Map())
  await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  const nothing = {
    unpaid: 0,
    late: 0,
    late_waiting: 0,
    missed: 0,
    waiting: 0,
    confirmed_any: false,
    repeated_receipt: false,
    closed: null,
    left: false,
  }
  const rows = await db.select().from(donations)
  const [first, other] = rows.filter(({ receiverId }) => receiverId === people[0]!.id)
  const tokenOf = (wanted: string | null) => people.find(({ id }) => id === wanted)!.token
  const unpaid = new Map(rows.map(({ donorId }) => [donorId, { ...nothing, unpaid: 1 }]))
  expect(await standing()).toEqual(unpaid)
  expect((await testApp.pays(first!.id, tokenOf(first!.donorId))).status).toBe(201)
  const receives = people[0]!.id
  const paid = new Map([...unpaid, [receives, { ...nothing, ...unpaid.get(receives), waiting: 1 }]])
  paid.delete(first!.donorId)
  expect(await standing()).toEqual(paid)
  await db.update(donations).set({ receiptReused: true }).where(eq(donations.id, first!.id))
  const params = { id: first!.id }
  await testApp.call('PATCH /donations/{id}/confirm', people[0]!.token, { params })
  const confirmed = { ...nothing, ...unpaid.get(receives), confirmed_any: true }
  const repeated = { ...nothing, repeated_receipt: true }
  expect((await standing()).get(first!.donorId)).toEqual(repeated)
  if (unpaid.has(receives)) expect((await standing()).get(receives)).toEqual(confirmed)
  const reason = 'Pediu para sair.'
  expect(
    (await testApp.call('POST /users/{id}/suspend', admin, { params: { id: other!.donorId }, body: { reason } }))
      .status,
  ).toBe(200)
  const closed = { what: 'suspended', reason, at: new Date(testApp.clock.now()).toISOString() }
  expect((await standing()).get(other!.donorId)).toMatchObject({ closed, left: false })
  await testApp.call('DELETE /me', tokenOf(first!.donorId), { body: { password: PASSWORD } })
  expect((await standing()).get(first!.donorId)).toMatchObject({ left: true, repeated_receipt: true })
})
