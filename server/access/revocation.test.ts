import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { users } from '#server/tables/users.ts'
import { opened } from '#server/testing/after-file.ts'
import { createTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { signAccessToken } from './tokens.ts'

// Two servers on one database, neither of which hears of the other's changes otherwise than by reading. Both have answered
// each token before, so that whatever they keep of it is kept.

let servers: [TestApp, TestApp]
let people: Person[]

beforeAll(async () => {
  const addresses = await createTestDatabase({ placed: 4 })
  const start = async () => {
    const database = await openDatabase({ dataDir: 'unused', ...addresses })
    opened.push(database)
    return createTestApp(database)
  }
  servers = [await start(), await start()]
  people = await servers[0].placed(4)
  for (const { token } of people) expect(await profileOf(token)).toEqual([200, 200])
})

const profileOf = (token: string) =>
  Promise.all(servers.map(async (server) => (await server.call('GET /users/profile', token)).status))

type Change = (one: TestApp, person: Person) => Promise<{ status: number }>

const changes: [string, Change][] = [
  ['a logout', (one, { token }) => one.call('POST /auth/logout', token)],
  [
    'a suspension',
    async (one, { id }) =>
      one.call('POST /users/{id}/suspend', await one.administrator(), {
        params: { id },
        body: { reason: 'Um teste.' },
      }),
  ],
  [
    'a change of password elsewhere',
    async (one, { id, token }) => {
      const { email } = (await one.call('GET /users/profile', token)).body
      const other = await one.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
      expect(other.body.user.id).toBe(id)
      return one.call('POST /me/password', other.body.access_token, {
        body: { currentPassword: PASSWORD, newPassword: 'outra-senha-bem-boa' },
      })
    },
  ],
]

test.each(changes)(
  'after %s is acknowledged by one server, the next request is refused by both',
  async (name, change) => {
    const person = people[changes.findIndex(([one]) => one === name)]!
    expect(await profileOf(person.token)).toEqual([200, 200])
    expect((await change(servers[0], person)).status).toBeLessThan(300)
    expect(await profileOf(person.token)).toEqual([401, 401])
  },
)

/** The console's reads: of one statement with the session, of one after it. */
const CONSOLE = ['GET /queue', `GET /admin/donations/${crypto.randomUUID()}`, 'GET /admin/donations/list'] as const

test('a read that finds out itself who asks is refused in the order of every call', async () => {
  const [server] = servers
  const administrator = await server.administrator()
  const { email } = (await server.call('GET /users/profile', people[3]!.token)).body
  const login = await server.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
  const nobody = { userId: people[3]!.id, sessionId: crypto.randomUUID() }
  const askers = [
    null,
    'no token',
    await signAccessToken(server.services, nobody),
    login.body.access_token,
    administrator,
  ]
  const codesOf = (name: `${string} /${string}`) =>
    Promise.all(askers.map(async (token) => (await server.call(name, token)).body.code))
  const outside = ['session.required', 'session.invalid', 'session.invalid', 'access.denied']
  expect(await codesOf('GET /admin/donations/nothing')).toEqual([...outside, 'resource.not_found'])
  expect(await codesOf(CONSOLE[1])).toEqual([...outside, 'resource.not_found'])
  expect(await codesOf('GET /queue?donation_number=9')).toEqual([...outside, 'request.invalid'])
  expect(await codesOf('GET /queue?donation_number=1')).toEqual([...outside, undefined])
})

test('after a role is taken away, the next request of the console is refused by both servers', async () => {
  const token = await servers[0].administrator()
  const consoles = () =>
    Promise.all(CONSOLE.map((name) => Promise.all(servers.map(async (one) => (await one.call(name, token)).status))))
  const each = (queue: number, one: number, list: number) => [queue, one, list].map((status) => [status, status])
  expect(await consoles()).toEqual(each(200, 404, 200))
  const { db } = servers[0].services
  await db.update(users).set({ role: 'USER' }).where(eq(users.role, 'ADMIN'))
  expect(await consoles()).toEqual(each(403, 403, 403))
  await db.update(users).set({ role: 'ADMIN' }).where(eq(users.firstName, 'Administração'))
  expect(await consoles()).toEqual(each(200, 404, 200))
  await db.update(users).set({ status: 'INACTIVE' }).where(eq(users.role, 'ADMIN'))
  expect(await consoles()).toEqual(each(401, 401, 401))
  await db.update(users).set({ status: 'ACTIVE' }).where(eq(users.role, 'ADMIN'))
  expect((await servers[0].call('POST /auth/logout', token)).status).toBe(200)
  expect(await consoles()).toEqual(each(401, 401, 401))
})
