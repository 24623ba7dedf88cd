import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { endSessionsAgain } from '#server/access/end-sessions.ts'
import { audit } from '#server/tables/audit.ts'
import { sessions } from '#server/tables/sessions.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'

const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/124.0.0.0 Mobile Safari/537.36'

let testApp: TestApp
let member: Person
let other: Person
let email: string

beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 2 }))
  ;[member, other] = (await testApp.placed(2)) as [Person, Person]
  email = (await testApp.call('GET /users/profile', member.token)).body.email
})

type Listed = { id: string; device: string; via: string; current: boolean }
const list = async (token: string) => (await testApp.call('GET /me/sessions', token)).body as Listed[]
const signIn = async (userAgent: string): Promise<string> =>
  (
    await testApp.call('POST /auth/login', null, {
      body: { email, password: PASSWORD },
      headers: { 'user-agent': userAgent },
    })
  ).body.access_token
/** Of whom the access log says that a session of theirs was ended, in which circle and by whom. */
const logged = async () => {
  const rows = await testApp.services.db.select().from(audit).where(eq(audit.kind, 'session.ended'))
  return rows.map(({ circleId, actorId, subjectId }) => [circleId, actorId, subjectId])
}
const whyEnded = async () =>
  (await testApp.services.db.select().from(sessions)).flatMap(({ revokedWhy }) => revokedWhy ?? [])
const kindsTold = async () => {
  const { data } = (await testApp.call('GET /me/notices', member.token)).body
  return data.filter(({ kind }: { kind: string }) => kind === 'access.new_device').length as number
}

describe('one’s sessions', () => {
  test('are listed with device and proof, and nobody else’s', async () => {
    const phone = await signIn(ANDROID)
    const listed = await list(phone)
    expect(listed.map(({ device, via, current }) => [device, via, current]).toSorted()).toEqual([
      ['Aparelho desconhecido', 'password', false],
      ['Chrome no Android', 'password', true],
    ])
    expect((await list(other.token)).map(({ current }) => current)).toEqual([true])
  })

  test('are ended one by one, at once, and only by their person', async () => {
    const phone = await signIn(ANDROID)
    const { id } = (await list(phone)).find(({ current }) => current)!
    const end = (token: string, sessionId = id) =>
      testApp.call('DELETE /me/sessions/{id}', token, { params: { id: sessionId } })
    for (const refused of [await end(other.token), await end(member.token, 'nada')])
      expect([refused.status, refused.body.code]).toEqual([404, 'resource.not_found'])
    const ended = await end(member.token)
    expect([ended.status, ended.body.length]).toEqual([200, 1])
    expect((await testApp.call('GET /users/profile', phone)).status).toBe(401)
    expect((await end(member.token)).body.code).toBe('resource.not_found')
    const { id: circleId } = (await testApp.call('GET /circle', member.token)).body
    expect([await logged(), await whyEnded()]).toEqual([[[circleId, member.id, member.id]], ['ended']])
  })

  test('that ended end again where a restored backup brings them back', async () => {
    const [lost, phone] = [await signIn(ANDROID), await signIn(ANDROID)]
    const { id } = (await list(lost)).find(({ current }) => current)!
    await testApp.call('DELETE /me/sessions/{id}', member.token, { params: { id } })
    await testApp.call('POST /auth/logout', member.token)
    await testApp.services.db.update(sessions).set({ revokedAt: null, revokedWhy: null })
    expect(await list(lost)).toHaveLength(3)
    await endSessionsAgain(testApp.services)
    const statusOf = async (token: string) => (await testApp.call('GET /users/profile', token)).status
    expect(await Promise.all([lost, member.token, phone, other.token].map(statusOf))).toEqual([401, 401, 200, 200])
  })

  test('are ended all together, but for the one that asks', async () => {
    const phone = await signIn(ANDROID)
    await signIn(ANDROID)
    const ended = await testApp.call('DELETE /me/sessions', phone)
    expect(ended.body.map(({ current }: Listed) => current)).toEqual([true])
    expect((await testApp.call('GET /users/profile', member.token)).status).toBe(401)
    expect((await testApp.call('GET /users/profile', other.token)).status).toBe(200)
    // Asked for once more, where there is no other, it is no event.
    await testApp.call('DELETE /me/sessions', phone)
    const { id: circleId } = (await testApp.call('GET /circle', phone)).body
    expect([await logged(), await whyEnded()]).toEqual([[[circleId, member.id, member.id]], ['ended', 'ended']])
  })

  test('from a device never used before are told, once for each device', async () => {
    expect(await kindsTold()).toBe(0)
    await signIn(ANDROID)
    expect(await kindsTold()).toBe(1)
    await signIn(ANDROID)
    expect(await kindsTold()).toBe(1)
  })
})
