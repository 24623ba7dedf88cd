import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import type { CallDefinition } from '#contracts/call.ts'
import { contract } from '#contracts/contract.ts'
import { planFormOf } from '#contracts/plans.ts'
import { newId } from '#server/lib/ids.ts'
import { sessions } from '#server/tables/sessions.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { ADMINISTRATOR, createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { PROOF_MS } from './step-up.ts'

let testApp: TestApp
let member: Person

const REAL = {
  name: 'Roda real',
  mode: 'real',
  plan: planFormOf(presets.rotativo),
  outcome_seen: true,
  operator: {
    name: 'Ana Lima',
    document: '529.982.247-25',
    contact: 'ana@exemplo.invalid',
    dataProtectionContact: 'ana@exemplo.invalid',
  },
}

beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 2 }), { RATE_LIMIT: 'on' })
  ;[member] = (await testApp.placed(2)) as [Person]
})

const signIn = async (): Promise<string> =>
  (await testApp.call('POST /auth/login', null, { body: ADMINISTRATOR })).body.access_token
/** The session of a token was proven so long ago. The token itself is still good. */
const provenAgo = (ms: number) =>
  testApp.services.db.update(sessions).set({ confirmedAt: new Date(testApp.clock.now() - ms) })
const editMember = (token: string, body: object) =>
  testApp.call('PATCH /users/{id}', token, { params: { id: member.id }, body })
const confirm = (token: string, password: string) => testApp.call('POST /auth/confirm', token, { body: { password } })

describe('a proof that is ten minutes old', () => {
  test('does not give a member another password or e-mail, in any circle; the password renews it for ten more', async () => {
    const token = await signIn()
    const { clock } = testApp
    await provenAgo(PROOF_MS - 1)
    expect((await editMember(token, { email: 'outra@exemplo.invalid' })).status).toBe(200)
    await provenAgo(PROOF_MS)
    for (const body of [{ password: 'uma-senha-dada-agora' }, { email: 'mais.uma@exemplo.invalid' }]) {
      const { status, body: answer } = await editMember(token, body)
      expect([status, answer.code]).toEqual([403, 'session.confirm_again'])
    }
    expect((await confirm(token, 'um palpite')).body.code).toBe('user.wrong_password')
    expect((await editMember(token, { password: 'uma-senha-dada-agora' })).status).toBe(403)
    expect((await confirm(token, ADMINISTRATOR.password)).status).toBe(200)
    clock.advance(PROOF_MS - 1)
    expect((await editMember(token, { password: 'uma-senha-dada-agora' })).status).toBe(200)
  })

  test('is enough for everything else in a demonstration: names, PIX keys, circle, plan, exports', async () => {
    const token = await signIn()
    await provenAgo(PROOF_MS)
    const own = { pixKeyType: 'email', pixKey: 'chave@exemplo.invalid' }
    expect((await editMember(token, { firstName: 'Rosa', password: '' })).status).toBe(200)
    expect((await editMember(token, own)).body.code).not.toBe('session.confirm_again')
    expect((await testApp.call('PATCH /admin/circle', token, { body: { name: 'Outro nome' } })).status).toBe(200)
    for (const call of ['GET /admin/donations/export', 'GET /me/export'] as const)
      expect((await testApp.call(call, token)).status, call).toBe(200)
  })

  test('is not enough where money goes in a real circle', async () => {
    const token = await signIn()
    const made = await testApp.call('POST /admin/circles', token, { body: REAL })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    await testApp.call('POST /admin/circles/{id}/select', token, { params: { id: made.body.id } })
    await testApp.services.db.update(users).set({ circleId: made.body.id }).where(eq(users.id, member.id))
    await provenAgo(PROOF_MS)
    const resolve = (donation_outcome: string) =>
      testApp.call('POST /admin/donations/reports/{id}/resolve', token, {
        params: { id: newId(testApp.clock) },
        body: { resolution_message: 'Certo', admin_notes: 'Visto', donation_outcome },
      })
    const refused = [
      await editMember(token, { pixOwnerName: 'Outra Pessoa' }),
      await editMember(token, { btcQrCode: null }),
      await resolve('confirm'),
      await resolve('cancel'),
      await testApp.call('PATCH /admin/circle', token, { body: { name: 'Outro nome' } }),
      await testApp.call('PATCH /admin/circle/plan', token, { body: planFormOf(presets.rotativo) }),
      await testApp.call('GET /admin/donations/export', token),
      await testApp.call('GET /me/export', token),
      await testApp.call('GET /me/export/archive', token),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [403, 'session.confirm_again']),
    )
    expect((await resolve('keep')).body.code).toBe('resource.not_found')
    expect((await editMember(token, { firstName: 'Rosa' })).status).toBe(200)
    await confirm(token, ADMINISTRATOR.password)
    expect((await resolve('confirm')).body.code).toBe('resource.not_found')
    expect((await testApp.call('GET /me/export', token)).status).toBe(200)
  })

  test('also when it seems to lie in the future, by a clock that was set back', async () => {
    const token = await signIn()
    await provenAgo(-PROOF_MS)
    expect((await editMember(token, { password: 'uma-senha-dada-agora' })).body.code).toBe('session.confirm_again')
  })
})

test('guesses at the confirmation are counted and slowed, and the owner elsewhere still signs in', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => confirm(member.token, 'um palpite')))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(6)
  expect(statuses).toContain(429)
  const { email } = (await testApp.call('GET /users/profile', member.token)).body
  const signedIn = await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
  expect(signedIn.status).toBe(200)
})

test('no call that needs a fresh proof can be made without a session', () => {
  for (const [name, call] of Object.entries<CallDefinition>(contract))
    if (call.stepUp) expect(['public', 'signed'], name).not.toContain(call.access)
})
