import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { newId } from '#server/lib/ids.ts'
import { passkeys } from '#server/tables/passkeys.ts'
import { recoveryCodes } from '#server/tables/recovery-codes.ts'
import { sessions } from '#server/tables/sessions.ts'
import { users } from '#server/tables/users.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { ADMINISTRATOR, createTestApp } from '#server/testing/test-app.ts'
import type { Answer, Person, TestApp } from '#server/testing/test-app.ts'
import { PROOF_MS } from './step-up.ts'

// The story of a token taken out of an administrator's browser, by somebody who has nothing else of theirs.

const THIEFS = 'senha-escolhida-pelo-ladrao'

let testApp: TestApp
let member: Person
let stolen: string
let ownId: string

beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 1 }))
  ;[member] = (await testApp.placed(1)) as [Person]
  const { access_token, user } = (await testApp.call('POST /auth/login', null, { body: ADMINISTRATOR })).body
  stolen = access_token
  ownId = user.id
  const made = await testApp.call('POST /admin/circles', stolen, {
    body: {
      name: 'Roda de verdade',
      mode: 'real',
      plan: planFormOf(presets.rotativo),
      operator: OPERATOR,
      outcome_seen: true,
    },
  })
  await testApp.call('POST /admin/circles/{id}/select', stolen, { params: { id: made.body.id } })
  const { db } = testApp.services
  await db.update(users).set({ circleId: made.body.id }).where(eq(users.id, member.id))
  await db.update(users).set({ circleId: made.body.id }).where(eq(users.id, ownId))
})

const edit = (id: string, body: object) => testApp.call('PATCH /users/{id}', stolen, { params: { id }, body })
const ageProof = () =>
  testApp.services.db.update(sessions).set({ confirmedAt: new Date(testApp.clock.now() - PROOF_MS) })
const refusedWith = (answers: readonly Answer[]) => answers.map(({ status, body }) => [status, body.code])

/** Every way to keep the account: none works without something that the thief does not have. */
async function keepsTheAccount(): Promise<Answer[]> {
  const password = 'um palpite'
  return [
    await edit(ownId, { password: THIEFS }),
    await edit(ownId, { password: THIEFS, currentPassword: password }),
    await edit(ownId, { email: 'ladrao@exemplo.invalid' }),
    await testApp.call('POST /me/password', stolen, { body: { currentPassword: password, newPassword: THIEFS } }),
    await testApp.call('POST /me/passkeys/options', stolen, { body: { password } }),
    await testApp.call('POST /me/recovery-codes', stolen, { body: { password } }),
    await testApp.call('POST /auth/confirm', stolen, { body: { password } }),
    await testApp.call('POST /users/{id}/erase', stolen, { params: { id: member.id }, body: { password } }),
  ]
}

test('a stolen token cannot keep the account, not even in the minute after the sign-in', async () => {
  expect(refusedWith(await keepsTheAccount())).toEqual([
    [403, 'user.current_password_required'],
    [403, 'user.wrong_password'],
    [403, 'user.current_password_required'],
    [403, 'user.wrong_password'],
    [403, 'user.wrong_password'],
    [403, 'user.wrong_password'],
    [403, 'user.wrong_password'],
    [403, 'privacy.own_choice'],
  ])
  await ageProof()
  for (const [status, code] of refusedWith(await keepsTheAccount()))
    expect([status, ['session.confirm_again', 'user.wrong_password', 'privacy.own_choice'].includes(code)]).toEqual([
      403,
      true,
    ])
  const { db } = testApp.services
  expect([await db.$count(passkeys), await db.$count(recoveryCodes)]).toEqual([0, 0])
  const again = await testApp.call('POST /auth/login', null, { body: ADMINISTRATOR })
  expect(again.status).toBe(200)
  // The owner ends it everywhere else, and the token is worth nothing.
  await testApp.call('DELETE /me/sessions', again.body.access_token)
  expect((await testApp.call('GET /users/profile', stolen)).status).toBe(401)
})

test('a stolen token, ten minutes after the sign-in, moves no money in a real circle and takes nothing along', async () => {
  await ageProof()
  const resolve = (donation_outcome: string) =>
    testApp.call('POST /admin/donations/reports/{id}/resolve', stolen, {
      params: { id: newId(testApp.clock) },
      body: { resolution_message: 'Certo', admin_notes: 'Visto', donation_outcome },
    })
  const tried = [
    await edit(member.id, { password: THIEFS }),
    await edit(member.id, { email: 'ladrao@exemplo.invalid' }),
    await edit(member.id, { pixKeyType: 'email', pixKey: 'ladrao@exemplo.invalid' }),
    await edit(member.id, { pixOwnerName: 'O Ladrão' }),
    await edit(ownId, { btcAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }),
    await resolve('confirm'),
    await resolve('cancel'),
    await testApp.call('PATCH /admin/circle', stolen, { body: { operator: { ...OPERATOR, name: 'O Ladrão' } } }),
    await testApp.call('PATCH /admin/circle/plan', stolen, { body: planFormOf(presets.rotativo) }),
    await testApp.call('GET /admin/donations/export', stolen),
    await testApp.call('GET /me/export', stolen),
    await testApp.call('GET /me/export/archive', stolen),
    await testApp.call('DELETE /me/passkeys/{id}', stolen, { params: { id: newId(testApp.clock) } }),
  ]
  expect(refusedWith(tried)).toEqual(tried.map(() => [403, 'session.confirm_again']))
})

test('no call gives a role: nobody becomes an administrator by a token', async () => {
  expect((await edit(member.id, { role: 'ADMIN' })).status).toBe(400)
  const [row] = await testApp.services.db.select().from(users).where(eq(users.id, member.id))
  expect(row!.role).toBe('USER')
})
