import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CallDefinition } from '#contracts/call.ts'
import { contract } from '#contracts/contract.ts'
import { newId } from '#server/lib/ids.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { ledger } from '#server/tables/ledger.ts'
import { sessions } from '#server/tables/sessions.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { ADMINISTRATOR, createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'

const TEMPORARY = 'senha-que-a-administracao-deu'
const OWN = 'senha-que-so-eu-conheco'

let testApp: TestApp
let member: Person
let administrator: string
let email: string

beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 2 }))
  ;[member] = (await testApp.placed(2)) as [Person]
  administrator = await testApp.administrator()
  email = (await testApp.call('GET /users/profile', member.token)).body.email
})

const setPassword = (password = TEMPORARY) =>
  testApp.call('PATCH /users/{id}', administrator, { params: { id: member.id }, body: { password } })
const signIn = (password: string, address = email) =>
  testApp.call('POST /auth/login', null, { body: { email: address, password } })

/** Every call that needs a session and writes, with a path that names nobody. */
const writing = Object.entries<CallDefinition>(contract)
  .filter(([name, { access }]) => !name.startsWith('GET ') && access !== 'public' && access !== 'signed')
  .map(([name]) => name as keyof typeof contract)

const paramsOf = (name: string) =>
  Object.fromEntries([...name.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key!, newId(testApp.clock)]))

describe('a password that an administrator set', () => {
  test('opens a session that reads, and that says so', async () => {
    await setPassword()
    const { status, body } = await signIn(TEMPORARY)
    expect([status, body.user.passwordTemporary]).toEqual([200, true])
    for (const call of ['GET /users/profile', 'GET /donations/to-send', 'GET /donations/history'] as const)
      expect((await testApp.call(call, body.access_token)).status, call).toBe(200)
    const [row] = await testApp.services.db.select().from(sessions).where(eq(sessions.authenticatedBy, 'temporary'))
    expect(row!.userId).toBe(member.id)
  })

  test('cannot be used to write anything in the person’s name: every call of the contract refuses', async () => {
    await setPassword()
    await testApp.services.db.update(users).set({ passwordTemporary: true }).where(eq(users.role, 'ADMIN'))
    const tokens = [
      (await signIn(TEMPORARY)).body.access_token as string,
      (await signIn(ADMINISTRATOR.password, ADMINISTRATOR.email)).body.access_token as string,
    ]
    const allowed: string[] = ['POST /me/password', 'POST /auth/logout']
    expect(writing.length).toBeGreaterThan(30)
    for (const token of tokens)
      for (const name of writing.filter((one) => !allowed.includes(one))) {
        const { status, body } = await testApp.call(name, token, { params: paramsOf(name), body: {} })
        expect([status, body.code], name).toEqual([403, 'session.temporary_password'])
      }
  })

  test('is told to the circle: the ledger has it, and the verifier of the rules knows the entry', async () => {
    await setPassword()
    const entries = await testApp.services.db.select().from(ledger).where(eq(ledger.kind, 'member.access_reset'))
    expect(entries.map(({ payload }) => payload)).toEqual([{ memberId: member.id, via: 'password' }])
    const { access_token: token } = (await signIn(TEMPORARY)).body
    const { data } = (await testApp.call('GET /me/notices', token)).body
    expect(data.map(({ kind }: { kind: string }) => kind)).toContain('access.reset')
  })

  test('stays temporary over a renewal of the session', async () => {
    await setPassword()
    const { refresh_token: refreshToken } = (await signIn(TEMPORARY)).body
    const { body } = await testApp.call('POST /auth/refresh', null, { body: { refreshToken } })
    const refused = await testApp.call('PATCH /me/preferences', body.access_token, { body: { remindersOff: true } })
    expect(refused.body.code).toBe('session.temporary_password')
  })

  test('gives way to one of the person’s own, which opens everything in the same session', async () => {
    await setPassword()
    const { access_token: token } = (await signIn(TEMPORARY)).body
    const change = (currentPassword: string, newPassword: string) =>
      testApp.call('POST /me/password', token, { body: { currentPassword, newPassword } })
    expect((await change(TEMPORARY, TEMPORARY)).body.code).toBe('user.same_password')
    expect((await change(PASSWORD, OWN)).body.code).toBe('user.wrong_password')
    const changed = await change(TEMPORARY, OWN)
    expect([changed.status, changed.body.passwordTemporary]).toEqual([200, false])
    expect((await testApp.call('PATCH /me/preferences', token, { body: { remindersOff: true } })).status).toBe(200)
    expect((await signIn(TEMPORARY)).status).toBe(401)
    expect((await signIn(OWN)).body.user.passwordTemporary).toBe(false)
  })
})

describe('an administrator’s own account', () => {
  const edit = async (body: object) => {
    const own = (await testApp.call('GET /users/profile', administrator)).body.id as string
    return testApp.call('PATCH /users/{id}', administrator, { params: { id: own }, body })
  }

  test('keeps its password and e-mail from somebody who only has the token', async () => {
    for (const stolen of [{ password: OWN }, { email: 'ladrao@exemplo.invalid' }]) {
      expect((await edit(stolen)).body.code).toBe('user.current_password_required')
      expect((await edit({ ...stolen, currentPassword: 'um palpite' })).body.code).toBe('user.wrong_password')
    }
    expect((await signIn(ADMINISTRATOR.password, ADMINISTRATOR.email)).status).toBe(200)
  })

  test('takes a new password with the present one, and it is not temporary', async () => {
    expect((await edit({ password: OWN, currentPassword: ADMINISTRATOR.password })).status).toBe(200)
    expect((await signIn(OWN, ADMINISTRATOR.email)).body.user.passwordTemporary).toBe(false)
  })

  test('is edited in everything else without it, the same e-mail included', async () => {
    expect((await edit({ firstName: 'Outra', email: ADMINISTRATOR.email })).status).toBe(200)
  })
})

test('a contact that an administrator changed is verified no more, and both addresses are told', async () => {
  const { db } = testApp.services
  const verified = { emailVerifiedAt: new Date(), phoneVerifiedAt: new Date() }
  await db.update(users).set(verified).where(eq(users.id, member.id))
  const edit = (body: object) => testApp.call('PATCH /users/{id}', administrator, { params: { id: member.id }, body })
  expect((await edit({ firstName: 'Rosa' })).body).toMatchObject({ emailVerified: true, phoneVerified: true })
  expect((await edit({ email: 'rosa.nova@exemplo.invalid' })).body).toMatchObject({
    emailVerified: false,
    phoneVerified: true,
  })
  expect((await edit({ phone: '11912345678' })).body.phoneVerified).toBe(false)
  await runDueJobs(testApp.services)
  const letters = readOutbox(testApp.services.config.dataDir).filter((letter) => letter.includes('trocou o e-mail'))
  for (const address of [email, 'rosa.nova@exemplo.invalid'])
    expect(
      letters.filter((letter) => letter.includes(address)),
      address,
    ).toHaveLength(1)
  const entries = await db.select().from(ledger).where(eq(ledger.kind, 'member.email_changed'))
  expect(entries.map(({ payload }) => payload)).toEqual([{ memberId: member.id, via: 'password' }])
})
