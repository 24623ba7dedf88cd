import { beforeAll, describe, expect, test } from 'vitest'
import { idempotencyKeys } from '#server/tables/idempotency-keys.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { registrationOf } from '#server/seed/people.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'

describe('stored answers for repeated requests', () => {
  let testApp: TestApp

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
  })

  test('are repeated verbatim, unreadable in the database, and deleted after a day', async () => {
    const typed = registrationOf({ firstName: 'Pessoa', lastName: 'Repetida', number: 7 })
    const body = { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password: PASSWORD }
    const register = () =>
      testApp.call('POST /auth/register', null, { body, headers: { 'idempotency-key': 'the-same-registration' } })
    const first = await register()
    expect(first.status).toBe(201)
    expect((await register()).body).toEqual(first.body)
    const [row] = await testApp.services.db.select().from(idempotencyKeys)
    const stored = JSON.stringify(row)
    for (const readable of [
      typed.email,
      typed.cpf,
      typed.phone,
      first.body.user.id,
      first.body.access_token,
      first.body.refresh_token,
    ])
      expect(stored).not.toContain(readable)
    testApp.clock.advance(86_400_000)
    await runDueJobs(testApp.services)
    expect(await testApp.services.db.$count(idempotencyKeys)).toBe(1)
    testApp.clock.advance(1)
    await runDueJobs(testApp.services)
    expect(await testApp.services.db.$count(idempotencyKeys)).toBe(0)
  })
})
