import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { circleMembers } from '#server/tables/circle-members.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'

test('one’s figures are what one gave and received on all levels, and what is open on either side', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 3 }))
  const [ana, , cid] = await testApp.placed(3)
  const stats = async (token: string) => (await testApp.call('GET /donations/stats', token)).body
  const nothing = { totalDonated: 0, totalReceived: 0, pendingToSend: 0, pendingToReceive: 0 }
  expect(await stats(ana!.token)).toEqual({ ...nothing, nextMonthlyContribution: '2026-11-01T03:00:00.000Z' })
  await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
  const { db } = testApp.services
  const own = eq(circleMembers.memberId, ana!.id)
  const given = { givenN1Cents: 1_00, givenN2Cents: 20_00, givenN3Cents: 400_00, givenAdministrationCents: 8_000_00 }
  await db
    .update(circleMembers)
    .set({ ...given, receivedN1Cents: 3_00, receivedN2Cents: 50_00, receivedN3Cents: 700_00 })
    .where(own)
  const { pendingToSend, pendingToReceive, ...sums } = await stats(ana!.token)
  expect(sums).toMatchObject({ totalDonated: 8_421, totalReceived: 753 })
  expect(pendingToReceive).toBe((await testApp.call('GET /donations/to-receive', ana!.token)).body.length)
  expect(pendingToReceive).toBeGreaterThan(0)
  const sent = (await testApp.call('GET /donations/to-send', cid!.token)).body as { waiting: boolean }[]
  expect((await stats(cid!.token)).pendingToSend).toBe(sent.filter(({ waiting }) => !waiting).length)
  expect(pendingToSend).toBeLessThan(2)
  const outsider = await testApp.registers(9)
  await testApp.call('PATCH /users/{id}/approve', await testApp.administrator(), { params: { id: outsider.id } })
  expect(await stats(outsider.token)).toEqual({ ...nothing, nextMonthlyContribution: null })
})
