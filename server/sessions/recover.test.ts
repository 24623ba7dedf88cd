import { eq, isNotNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { audit } from '#server/tables/audit.ts'
import { ledger } from '#server/tables/ledger.ts'
import { recoveryRequests } from '#server/tables/recovery-requests.ts'
import { sessions } from '#server/tables/sessions.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'

const OWN = 'senha-que-so-eu-conheco'
const MINUTE_MS = 60_000

let testApp: TestApp
let member: Person
let email: string

beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 2 }))
  ;[member] = (await testApp.placed(2)) as [Person]
  email = (await testApp.call('GET /users/profile', member.token)).body.email
})

const ask = (address = email) => testApp.call('POST /auth/forgot-password', null, { body: { email: address } })
const reset = (code: string, more: object = {}) =>
  testApp.call('POST /auth/reset-password', null, { body: { email, code, newPassword: OWN, ...more } })
const signIn = (password: string) => testApp.call('POST /auth/login', null, { body: { email, password } })

/** The recovery codes of the outbox, oldest first. */
const sentCodes = async () => {
  await runDueJobs(testApp.services)
  return readOutbox(testApp.services.config.dataDir).flatMap((letter) => {
    const found = /Com o código (\d{6}) você escolhe uma senha nova/.exec(letter)
    return found ? [found[1]!] : []
  })
}
const anotherThan = (code: string) => (code === '000000' ? '111111' : '000000')

describe('a forgotten password', () => {
  test('is chosen anew with the code of a letter, once; every session ends and the ledger says so', async () => {
    expect((await ask()).status).toBe(200)
    const [code] = await sentCodes()
    const [letter] = readOutbox(testApp.services.config.dataDir).filter((text) => text.includes(code!))
    expect(letter).toContain(`/recover#${new URLSearchParams({ codigo: code!, email })}`)
    expect((await reset(code!)).status).toBe(200)
    expect((await testApp.call('GET /users/profile', member.token)).status).toBe(401)
    expect((await signIn(PASSWORD)).status).toBe(401)
    expect((await signIn(OWN)).body.user.passwordTemporary).toBe(false)
    expect((await reset(code!, { newPassword: 'mais-uma-senha-boa' })).body.code).toBe('recovery.code_wrong')
    const entries = await testApp.services.db.select().from(ledger).where(eq(ledger.kind, 'member.recovered'))
    expect(entries.map(({ actorId, payload }) => [actorId, payload])).toEqual([
      [member.id, { memberId: member.id, via: 'recovery' }],
    ])
    const { circleId } = entries[0]!
    const noted = (await testApp.services.db.select().from(audit)).flatMap(
      ({ kind, circleId: of, actorId, subjectId }) =>
        /^(recovery|password)\./.test(kind) ? [[kind, of, actorId, subjectId]] : [],
    )
    expect(noted).toEqual([
      ['recovery.sent', circleId, null, member.id],
      ['password.reset', circleId, member.id, member.id],
    ])
    const over = await testApp.services.db.select().from(sessions).where(isNotNull(sessions.revokedAt))
    expect(over.map(({ userId, revokedWhy }) => [userId, revokedWhy])).toEqual([[member.id, 'recovery']])
  })

  test('is asked for in the same way for an address that nobody has: same answer, same writes, no letter', async () => {
    const known = await ask()
    const unknown = await ask('ninguem@exemplo.invalid')
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect(await testApp.services.db.$count(recoveryRequests)).toBe(2)
    expect(await sentCodes()).toHaveLength(1)
    const wrong = await reset('123456', { email: 'ninguem@exemplo.invalid' })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'recovery.code_wrong'])
  })

  test('takes five tries at a code and one hour, and five letters a day', async () => {
    await ask()
    const [code] = await sentCodes()
    for (let tries = 0; tries < 5; tries += 1)
      expect((await reset(anotherThan(code!))).body.code).toBe('recovery.code_wrong')
    expect((await reset(code!)).body.code).toBe('recovery.code_wrong')
    for (let times = 0; times < 9; times += 1) {
      testApp.clock.advance(2 * MINUTE_MS)
      await ask()
      await runDueJobs(testApp.services)
    }
    const codes = await sentCodes()
    expect(codes).toHaveLength(5)
    testApp.clock.advance(60 * MINUTE_MS)
    expect((await reset(codes.at(-1)!)).body.code).toBe('recovery.code_wrong')
  })

  test('is not chosen by guessing from one address: guesses are counted before the code is looked at', async () => {
    const limited = await createTestApp(await openTestDatabase({ placed: 1 }), { RATE_LIMIT: 'on' })
    await limited.placed(1)
    const guess = () =>
      limited.call('POST /auth/reset-password', null, { body: { email, code: '123456', newPassword: OWN } })
    const answers = []
    for (let tries = 0; tries < 12; tries += 1) answers.push((await guess()).status)
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(3)
  })

  test('is refused a weak one, and the code stays good', async () => {
    await ask()
    const [code] = await sentCodes()
    expect((await reset(code!, { newPassword: 'senha123' })).body.code).toBe('user.weak_password')
    expect((await reset(code!)).status).toBe(200)
  })

  test('is no way into a closed account', async () => {
    await ask()
    const [code] = await sentCodes()
    const administrator = await testApp.administrator()
    const params = { id: member.id }
    await testApp.call('PATCH /users/{id}', administrator, { params, body: { status: 'SUSPENDED' } })
    expect((await reset(code!)).body.code).toBe('recovery.code_wrong')
    testApp.clock.advance(2 * MINUTE_MS)
    await ask()
    expect(await sentCodes()).toHaveLength(1)
    const sent = await testApp.call('POST /users/{id}/recovery-code', administrator, { params })
    expect(sent.body.code).toBe('session.account_closed')
  })
})

test('an administrator has a code sent to a member, at most one a minute, and never sees it', async () => {
  const administrator = await testApp.administrator()
  const send = (id = member.id) => testApp.call('POST /users/{id}/recovery-code', administrator, { params: { id } })
  const sent = await send()
  expect([sent.status, sent.body]).toEqual([200, {}])
  const again = await send()
  expect([again.status, again.body.code, again.headers['retry-after']]).toEqual([429, 'code.sent_recently', '60'])
  for (const id of ['nada', '00000000-0000-4000-8000-000000000000'])
    expect((await send(id)).body.code).toBe('resource.not_found')
  const { id: circleId } = (await testApp.call('GET /circle', administrator)).body
  const rows = await testApp.services.db.select().from(audit).where(eq(audit.kind, 'recovery.sent'))
  const { id: adminId } = (await testApp.call('GET /users/profile', administrator)).body
  expect(rows.map((row) => [row.circleId, row.actorId, row.subjectId])).toEqual([[circleId, adminId, member.id]])
  const [code] = await sentCodes()
  expect((await reset(code!)).status).toBe(200)
  expect((await signIn(OWN)).status).toBe(200)
})

test('a code is sent to nobody who erased themselves', async () => {
  const administrator = await testApp.administrator()
  await testApp.services.db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, member.id))
  const sent = await testApp.call('POST /users/{id}/recovery-code', administrator, { params: { id: member.id } })
  expect(sent.body.code).toBe('member.left')
})
