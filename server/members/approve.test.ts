import { expect, test } from 'vitest'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'

const NOWHERE = '01234567-89ab-7def-8123-456789abcdef'

test('an erased person, an administrator and an unknown id are approved by nobody', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
  const admin = await testApp.administrator()
  const gone = await testApp.registers(1)
  expect((await testApp.call('DELETE /me', gone.token, { body: { password: PASSWORD } })).status).toBe(200)
  const own = (await testApp.call('GET /users/profile', admin)).body.id as string
  for (const id of [gone.id, own, NOWHERE, 'x'])
    expect((await testApp.call('PATCH /users/{id}/approve', admin, { params: { id } })).status, id).toBe(404)
})
