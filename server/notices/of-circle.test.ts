import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { ADMINISTRATOR, createTestApp } from '#server/testing/test-app.ts'

test('who administers several circles reads of which one a matter is, in the inbox and by letter, and is led to that one', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 3 }))
  const people = await testApp.placed(3)
  const { services } = testApp
  let admin = await testApp.administrator()
  const own = (await testApp.call('GET /circle', admin)).body as { id: string; name: string }
  const late = async () => {
    const { data } = (await testApp.call('GET /me/notices', admin)).body
    return data.find(({ kind }: { kind: string }) => kind === 'donation.answers_late')
  }
  await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  const [{ id, donorId }] = (await services.db.select().from(donations)) as [typeof donations.$inferSelect]
  await testApp.pays(id, people.find((person) => person.id === donorId)!.token)
  testApp.clock.advance(6 * 86_400_000)
  await runDueJobs(services)
  admin = await testApp.administrator()
  // Of one circle alone nothing is said.
  expect(await late()).toMatchObject({ text: expect.stringMatching(/^Uma doação tem comprovante/), circle_id: null })

  const body = { name: 'Roda do Morro', mode: 'demonstracao', plan: planFormOf(presets.rotativo), operator: null }
  const other = (await testApp.call('POST /admin/circles', admin, { body })).body as { id: string }
  await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: other.id } })
  expect(await late()).toMatchObject({ text: expect.stringContaining(`${own.name}: Uma doação`), circle_id: own.id })
  await services.db
    .update(circles)
    .set({ calendar: { day: 17, hour: 1, setAt: testApp.clock.now() - 9 * 86_400_000 } })
    .where(eq(circles.id, other.id))
  testApp.clock.advance(2 * 86_400_000)
  await runDueJobs(services)
  const letters = readOutbox(services.config.dataDir).filter((text) => text.startsWith(`Para: ${ADMINISTRATOR.email}`))
  expect(letters.at(-1)).toContain('Roda do Morro: O calendário não pediu')
})
