import { beforeEach, describe, expect, test } from 'vitest'
import { endSessionsAgain } from '#server/access/end-sessions.ts'
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
    expect((await end(other.token)).status).toBe(404)
    expect((await end(member.token, 'nada')).status).toBe(404)
    const ended = await end(member.token)
    expect([ended.status, ended.body.length]).toEqual([200, 1])
    expect((await testApp.call('GET /users/profile', phone)).status).toBe(401)
    expect((await end(member.token)).status).toBe(404)
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
  })

  test('from a device never used before are told, once for each device', async () => {
    expect(await kindsTold()).toBe(0)
    await signIn(ANDROID)
    expect(await kindsTold()).toBe(1)
    await signIn(ANDROID)
    expect(await kindsTold()).toBe(1)
  })
})
