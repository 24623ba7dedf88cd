import { beforeEach, describe, expect, test } from 'vitest'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'

const MINUTE_MS = 60_000

describe('a code', () => {
  let testApp: TestApp
  let person: Person
  let sent: string

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    person = await testApp.registers(1)
    await runDueJobs(testApp.services)
    const letter = readOutbox(testApp.services.config.dataDir).find((text) => /^Para: \S+@/.test(text))!
    sent = /Seu código é (\d{6})/.exec(letter)![1]!
  })

  const verify = (code: string, token = person.token) =>
    testApp.call('POST /auth/verify-email', token, { body: { code } })

  test('is spent by five wrong tries, also when they come at the same moment', async () => {
    const wrong = sent === '000000' ? '111111' : '000000'
    const answers = await Promise.all(Array.from({ length: 9 }, () => verify(wrong)))
    const codes = answers.map(({ body }) => body.code as string)
    expect(codes.filter((code) => code === 'code.wrong')).toHaveLength(5)
    expect(codes.filter((code) => code === 'code.expired')).toHaveLength(4)
    expect((await verify(sent)).body.code).toBe('code.expired')
  })

  test('ends fifteen minutes after it was sent, to the millisecond', async () => {
    const { clock, services } = testApp
    const { sendCode, verifyCode } = await import('./codes.ts')
    const { findActor } = await import('#server/access/find-actor.ts')
    const actor = (await findActor(services, `Bearer ${person.token}`))!
    const context = { ...services, actor, actorId: actor.id, address: '127.0.0.1', device: 'Chrome no Android' }
    clock.advance(15 * MINUTE_MS)
    await expect(verifyCode(context, 'email', sent)).rejects.toMatchObject({ code: 'code.expired' })
    await sendCode(context, 'email')
    await runDueJobs(services)
    const second = /Seu código é (\d{6})/.exec(readOutbox(services.config.dataDir).at(-1)!)![1]!
    clock.advance(15 * MINUTE_MS - 1)
    await expect(verifyCode(context, 'email', second)).resolves.toBeUndefined()
  })
})
