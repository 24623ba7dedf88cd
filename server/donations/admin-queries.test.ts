import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { donationCounters } from '#server/tables/donation-counters.ts'
import { donations } from '#server/tables/donations.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { showDonation } from './admin-queries.ts'

test('the console’s figures are the counters, by status and in all, and so are the totals of its pages', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
  const admin = await testApp.administrator()
  await testApp.placed(4)
  await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  const { db } = testApp.services
  const [donation] = await db.select().from(donations)
  const { circleId } = donation!
  await db.delete(donationCounters).where(eq(donationCounters.circleId, circleId))
  const counted = { PENDING_PAYMENT: 1, PENDING_CONFIRMATION: 20, CONFIRMED: 300, EXPIRED: 4_000, CANCELLED: 50_000 }
  const rows = Object.entries(counted).map(([status, count]) => ({ circleId, status, count, amountCents: count * 50 }))
  await db.insert(donationCounters).values(rows)
  expect((await testApp.call('GET /admin/donations/stats', admin)).body).toEqual({
    totalDonations: 54_321,
    pendingPayment: 1,
    pendingConfirmation: 20,
    confirmed: 300,
    expired: 4_000,
    cancelled: 50_000,
    totalAmount: 27_160.5,
  })
  const total = async (query: string) =>
    (await testApp.call('GET /admin/donations/list', admin, { query })).body.pagination.totalItems
  for (const page of ['', '&page=2']) {
    expect(await total(`?limit=10${page}`)).toBe(54_321)
    expect(await total(`?limit=10&status=CONFIRMED,EXPIRED${page}`)).toBe(4_300)
    expect(await total(`?limit=10&type=PULL${page}`)).toBe(await db.$count(donations, eq(donations.type, 'PULL')))
    expect(await total(`?limit=10&donorId=nobody${page}`)).toBe(0)
  }
  await db.delete(donationCounters)
  expect((await testApp.call('GET /admin/donations/stats', admin)).body).toMatchObject({
    totalDonations: 0,
    cancelled: 0,
    totalAmount: 0,
  })
  const { id } = (await testApp.call('GET /users/profile', admin)).body
  const actor = { id, circleId, administers: true, status: 'ACTIVE', helperId: null }
  const context = { ...testApp.services, actor } as never
  expect(await showDonation(context, donation!.id)).toMatchObject({ id: donation!.id, donorId: donation!.donorId })
  await expect(showDonation(context, circleId)).rejects.toMatchObject({ code: 'resource.not_found' })
})
