import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { and, desc, eq } from 'drizzle-orm'
import { SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { audit } from '#server/tables/audit.ts'
import type { AuditKind } from '#server/tables/audit.ts'
import { transaction } from '#server/database/transaction.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { countWaiting } from '#server/testing/count-waiting.ts'
import { hashQuickly } from '#server/lib/passwords.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { ADMINISTRATOR, createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { refreshTokens } from '#server/tables/refresh-tokens.ts'
import { users } from '#server/tables/users.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'
import { registrationOf } from '#server/seed/people.ts'

const MINUTE = 60_000
const WRONG_CODE_OF = (code: string) => (code === '000000' ? '111111' : '000000')

describe('sessions', () => {
  let testApp: TestApp

  beforeAll(async () => {
    // The cost of a sign-in is measured here.
    hashQuickly(false)
    testApp = await createTestApp(await openTestDatabase(), { RATE_LIMIT: 'on' })
  })

  const emailOf = (n: number) => registrationOf({ firstName: name(n), lastName: 'de Teste', number: n }).email
  const login = (email: string, password: string, address = '127.0.0.1') =>
    testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password }, remoteAddress: address })
  const profile = (token: string) => testApp.call('GET /users/profile', token)
  const auditsOf = async (subjectId: string, kind: AuditKind) =>
    testApp.services.db.$count(audit, and(eq(audit.subjectId, subjectId), eq(audit.kind, kind)))

  const registration = async (n: number, changed: Record<string, unknown> = {}) => {
    const typed = registrationOf({ firstName: name(n), lastName: 'de Teste', number: n })
    return { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password: PASSWORD, ...changed }
  }
  const register = async (n: number, changed: Record<string, unknown> = {}) =>
    testApp.call('POST /auth/register', null, { body: await registration(n, changed) })

  describe('registering', () => {
    test('creates a pending, unapproved, signed-in member, without the password in the answer', async () => {
      const { status, body } = await register(1)
      expect(status).toBe(201)
      expect(body.user).toMatchObject({
        role: 'USER',
        status: 'PENDING',
        adminApproved: false,
        avatar: 'avatar_male_1',
        current_level: 1,
        can_reenter: false,
        n3_completed_at: null,
      })
      expect(JSON.stringify(body)).not.toContain(PASSWORD)
      expect((await profile(body.access_token)).status).toBe(200)
      expect(await auditsOf(body.user.id, 'user.registered')).toBe(1)
    })

    test.each([
      ['firstName', '', 'Por favor, preencha todos os campos obrigatórios'],
      ['cpf', '1234567890', 'CPF deve ter 11 dígitos'],
      ['cpf', '11111111111', 'CPF inválido. Confira os números.'],
      ['email', 'nada', 'Por favor, insira um email válido'],
      ['phone', '119000', 'Por favor, insira um telefone válido (11 dígitos)'],
      ['birthDate', '2008-11-11', 'Você deve ter pelo menos 18 anos para se cadastrar'],
      ['cep', '0100', 'CEP deve ter 8 dígitos'],
      ['pixOwnerName', '', 'Por favor, preencha todos os campos bancários obrigatórios'],
      ['pixKey', 'sem-arroba', 'Chave PIX deve ser um email válido'],
      ['password', '1234567', 'A senha deve ter pelo menos 8 caracteres'],
      ['password', 'x'.repeat(129), 'A senha deve ter no máximo 128 caracteres'],
      ['btcAddress', '1BoatSLRHtKNngkdXEeobR76b53LETtpyV', 'Endereço Bitcoin inválido'],
      ['usdtAddress', '0x12', 'Endereço USDT inválido'],
    ])('refuses %s = %j in the words of the specification, by its field', async (field, value, message) => {
      const { status, body } = await register(2, { [field]: value })
      expect({ status, message: body.message, field: body.fields[field] }).toEqual({
        status: 400,
        message,
        field: message,
      })
    })

    test.each(['role', 'adminApproved', 'status', 'id', 'confirmPassword', 'circleId', '__proto__'])(
      'takes no %s',
      async (field) => {
        const body = JSON.stringify(await registration(2)).replace(/^\{/, `{${JSON.stringify(field)}:"ADMIN",`)
        const answer = await testApp.app.inject({
          method: 'POST',
          url: '/api/auth/register',
          payload: body,
          headers: { 'content-type': 'application/json' },
        })
        expect(answer.statusCode).toBe(400)
      },
    )

    test('allows one person per e-mail and CPF, however they are written', async () => {
      const first = registrationOf({ firstName: name(1), lastName: 'de Teste', number: 1 })
      expect(await register(3, { email: first.email.toUpperCase() })).toMatchObject({
        status: 409,
        body: { code: 'user.already_registered' },
      })
      const dotted = first.cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4')
      expect(await register(3, { cpf: dotted })).toMatchObject({
        status: 409,
        body: { code: 'user.already_registered' },
      })
    })

    test('refuses the administrator’s address and its look-alikes', async () => {
      for (const email of [
        'admin@ciranda.local',
        'ADMIN@ciranda.local',
        'ad.min@ciranda.local',
        'admin+x@ciranda.local',
      ]) {
        expect(await register(3, { email })).toMatchObject({ status: 409, body: { code: 'user.already_registered' } })
      }
    })

    test('refuses passwords that everybody tries and one’s own data', async () => {
      const { firstName, lastName, email, birthDate } = registrationOf({
        firstName: name(3),
        lastName: 'de Teste',
        number: 3,
      })
      const [year, month, day] = birthDate.split('-')
      const own = [
        email,
        `${firstName}deTeste`,
        `${firstName}2024!`,
        `${firstName.toUpperCase()} 12345`,
        `${lastName}1234567`,
        `${day}/${month}/${year}`,
        `${day}-${month}-${year!.slice(2)}`,
        `${firstName}${day}${month}${year}`,
        email.split('@')[0]!.padEnd(8, '1'),
        `${firstName}@${email.split('@')[1]}`,
      ]
      for (const password of ['password123', '12345678', ...own]) {
        expect(await register(3, { password }), password).toMatchObject({
          status: 400,
          body: { code: 'user.weak_password' },
        })
      }
    })

    test('refuses a pasted code or a code’s picture that differs from the key', async () => {
      const other = registrationOf({ firstName: name(1), lastName: 'de Teste', number: 1 })
      const pasted = await register(3, { pixCopyPaste: other.pixCopyPaste })
      expect(pasted).toMatchObject({
        status: 400,
        body: { fields: { pixCopyPaste: expect.stringContaining('e não da chave informada') } },
      })
      const pictured = await register(3, { pixQrCode: await codePicture(other.pixCopyPaste) })
      expect(pictured).toMatchObject({
        status: 400,
        body: { fields: { pixQrCode: expect.stringContaining('O QR Code é da chave') } },
      })
      const noCode = await register(3, {
        btcAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        btcQrCode: await codePicture('bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'),
      })
      expect(noCode).toMatchObject({
        status: 400,
        body: { fields: { btcQrCode: 'Este QR Code é de outro endereço Bitcoin.' } },
      })
    })

    test('creates one person when repeated with the same Idempotency-Key', async () => {
      const body = await registration(4)
      const headers = { 'idempotency-key': 'cadastro-numero-4' }
      const first = await testApp.call('POST /auth/register', null, { body, headers })
      const again = await testApp.call('POST /auth/register', null, { body, headers })
      expect([first.status, again.status, again.body.user.id]).toEqual([201, 201, first.body.user.id])
      expect(
        await testApp.call('POST /auth/register', null, { body: { ...body, firstName: 'Outra' }, headers }),
      ).toMatchObject({ status: 409, body: { code: 'idempotency.key_reused' } })
    })
  })

  describe('logging in', () => {
    beforeAll(() => register(13))

    test('answers an unknown address and a wrong password alike', async () => {
      const unknown = await login('ninguem@exemplo.invalid', PASSWORD, '10.0.0.1')
      const wrong = await login(emailOf(1), 'outra-senha-qualquer', '10.0.0.2')
      expect([unknown.statusCode, unknown.body]).toEqual([401, wrong.body])
      expect(wrong.json()).toMatchObject({ message: 'Email ou senha inválidos', code: 'session.bad_credentials' })
      // The log has both, the one of somebody with whose it was and of which circle.
      const { db } = testApp.services
      const isFailed = eq(audit.kind, 'session.failed')
      const [ofHers, ofNobody] = await db.select().from(audit).where(isFailed).orderBy(desc(audit.id)).limit(2)
      expect([ofNobody!.circleId, ofNobody!.subjectId]).toEqual([null, null])
      const [her] = await db.select().from(users).where(eq(users.id, ofHers!.subjectId!))
      expect([her!.circleId, await auditsOf(her!.id, 'user.registered')]).toEqual([ofHers!.circleId, 1])
    })

    test('takes the same work for an unknown address and a wrong password, within a tenth', async () => {
      const work: Record<string, number[]> = { unknown: [], wrong: [] }
      const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
      const ratio = () => median(work['unknown']!) / median(work['wrong']!)
      const attempt = async (kind: 'unknown' | 'wrong', round: number) => {
        const email = kind === 'unknown' ? 'ninguem2@exemplo.invalid' : emailOf(1)
        const before = process.cpuUsage()
        const { statusCode } = await login(email, 'outra-senha-qualquer', `10.1.${round}.${kind.length}`)
        const { user, system } = process.cpuUsage(before)
        work[kind]!.push(user + system)
        expect(statusCode).toBe(401)
      }
      // The processor's time, since a clock on the wall says more about the machine's other work. The medians of equal work
      // come together, those of unequal work never do.
      for (let round = 0; round < 90 && (round < 20 || Math.abs(ratio() - 1) > 0.1); round += 1)
        for (const kind of round % 2 === 0 ? (['unknown', 'wrong'] as const) : (['wrong', 'unknown'] as const))
          await attempt(kind, round)
      expect(ratio()).toBeGreaterThan(0.9)
      expect(ratio()).toBeLessThan(1.1)
    })

    test('slows, then refuses repeated failures for an account from one address, not from elsewhere', async () => {
      const attempts = []
      for (let attempt = 0; attempt < 12; attempt += 1) {
        attempts.push(await login(emailOf(13), 'tentativa-errada', '10.9.9.9'))
        testApp.clock.moveTo(testApp.clock.now() + 40_000)
      }
      expect(attempts.slice(0, 5).map((answer) => answer.statusCode)).toEqual([401, 401, 401, 401, 401])
      const blocked = attempts.at(-1)!
      expect([blocked.statusCode, Number(blocked.headers['retry-after']) > 60]).toEqual([429, true])
      expect((await login(emailOf(13), PASSWORD, '10.9.9.9')).statusCode).toBe(429)
      expect((await login(emailOf(13), PASSWORD, '10.8.8.8')).statusCode).toBe(200)
      testApp.clock.moveTo(testApp.clock.now() + 16 * MINUTE)
      expect((await login(emailOf(13), PASSWORD, '10.9.9.9')).statusCode).toBe(200)
    })

    test('forgets the failures of whoever then logs in', async () => {
      const { email } = (await register(10)).body.user
      for (const round of ['first', 'second']) {
        for (let attempt = 0; attempt < 4; attempt += 1)
          expect((await login(email, `errada-${round}-${attempt}`, '10.9.9.8')).statusCode).toBe(401)
        expect((await login(email, PASSWORD, '10.9.9.8')).statusCode).toBe(200)
      }
    })

    test('a clock set back neither lengthens the wait nor makes it endless', async () => {
      const { email } = (await register(11)).body.user
      const now = testApp.clock.now()
      for (let attempt = 0; attempt < 10; attempt += 1) {
        await login(email, 'tentativa-errada', '10.9.9.7')
        testApp.clock.advance(40_000)
      }
      testApp.clock.advance(-5 * MINUTE)
      const soon = await login(email, PASSWORD, '10.9.9.7')
      expect([soon.statusCode, Number(soon.headers['retry-after']) <= 15 * 60]).toEqual([429, true])
      testApp.clock.advance(-1440 * MINUTE)
      expect((await login(email, PASSWORD, '10.9.9.7')).statusCode).toBe(200)
      testApp.clock.moveTo(now)
    })

    test('the limit of an address is held by a clock that nobody sets', async () => {
      const flood = () =>
        testApp.app.inject({
          method: 'POST',
          url: '/api/auth/login',
          payload: { email: 'x' },
          remoteAddress: '10.7.7.6',
        })
      for (let attempt = 0; attempt < 60; attempt += 1) expect((await flood()).statusCode).toBe(400)
      onTestFinished(() => void vi.useRealTimers())
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
      const refused = await flood()
      expect([refused.statusCode, Number(refused.headers['retry-after']) <= 60]).toEqual([429, true])
    })

    test('guesses made at the same moment count as well as guesses made in a row', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, guess) => login(emailOf(13), `tentativa-${guess}`, '10.6.6.6')),
      )
      const statuses = answers.map((answer) => answer.statusCode)
      expect(statuses.filter((status) => status === 401)).toHaveLength(5)
      expect(statuses.filter((status) => status === 429)).toHaveLength(45)
      testApp.clock.moveTo(testApp.clock.now() + 16 * MINUTE)
    })

    test('many addresses together do not guess on for ever at one account', async () => {
      let answered = 0
      for (let guess = 0; guess < 130; guess += 1) {
        const { statusCode } = await login(emailOf(13), 'tentativa-errada', `10.5.${guess}.1`)
        if (statusCode === 401) answered += 1
      }
      expect(answered).toBeLessThanOrEqual(101)
      testApp.clock.moveTo(testApp.clock.now() + 16 * MINUTE)
      expect((await login(emailOf(13), PASSWORD, '10.5.0.1')).statusCode).toBe(200)
    })

    test('one’s own present password is guessed no more often than at the login', async () => {
      const { body } = await login(emailOf(13), PASSWORD, '10.4.4.4').then((answer) => ({ body: answer.json() }))
      const statuses = []
      for (let guess = 0; guess < 8; guess += 1) {
        const answer = await testApp.call('POST /me/password', body.access_token, {
          body: { currentPassword: `tentativa-${guess}`, newPassword: 'outra-senha-bem-boa' },
        })
        statuses.push(answer.status)
      }
      expect(statuses.filter((status) => status !== 429)).toHaveLength(5)
      testApp.clock.moveTo(testApp.clock.now() + 16 * MINUTE)
    })

    test('refuses floods from one address with Retry-After', async () => {
      const answers = []
      for (let attempt = 0; attempt < 70; attempt += 1)
        answers.push(
          await testApp.app.inject({
            method: 'POST',
            url: '/api/auth/login',
            payload: { email: 'x' },
            remoteAddress: '10.7.7.7',
          }),
        )
      const refused = answers.filter((answer) => answer.statusCode === 429)
      expect(refused).toHaveLength(10)
      expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
      expect(refused[0]!.json()).toMatchObject({ code: 'request.too_many', statusCode: 429 })
    })
  })

  describe('tokens', () => {
    beforeAll(() => register(14))

    const claims = async () => {
      const { body } = await register(5)
      const [, payload] = (body.access_token as string).split('.')
      return {
        token: body.access_token as string,
        refresh: body.refresh_token as string,
        id: body.user.id as string,
        payload: JSON.parse(Buffer.from(payload!, 'base64url').toString()),
      }
    }

    test('answers 401 to forged, altered, foreign and expired ones', async () => {
      const { token, refresh, payload } = await claims()
      expect((await profile(token)).status).toBe(200)
      const { tokenKey } = testApp.services.secrets
      const signed = (changed: Record<string, unknown> = {}, key: Uint8Array = tokenKey) =>
        new SignJWT({ ...payload, ...changed })
          .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'access-1' })
          .sign(key)
      const [head, body, signature] = token.split('.') as [string, string, string]
      const now = Math.floor(testApp.clock.now() / 1000)
      expect((await profile(await signed())).status).toBe(200)
      const bad = {
        'alg none': new UnsecuredJWT(payload).encode(),
        'another key': await signed({}, new Uint8Array(32).fill(7)),
        'altered body': `${head}.${Buffer.from(JSON.stringify({ ...payload, sub: '0' })).toString('base64url')}.${signature}`,
        outlived: await signed({ exp: now - 1 }),
        'not yet': await signed({ nbf: now + 60 }),
        'another session': await signed({ sid: '01234567-89ab-7def-8123-456789abcdef' }),
        'refresh as access': refresh,
        'a part of it': `${head}.${body}`,
        text: 'nada',
      }
      for (const [kind, forged] of Object.entries(bad)) expect((await profile(forged)).status, kind).toBe(401)
      expect((await testApp.call('POST /auth/refresh', null, { body: { refreshToken: token } })).status).toBe(401)
      expect((await testApp.app.inject(`/api/users/profile?token=${token}&access_token=${token}`)).statusCode).toBe(401)
      testApp.clock.moveTo(testApp.clock.now() + 15 * MINUTE + 1000)
      expect((await profile(token)).status).toBe(401)
    })

    test('a reused refresh token gets the same successor within ten seconds, later it ends its family', async () => {
      const { id } = (
        await testApp.call('POST /auth/login', null, { body: { email: emailOf(14), password: PASSWORD } })
      ).body.user
      const first = (await testApp.call('POST /auth/login', null, { body: { email: emailOf(14), password: PASSWORD } }))
        .body
      const other = (await testApp.call('POST /auth/login', null, { body: { email: emailOf(14), password: PASSWORD } }))
        .body
      const refresh = (refreshToken: string) => testApp.call('POST /auth/refresh', null, { body: { refreshToken } })
      const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refresh_token)))
      expect(answers.map((answer) => answer.status)).toEqual(Array<number>(20).fill(200))
      const successors = new Set(answers.map((answer) => answer.body.refresh_token))
      expect([successors.size, successors.has(first.refresh_token)]).toEqual([1, false])
      const [successor] = [...successors] as [string]
      testApp.clock.moveTo(testApp.clock.now() + 11_000)
      expect((await refresh(first.refresh_token)).status).toBe(401)
      expect((await refresh(successor)).status).toBe(401)
      expect((await profile(answers[0]!.body.access_token)).status).toBe(401)
      expect((await profile(other.access_token)).status).toBe(200)
      expect(await auditsOf(id, 'session.token_reused')).toBe(1)
    })

    const signedIn = async () =>
      (await testApp.call('POST /auth/login', null, { body: { email: emailOf(14), password: PASSWORD } })).body as {
        access_token: string
        refresh_token: string
      }
    const refresh = (refreshToken: string) => testApp.call('POST /auth/refresh', null, { body: { refreshToken } })

    test('a token of a process whose clock is seconds ahead is good, of one that is a minute ahead it is not', async () => {
      const now = testApp.clock.now()
      for (const [ahead, status] of [
        [2_000, 200],
        [60_000, 401],
      ] as const) {
        testApp.clock.moveTo(now + ahead)
        const { access_token: token } = await signedIn()
        testApp.clock.moveTo(now)
        expect([ahead, (await profile(token)).status]).toEqual([ahead, status])
      }
    })

    test('a used refresh token stays used when the clock is set back', async () => {
      const now = testApp.clock.now()
      const first = await signedIn()
      const { body: second } = await refresh(first.refresh_token)
      testApp.clock.moveTo(now - 86_400_000)
      expect((await refresh(first.refresh_token)).status).toBe(401)
      expect((await refresh(second.refresh_token)).status).toBe(401)
      testApp.clock.moveTo(now)
    })

    test('a refresh token is spent once its successor is used, whatever the time', async () => {
      const first = await signedIn()
      const { body: second } = await refresh(first.refresh_token)
      const { body: third } = await refresh(second.refresh_token)
      expect((await refresh(first.refresh_token)).status).toBe(401)
      expect((await refresh(third.refresh_token)).status).toBe(401)
    })

    test('two processes whose clocks differ by seconds give one successor', async () => {
      const now = testApp.clock.now()
      const { refresh_token: token } = await signedIn()
      testApp.clock.moveTo(now + 2_000)
      const { body: one } = await refresh(token)
      testApp.clock.moveTo(now)
      expect(await refresh(token)).toMatchObject({ status: 200, body: { refresh_token: one.refresh_token } })
    })

    test('two who bring one refresh token at the same moment get one successor', async () => {
      const { refresh_token: token } = await signedIn()
      const { promise: whenHeld, resolve: held } = Promise.withResolvers<void>()
      // Begun outside the transaction, which would refuse any query beside its own.
      const both = whenHeld.then(() => Promise.all([refresh(token), refresh(token)]))
      await transaction(testApp.services.db, async (tx) => {
        await tx.select().from(refreshTokens).for('update')
        held()
        await expect.poll(() => countWaiting(tx), { timeout: 20_000 }).toBe(2)
      })
      const successors = (await both).map(({ body }) => body.refresh_token as string)
      expect([successors[0] === successors[1], successors[0] === token]).toEqual([true, false])
    })

    test('a session ends after thirty days, however lately it was refreshed', async () => {
      const now = testApp.clock.now()
      const { refresh_token: token } = await signedIn()
      testApp.clock.moveTo(now + 30 * 1440 * MINUTE - 1)
      const { status, body } = await refresh(token)
      expect(status).toBe(200)
      testApp.clock.moveTo(now + 30 * 1440 * MINUTE)
      expect((await refresh(body.refresh_token)).status).toBe(401)
      testApp.clock.moveTo(now)
    })

    test('logging out ends both tokens, and no other session', async () => {
      const one = (await testApp.call('POST /auth/login', null, { body: { email: emailOf(14), password: PASSWORD } }))
        .body
      const two = (await testApp.call('POST /auth/login', null, { body: { email: emailOf(14), password: PASSWORD } }))
        .body
      expect((await testApp.call('POST /auth/logout', one.access_token)).status).toBe(200)
      expect((await profile(one.access_token)).status).toBe(401)
      expect(
        (await testApp.call('POST /auth/refresh', null, { body: { refreshToken: one.refresh_token } })).status,
      ).toBe(401)
      expect((await profile(two.access_token)).status).toBe(200)
    })

    test('a changed password ends every other session; the old one no longer works', async () => {
      const { body: mine } = await register(6)
      const elsewhere = (
        await testApp.call('POST /auth/login', null, { body: { email: emailOf(6), password: PASSWORD } })
      ).body
      const change = (currentPassword: string, newPassword: string) =>
        testApp.call('POST /me/password', mine.access_token, { body: { currentPassword, newPassword } })
      expect(await change('errada-mesmo', 'uma-nova-senha-boa')).toMatchObject({
        status: 403,
        body: { code: 'user.wrong_password' },
      })
      expect((await change(PASSWORD, 'uma-nova-senha-boa')).status).toBe(200)
      expect((await profile(mine.access_token)).status).toBe(200)
      expect((await profile(elsewhere.access_token)).status).toBe(401)
      expect((await login(emailOf(6), PASSWORD, '10.6.0.1')).statusCode).toBe(401)
      expect((await login(emailOf(6), 'uma-nova-senha-boa', '10.6.0.2')).statusCode).toBe(200)
      expect(await auditsOf(mine.user.id, 'password.changed')).toBe(1)
    })

    test('an old password opens nothing while another takes its place', async () => {
      const { promise: whenHeld, resolve: held } = Promise.withResolvers<void>()
      const entering = whenHeld.then(() => login(ADMINISTRATOR.email, ADMINISTRATOR.password, '10.31.0.1'))
      const isTheirs = eq(users.role, 'ADMIN')
      let before = ''
      await transaction(testApp.services.db, async (tx) => {
        before = (await tx.select().from(users).where(isTheirs))[0]!.passwordHash
        await tx.update(users).set({ passwordHash: 'another' }).where(isTheirs)
        held()
        await expect.poll(() => countWaiting(tx), { timeout: 20_000 }).toBe(1)
      })
      expect((await entering).statusCode).toBe(401)
      await testApp.services.db.update(users).set({ passwordHash: before }).where(isTheirs)
    })

    test('suspension acts on the next request, and refuses the next login and refresh', async () => {
      const { body } = await register(7)
      const admin = await testApp.administrator()
      await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: body.user.id } })
      expect((await testApp.call('GET /donations/reports', body.access_token)).status).toBe(200)
      expect(
        (
          await testApp.call('PATCH /users/{id}', admin, {
            params: { id: body.user.id },
            body: { status: 'SUSPENDED' },
          })
        ).status,
      ).toBe(200)
      expect((await profile(body.access_token)).status).toBe(401)
      expect(
        (await testApp.call('POST /auth/refresh', null, { body: { refreshToken: body.refresh_token } })).status,
      ).toBe(401)
      expect((await login(emailOf(7), PASSWORD, '10.6.0.3')).json()).toMatchObject({
        statusCode: 403,
        code: 'session.account_closed',
      })
      expect(await auditsOf(body.user.id, 'user.suspended')).toBe(1)
    })
  })

  describe('codes', () => {
    const codeOf = async (to: string) => {
      await runDueJobs(testApp.services)
      const outbox = path.join(testApp.services.config.dataDir, 'outbox')
      const texts = readdirSync(outbox)
        .toSorted()
        .map((file) => readFileSync(path.join(outbox, file), 'utf8'))
      return /Seu código é (\d{6})/.exec(texts.findLast((text) => text.startsWith(`Para: ${to}\n`))!)![1]!
    }

    test.each(['email', 'phone'] as const)(
      'verify an %s once, within fifteen minutes and five tries, and are sent again after a minute',
      async (channel) => {
        const n = channel === 'email' ? 8 : 9
        const { body } = await register(n)
        const token = body.access_token as string
        const to = channel === 'email' ? emailOf(n) : `sms:${body.user.phone}`
        const verify = (code: string) =>
          testApp.call(channel === 'email' ? 'POST /auth/verify-email' : 'POST /auth/verify-phone', token, {
            body: { code },
          })
        const resend = () =>
          testApp.call(
            channel === 'email' ? 'POST /auth/resend-email-verification' : 'POST /auth/resend-phone-verification',
            token,
          )
        const first = await codeOf(to)
        expect(await verify('12345')).toMatchObject({
          status: 400,
          body: { fields: { code: 'O código tem seis dígitos.' } },
        })
        for (let attempt = 0; attempt < 5; attempt += 1)
          expect(await verify(WRONG_CODE_OF(first))).toMatchObject({ status: 400, body: { code: 'code.wrong' } })
        expect(await verify(first)).toMatchObject({ status: 409, body: { code: 'code.expired' } })
        expect(await resend()).toMatchObject({
          status: 429,
          body: { code: 'code.sent_recently' },
          headers: { 'retry-after': '60' },
        })
        testApp.clock.moveTo(testApp.clock.now() + MINUTE)
        expect((await resend()).status).toBe(200)
        const second = await codeOf(to)
        const renewed = async () =>
          (await testApp.call('POST /auth/login', null, { body: { email: emailOf(n), password: PASSWORD } })).body
            .access_token as string
        testApp.clock.moveTo(testApp.clock.now() + 15 * MINUTE)
        const later = await renewed()
        const verifyLater = (code: string) =>
          testApp.call(channel === 'email' ? 'POST /auth/verify-email' : 'POST /auth/verify-phone', later, {
            body: { code },
          })
        expect(await verifyLater(second)).toMatchObject({ status: 409, body: { code: 'code.expired' } })
        expect(
          (
            await testApp.call(
              channel === 'email' ? 'POST /auth/resend-email-verification' : 'POST /auth/resend-phone-verification',
              later,
            )
          ).status,
        ).toBe(200)
        const third = await codeOf(to)
        expect((await verifyLater(third)).status).toBe(200)
        expect(await verifyLater(third)).toMatchObject({ status: 409, body: { code: 'code.already_verified' } })
        const seen = (await profile(later)).body
        expect([seen.emailVerified, seen.phoneVerified]).toEqual([channel === 'email', channel === 'phone'])
        const [row] = await testApp.services.db.select().from(users).where(eq(users.id, body.user.id))
        expect(JSON.stringify(row)).not.toContain(body.user.phone)
      },
    )
  })

  test('a code sent before the clock was set back is expired, and another may be asked for', async () => {
    const now = testApp.clock.now()
    await register(12)
    testApp.clock.moveTo(now - 1440 * MINUTE)
    const { body } = await testApp.call('POST /auth/login', null, { body: { email: emailOf(12), password: PASSWORD } })
    expect(
      await testApp.call('POST /auth/verify-email', body.access_token, { body: { code: '123456' } }),
    ).toMatchObject({ status: 409, body: { code: 'code.expired' } })
    expect((await testApp.call('POST /auth/resend-email-verification', body.access_token)).status).toBe(200)
    testApp.clock.moveTo(now)
  })

  test('the administrator created at the first start logs in as one', async () => {
    const { body } = await testApp.call('POST /auth/login', null, { body: ADMINISTRATOR })
    expect(body.user).toMatchObject({ role: 'ADMIN', email: ADMINISTRATOR.email })
  })
})

function name(n: number): string {
  return `Pessoa${String.fromCharCode(65 + n)}`
}
