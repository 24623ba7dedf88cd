import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { sealedFields } from '#contracts/profile-fields.ts'
import { openPersonal } from '#server/members/personal.ts'
import { registrationOf } from '#server/seed/people.ts'
import { audit } from '#server/tables/audit.ts'
import { joinLinks } from '#server/tables/join-links.ts'
import { ledger } from '#server/tables/ledger.ts'
import { sessions } from '#server/tables/sessions.ts'
import { termsAcceptances } from '#server/tables/terms-acceptances.ts'
import { users } from '#server/tables/users.ts'
import { verificationCodes } from '#server/tables/verification-codes.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { smallCode } from '#server/testing/small-code.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const letters = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

let testApp: TestApp
let number = 500

beforeAll(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
})

const typed = async (changes: object = {}) => {
  number += 1
  const made = registrationOf({ firstName: `Rita${letters(number)}`, lastName: 'Lima', number })
  return { ...made, pixQrCode: await smallCode(made.pixCopyPaste), password: PASSWORD, ...changes }
}
const registers = async (changes: object = {}) =>
  testApp.call('POST /auth/register', null, { body: await typed(changes) })

test('somebody registered waits for approval, with what they typed sealed and their password hashed alone', async () => {
  const { db, secrets, clock } = testApp.services
  const body = await typed()
  const answer = await testApp.call('POST /auth/register', null, { body })
  expect(answer.status).toBe(201)
  const { id } = answer.body.user
  const [row] = await db.select().from(users).where(eq(users.id, id))
  const now = new Date(clock.now())
  expect(row).toMatchObject({ role: 'USER', status: 'PENDING', adminApproved: false, createdAt: now, updatedAt: now })
  expect(row).toMatchObject({
    firstName: body.firstName,
    lastName: 'Lima',
    passwordHash: expect.stringMatching(/^\$argon2id/),
  })
  const { pixQrCode: _q, password: _p, ...text } = body
  const kept = Object.entries(openPersonal(secrets, row!)).filter(([, value]) => value !== null)
  const sealed = Object.entries(text).filter(([name]) => (sealedFields as readonly string[]).includes(name))
  expect(Object.fromEntries(kept)).toMatchObject(Object.fromEntries(sealed))
  expect(JSON.stringify(kept)).not.toContain(PASSWORD)
  // The session that registering opens is theirs, and what they accepted is entered as their own doing.
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, id))
  expect(session).toMatchObject({ authenticatedBy: 'password', revokedAt: null })
  const [entry] = await db.select().from(ledger).where(eq(ledger.actorId, id)).orderBy(desc(ledger.seq))
  expect(entry).toMatchObject({ payload: { via: 'password' }, circleId: row!.circleId })
  expect(await db.$count(termsAcceptances, eq(termsAcceptances.userId, id))).toBe(1)
  const looks = await db
    .select()
    .from(audit)
    .where(and(eq(audit.subjectId, id), eq(audit.kind, 'user.registered')))
  expect(looks).toMatchObject([{ circleId: row!.circleId, actorId: id }])
  const codes = await db.select().from(verificationCodes).where(eq(verificationCodes.userId, id))
  expect(codes.map(({ channel }) => channel).toSorted()).toEqual(['email', 'phone'])
})

test.each([
  'admin@ciranda.local',
  ' ADMIN@CIRANDA.LOCAL',
  'a.d-m_in@ciranda.local',
  'admin+outra+vez@ciranda.local',
  'ádmin@ciranda.local',
  'ａdmin@ciranda.local',
  'admin@cirândá.local',
])('%s reads as the administrator’s address, and is refused as a taken one', async (email) => {
  const { status, body } = await registers({ email })
  // The form refuses some of them by itself.
  if (status === 400) return expect(body.fields).toHaveProperty('email')
  expect([status, body.code]).toEqual([409, 'user.already_registered'])
})

test.each(['administra@ciranda.local', 'admin@ciranda.local.br', 'admin@cirandalocal.br', 'x+admin@ciranda.local'])(
  '%s is another',
  async (email) => {
    expect(await registers({ email })).toMatchObject({ status: 201 })
  },
)

test('a child, a weak password, terms of another day and an invitation that is over are refused, and nobody is written', async () => {
  const before = await testApp.services.db.$count(users)
  const code = async (changes: object) => (await registers(changes)).body.code
  expect(await code({ birthDate: '2008-11-11' })).toBe('request.invalid')
  expect(await code({ password: '12345678' })).toBe('user.weak_password')
  expect(await code({ terms_version: 'a'.repeat(64) })).toBe('terms.changed')
  const admin = await testApp.administrator()
  const { link } = (await testApp.call('POST /admin/join-links', admin, { body: { label: 'Rua', uses: 1, days: 7 } }))
    .body
  const join_secret = link.match(/#([\w-]{43})$/)[1]
  expect(await registers({ join_secret })).toMatchObject({ status: 201 })
  expect(await code({ join_secret })).toMatch(/^join\./)
  expect(await testApp.services.db.$count(users)).toBe(before + 1)
  expect((await testApp.services.db.select().from(joinLinks))[0]).toMatchObject({ uses: 1 })
})

test('a CPF or an e-mail that somebody has is refused, however it is written', async () => {
  const first = await typed()
  expect((await testApp.call('POST /auth/register', null, { body: first })).status).toBe(201)
  for (const taken of [{ email: first.email.toUpperCase() }, { cpf: first.cpf }])
    expect(await registers(taken)).toMatchObject({ status: 409, body: { code: 'user.already_registered' } })
})
