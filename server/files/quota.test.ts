import { expect, test, vi } from 'vitest'
import sharp from 'sharp'
import { DiskFull } from '#server/file-store/file-store.ts'
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

test('a picture that finds the disk full is a 507 in words that say what to do, and leaves no trace of itself', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 1 }))
  const [person] = await testApp.placed(1)
  const avatar = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const send = () =>
    testApp.call('POST /users/profile/avatar', person!.token, { body: { avatar: avatar.toString('base64') } })
  const before = (await testApp.call('GET /users/profile', person!.token)).body
  const full = vi.spyOn(testApp.services.files, 'prepare').mockRejectedValue(new DiskFull())
  expect(await send()).toMatchObject({ status: 507, body: { message: expect.stringContaining('espaço') } })
  expect((await testApp.call('GET /users/profile', person!.token)).body).toEqual(before)
  full.mockRestore()
  expect((await send()).status).toBe(201)
})
