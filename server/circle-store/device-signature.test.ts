import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { deviceOf } from '#server/testing/device.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000

test('after a clock that was days ahead, who signs reads until when no device can, and not that theirs is at fault', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
  const people = await openRealRoda(testApp, await testApp.administrator())
  const [{ id, donorId, receiverId }] = (await testApp.services.db.select().from(donations)) as [
    typeof donations.$inferSelect,
  ]
  const tokenOf = (wanted: string | null) => people.find((person) => person.id === wanted)!
  const signs = await deviceOf(testApp, tokenOf(receiverId))
  const params = { id }
  expect((await testApp.pays(id, tokenOf(donorId).token)).status).toBe(201)
  const [circle] = await testApp.services.db.select().from(circles).where(eq(circles.mode, 'real'))
  const start = testApp.clock.now()

  testApp.clock.moveTo(start + 3 * DAY_MS)
  const admin = await testApp.administrator()
  await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: circle!.id } })
  expect((await testApp.call('PATCH /admin/circle/answer-days', admin, { body: { days: 9 } })).status).toBe(200)

  testApp.clock.moveTo(start + 60_000)
  const confirms = async () => {
    const headers = await signs({ act: 'confirm', donationId: id })
    return testApp.call('PATCH /donations/{id}/confirm', tokenOf(receiverId).token, { params, headers })
  }
  const refused = await confirms()
  expect(refused).toMatchObject({ status: 409, body: { code: 'ledger.ahead' } })
  expect(refused.body.message).toContain('o livro já chegou a 13/11/2026 12:00. Até 12/11/2026 10:00 nenhum aparelho')
})
