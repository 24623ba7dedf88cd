import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Notice } from '#contracts/notices/notice.ts'
import { transaction } from '#server/database/transaction.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { notify } from '#server/notify/notify.ts'
import { registrationOf } from '#server/seed/people.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const HOUR_MS = 3_600_000
const PHONE = '11955554444'

describe('letters and codes', () => {
  let testApp: TestApp

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }), { RATE_LIMIT: 'on' })
  })

  const letters = (n: number) => `Pessoa ${String.fromCharCode(65 + n)}`
  const typed = (n: number) => registrationOf({ firstName: letters(n), lastName: 'de Teste', number: n })
  const register = async (n: number, changes: object = {}) => {
    const own = typed(n)
    const body = { ...own, pixQrCode: await codePicture(own.pixCopyPaste), password: PASSWORD, ...changes }
    return testApp.call('POST /auth/register', null, { body })
  }
  const signIn = async (n: number) =>
    (await testApp.call('POST /auth/login', null, { body: { email: typed(n).email, password: PASSWORD } })).body
      .access_token as string
  const sentTo = async (to: string) => {
    await runDueJobs(testApp.services)
    return readOutbox(testApp.services.config.dataDir).filter((text) => text.startsWith(`Para: ${to}\n`))
  }

  test('a person gets at most ten codes a day for a contact, however they spread the requests', async () => {
    await register(1)
    const statuses: string[] = []
    for (let asked = 0; asked < 12; asked += 1) {
      testApp.clock.advance(61_000)
      const answer = await testApp.call('POST /auth/resend-email-verification', await signIn(1))
      statuses.push(`${answer.status} ${answer.body.code ?? ''}`)
    }
    // The first of ten was sent at the registration.
    expect(statuses).toEqual([...Array(9).fill('200 '), ...Array(3).fill('429 code.too_many_today')])
    expect((await sentTo(typed(1).email)).filter((text) => text.includes('Seu código é'))).toHaveLength(10)
    testApp.clock.advance(12 * HOUR_MS)
    expect((await testApp.call('POST /auth/resend-email-verification', await signIn(1))).status).toBe(200)
  })

  test('a phone that many register with gets at most ten codes a day, and everybody is registered all the same', async () => {
    for (let n = 1; n <= 12; n += 1) expect((await register(n, { phone: PHONE })).status).toBe(201)
    expect(await sentTo(`sms:${PHONE}`)).toHaveLength(10)
  })

  test('a day that somebody filled with requests leaves the letters about access their own share', async () => {
    const person = (await register(1)).body.user as { id: string }
    const gets = async (notice: Notice) => {
      await transaction(testApp.services.db, (tx) => notify(testApp.services, tx, { userId: person.id, ...notice }))
      return sentTo(typed(1).email)
    }
    let sent: string[] = []
    for (let asked = 0; asked < 61; asked += 1) sent = await gets({ kind: 'swap.ended', facts: {} })
    const aboutSwaps = sent.filter((text) => text.includes('troca de vez'))
    expect(aboutSwaps).toHaveLength(60)
    expect((await gets({ kind: 'access.reset', facts: {} })).length).toBe(sent.length + 1)
  })

  test('a refused registration says neither whether the e-mail or the CPF is taken, nor that it is the administration’s', async () => {
    await register(1)
    const own = typed(1)
    const answers = [
      await register(2, { email: own.email }),
      await register(3, { cpf: own.cpf }),
      await register(4, { email: own.email, cpf: own.cpf }),
      await register(5, { email: testApp.services.config.adminEmail }),
      await register(6, { email: `ad.min+x@${testApp.services.config.adminEmail.split('@')[1]}` }),
    ]
    for (const { status, body } of answers)
      expect([status, body]).toEqual([
        409,
        {
          statusCode: 409,
          error: 'Conflict',
          code: 'user.already_registered',
          message: 'Não foi possível cadastrar com este e-mail e este CPF. Se você já tem conta, entre com ela.',
        },
      ])
    // The owner is told, twice a day at most, and nobody else is.
    const told = (await sentTo(own.email)).filter((text) => text.includes('Tentativa de cadastro'))
    expect(told).toHaveLength(2)
    expect(told[0]).toContain('Alguém tentou fazer um cadastro na Ciranda com este e-mail, que já é da sua conta.')
    expect(told[1]).toContain('com o seu CPF')
    for (const n of [2, 3, 4]) expect(await sentTo(typed(n).email)).toEqual([])
    expect(await testApp.services.db.$count(users, eq(users.role, 'USER'))).toBe(1)
  })

  test('a name in a letter is one clean line, whatever stands in the database', async () => {
    await register(1)
    const { db } = testApp.services
    for (const [firstName, line] of [
      ['Ana\n\nA administração pede: pague em http://x', 'Olá, Ana.'],
      ['Ana\u202E\u200B', 'Olá, Ana.'],
      ['x'.repeat(500), `Olá, ${'x'.repeat(60)}.`],
      ['12345', 'Olá.'],
    ] as const) {
      await db.update(users).set({ firstName }).where(eq(users.role, 'USER'))
      testApp.clock.advance(61_000)
      await testApp.call('POST /auth/resend-email-verification', await signIn(1))
      expect((await sentTo(typed(1).email)).at(-1)!.split('\n')[3]).toBe(line)
    }
  })
})
