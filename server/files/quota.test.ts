import { expect, test } from 'vitest'
import { uploads } from '#server/tables/uploads.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { UPLOADS_PER_DAY } from './quota.ts'

test('a refused picture counts against the day, also when it is sent with an Idempotency-Key', async () => {
  const testApp = await createTestApp(await openTestDatabase())
  const people = await testApp.placed(2)
  await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
  const { token, donation } = await firstDonor()
  const send = (attempt: number) =>
    testApp.call('POST /donations/{id}/comprovante', token, {
      params: { id: donation.id },
      body: { comprovanteBase64: '***' },
      headers: { 'idempotency-key': `receipt-number-${attempt}` },
    })
  for (let attempt = 1; attempt <= UPLOADS_PER_DAY; attempt += 1)
    expect((await send(attempt)).body.code).toBe('file.bad_base64')
  const [counted] = await testApp.services.db.select().from(uploads)
  expect(counted).toMatchObject({ count: UPLOADS_PER_DAY })
  expect((await send(UPLOADS_PER_DAY + 1)).body.code).toBe('file.quota')

  async function firstDonor() {
    for (const person of people) {
      const [first] = (await testApp.call('GET /donations/to-send', person.token)).body
      if (first?.receiverId) return { token: person.token, donation: first as { id: string } }
    }
    throw new Error('Nobody owes a donation')
  }
})
