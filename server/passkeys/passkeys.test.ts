import { beforeEach, describe, expect, test } from 'vitest'
import { passkeyChallenges } from '#server/tables/passkey-challenges.ts'
import { recoveryCodes } from '#server/tables/recovery-codes.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { relyingParty } from './relying-party.ts'

let testApp: TestApp
let member: Person
let email: string

beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 1 }))
  ;[member] = (await testApp.placed(1)) as [Person]
  email = (await testApp.call('GET /users/profile', member.token)).body.email
})

const makeCodes = async () =>
  (await testApp.call('POST /me/recovery-codes', member.token, { body: { password: PASSWORD } })).body.codes as string[]
const useCode = (code: string, address = email) =>
  testApp.call('POST /auth/recovery-code', null, { body: { email: address, code } })

describe('recovery codes', () => {
  test('are ten, open the account once each, and say so; the ones of before are void', async () => {
    const first = await makeCodes()
    const codes = await makeCodes()
    expect(new Set([...first, ...codes]).size).toBe(20)
    const stored = JSON.stringify(await testApp.services.db.select().from(recoveryCodes))
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''))
    expect((await useCode(first[0]!)).body.code).toBe('recovery.code_wrong')
    const opened = await useCode(codes[0]!.toUpperCase().replaceAll('-', ' '))
    expect([opened.status, opened.body.user.id]).toEqual([200, member.id])
    expect((await useCode(codes[0]!)).body.code).toBe('recovery.code_wrong')
    const sessions = (await testApp.call('GET /me/sessions', opened.body.access_token)).body as { via: string }[]
    expect(sessions.map(({ via }) => via).toSorted()).toEqual(['password', 'recovery'])
    expect((await testApp.call('GET /me/passkeys', member.token)).body.recovery_codes_left).toBe(9)
  })

  test('open nothing by two requests at once, for another’s address, or in a closed account', async () => {
    const [code, another] = (await makeCodes()) as [string, string]
    expect((await useCode(code, 'ninguem@exemplo.invalid')).body.code).toBe('recovery.code_wrong')
    const both = await Promise.all([useCode(code), useCode(code)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const administrator = await testApp.administrator()
    await testApp.call('PATCH /users/{id}', administrator, { params: { id: member.id }, body: { status: 'SUSPENDED' } })
    expect((await useCode(another)).body.code).toBe('session.account_closed')
  })

  test('are guessed at a handful of times only', async () => {
    const limited = await createTestApp(await openTestDatabase({ placed: 1 }), { RATE_LIMIT: 'on' })
    await limited.placed(1)
    const guess = () => limited.call('POST /auth/recovery-code', null, { body: { email, code: 'abcd-efgh-jkmn' } })
    const answers = await Promise.all(Array.from({ length: 12 }, guess))
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(6)
  })
})

describe('passkeys', () => {
  test('are added with the password, however fresh the session, and only for a challenge of this person’s', async () => {
    const begin = (password: string) => testApp.call('POST /me/passkeys/options', member.token, { body: { password } })
    expect((await begin('um palpite')).body.code).toBe('user.wrong_password')
    const { options } = (await begin(PASSWORD)).body
    expect(options).toMatchObject({
      rp: { id: 'ciranda.test' },
      user: { name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const clientDataJSON = (challenge: string) =>
      Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin: 'http://ciranda.test' })).toString(
        'base64url',
      )
    const add = (challenge: string) =>
      testApp.call('POST /me/passkeys', member.token, {
        body: {
          response: {
            id: 'x',
            rawId: 'x',
            type: 'public-key',
            response: { clientDataJSON: clientDataJSON(challenge) },
          },
        },
      })
    for (const challenge of ['', 'invented', options.challenge as string])
      expect((await add(challenge)).body.code).toBe('passkey.invalid')
    // The answer used the challenge up, although it was refused.
    expect(await testApp.services.db.$count(passkeyChallenges)).toBe(0)
    expect((await testApp.call('GET /me/passkeys', member.token)).body.passkeys).toEqual([])
  })

  test('that nobody has open nothing and confirm nothing, whatever is sent', async () => {
    const { options } = (await testApp.call('POST /auth/passkey/options', null)).body
    const clientDataJSON = Buffer.from(JSON.stringify({ challenge: options.challenge })).toString('base64url')
    for (const response of [{}, { id: 'x' }, { response: null }, { id: 'x', response: { clientDataJSON } }]) {
      expect((await testApp.call('POST /auth/passkey', null, { body: { response } })).body.code).toBe('passkey.invalid')
      const confirmed = await testApp.call('POST /auth/confirm/passkey', member.token, { body: { response } })
      expect(confirmed.body.code).toBe('passkey.invalid')
    }
  })

  test.each([
    ['https://roda.exemplo.org', 'roda.exemplo.org', 'https://roda.exemplo.org'],
    ['http://127.0.0.1:3000', 'localhost', 'http://localhost:3000'],
    ['http://localhost', 'localhost', 'http://localhost'],
    ['http://[::1]:8080', 'localhost', 'http://localhost:8080'],
  ])('belong to the public name of the installation: %s', (publicUrl, id, origin) => {
    expect(relyingParty(publicUrl)).toEqual({ id, origin })
  })
})
