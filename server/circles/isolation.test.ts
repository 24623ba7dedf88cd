import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import type { Access } from '#contracts/call.ts'
import { contract } from '#contracts/contract.ts'
import type { CallName } from '#contracts/contract.ts'
import { planFormOf } from '#contracts/plans.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { ADMINISTRATOR, createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

type Person = { id: string; token: string }

/** One of the two circles under test: its members, and every id, hash and personal text that it holds. */
type Side = {
  admin: string
  people: Person[]
  secrets: string[]
  ids: Record<'users' | 'donations' | 'reports' | 'entries', string[]>
}

const MAY: Readonly<Record<Access, readonly ('admin' | 'member')[]>> = {
  public: ['admin', 'member'],
  'signed-in': ['admin', 'member'],
  member: ['member'],
  approved: ['member'],
  participant: ['admin', 'member'],
  admin: ['admin'],
  signed: [],
}

// These calls belong to no circle: the installation's own figures, the event stream (tested below), and files, which
// need a signature.
const ELSEWHERE: readonly CallName[] = [
  'GET /metrics',
  'GET /health',
  'GET /docs',
  'GET /events',
  'GET /cep/{cep}',
  'GET /files/{sha256}',
]

/** The queries with which these calls show all they have. */
const WITH: Partial<Record<CallName, string>> = {
  'GET /ledger': '?limit=100',
  'GET /me/acts/receipt': '?key=00000000-0000-4000-8000-000000000001&count=1',
  'GET /me/statement': '?period=2026&format=json',
  'GET /admin/circle/month': '?period=2026-11&format=json',
}

describe('two circles in one installation', () => {
  let testApp: TestApp
  let one: Side
  let two: Side

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    const login = async () =>
      (await testApp.call('POST /auth/login', null, { body: ADMINISTRATOR })).body.access_token as string
    const [first, second] = [await login(), await login()]
    const created = await testApp.call('POST /admin/circles', first, {
      body: { name: 'Roda da serra', mode: 'demonstracao', plan: planFormOf(presets.termos) },
    })
    await testApp.call('POST /admin/circles/{id}/select', second, { params: { id: created.body.id } })
    const peopleOfOne = await populate(first, [1, 2, 3, 4, 5])
    await testApp.call('POST /admin/circles/{id}/open', first, { params: { id: created.body.id } })
    const peopleOfTwo = await populate(second, [11, 12, 13, 14, 15])
    one = await sideOf(first, peopleOfOne)
    two = await sideOf(second, peopleOfTwo)
  })

  /** Creates people in every state: placed, paid, confirmed, reported, and one waiting for approval. */
  async function populate(admin: string, numbers: number[]): Promise<Person[]> {
    const people: Person[] = []
    for (const [index, number] of numbers.entries()) {
      const person = await testApp.registers(number)
      people.push(person)
      if (index === numbers.length - 1) continue
      await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: person.id } })
      expect(
        (await testApp.call('POST /queue', admin, { body: { position: index + 1, user_id: person.id } })).status,
      ).toBe(201)
    }
    expect(
      (await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })).body.createdCount,
    ).toBe(4)
    const created = (await testApp.call('GET /admin/donations/list', admin)).body.data as {
      id: string
      donorId: string
      receiverId: string
    }[]
    const tokenOf = (id: string) => people.find((person) => person.id === id)!.token
    for (const donation of created.slice(0, 2)) await testApp.pays(donation.id, tokenOf(donation.donorId))
    expect(
      (
        await testApp.call('PATCH /donations/{id}/confirm', tokenOf(created[0]!.receiverId), {
          params: { id: created[0]!.id },
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await testApp.call('POST /donations/{id}/report', tokenOf(created[1]!.receiverId), {
          params: { id: created[1]!.id },
          body: { reason: 'Não chegou.' },
        })
      ).status,
    ).toBe(201)
    return people
  }

  async function sideOf(admin: string, people: Person[]): Promise<Side> {
    const { db } = testApp.services
    const circleId = (await testApp.call('GET /circle', admin)).body.id as string
    const column = async (table: string, name: string) =>
      (
        await db.execute<{ value: string | null }>(
          sql.raw(
            `select ${name}::text as value from ${table} where circle_id = '${circleId}' and ${name} is not null`,
          ),
        )
      ).rows.map(({ value }) => value!)
    const seen = (await testApp.call('GET /users', admin)).body as Record<string, string>[]
    const personal = seen
      .filter(({ role }) => role === 'USER')
      .flatMap(({ id, firstName, email, cpf, phone, pixKey }) => [id!, firstName!, email!, cpf!, phone!, pixKey!])
    const users = people.map(({ id }) => id)
    const ids = {
      users,
      donations: await column('donations', 'id'),
      reports: await column('reports', 'id'),
      entries: await column('entries', 'id'),
    }
    const more = [
      await column('obligations', 'id'),
      await column('turns', 'id'),
      await column('ledger', 'hash'),
      await column('donations', 'receipt_sha256'),
    ]
    expect([
      ids.donations.length,
      ids.reports.length,
      ids.entries.length,
      personal.length,
      more[2]!.length > 15,
      more[3]!.length,
    ]).toEqual([4, 1, 4, 30, true, 2])
    return { admin, people, secrets: [...Object.values(ids).flat(), ...personal, ...more.flat()], ids }
  }

  const sides = () =>
    [
      [one, two],
      [two, one],
    ] as const

  /** The whole answer as text, with archives unpacked. */
  async function read(
    name: CallName,
    token: string,
    { params = {}, query = '' }: { params?: Record<string, string>; query?: string } = {},
  ) {
    const url = `/api${name.split(' ')[1]!.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key]!)}${query}`
    const answer = await testApp.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    const isArchive = String(answer.headers['content-type']).includes('zip') && answer.statusCode === 200
    const text = isArchive
      ? Object.entries(unzipSync(answer.rawPayload))
          .map(([file, bytes]) => `${file}\n${Buffer.from(bytes).toString()}`)
          .join('\n')
      : answer.body
    return { status: answer.statusCode, text }
  }

  const reads = (Object.keys(contract) as CallName[]).filter(
    (name) => name.startsWith('GET ') && !ELSEWHERE.includes(name),
  )
  const shown = (text: string, secrets: readonly string[]) => secrets.filter((secret) => text.includes(secret))

  /** The ids to substitute in a call's path. */
  function idsFor(name: CallName, { ids }: Side): string[] {
    if (name.includes('/reports/{id}')) return ids.reports
    if (name.includes('/donations/{id}')) return ids.donations
    if (name.includes('{id}')) return [...ids.users, ...ids.entries, ...ids.donations, ...ids.reports]
    return []
  }

  test('each knows the names of its own people and of all who administer, and of nobody else', async () => {
    for (const [own, other] of [
      [one, two],
      [two, one],
    ] as const) {
      const { body } = await testApp.call('GET /admin/names', own.admin)
      const known = (body as { id: string; role: string }[]).map(({ id }) => id)
      expect(known).toEqual(expect.arrayContaining(own.people.map(({ id }) => id)))
      for (const { id } of other.people) expect(known).not.toContain(id)
      expect((body as { role: string }[]).filter(({ role }) => role === 'ADMIN')).toHaveLength(1)
    }
  })

  test('every list and figure shows only the reader’s own circle, to administrators and members', async () => {
    const found: string[] = []
    const own = new Set<string>()
    for (const [side, other] of sides()) {
      for (const name of reads.filter((call) => !call.includes('{'))) {
        const who = MAY[contract[name].access]
        const tokens = [
          ...(who.includes('admin') ? [side.admin] : []),
          ...(who.includes('member') ? side.people.map(({ token }) => token) : []),
        ]
        for (const token of tokens) {
          const { status, text } = await read(name, token, { query: WITH[name] ?? '' })
          if (status !== 200 && status !== 403) found.push(`${name}: ${status} ${text.slice(0, 200)}`)
          for (const secret of shown(text, other.secrets)) found.push(`${name} shows ${secret}`)
          for (const secret of shown(text, side.secrets)) own.add(`${name} ${secret}`)
        }
      }
    }
    expect(found).toEqual([])
    // Proves that this test can fail: each of these calls shows ids of its own circle.
    const revealing = [
      'GET /users',
      'GET /queue',
      'GET /admin/donations/list',
      'GET /admin/donations/reports',
      'GET /ledger',
      'GET /donations/to-send',
      'GET /donations/history',
      'GET /me/export',
      'GET /me/export/archive',
      'GET /admin/tasks',
    ]
    for (const name of revealing)
      expect(
        [...own].some((line) => line.startsWith(`${name} `)),
        name,
      ).toBe(true)
  })

  test('anything requested by its id is not found from the other circle, whoever asks', async () => {
    const found: string[] = []
    for (const [side, other] of sides()) {
      for (const name of reads.filter((call) => call.includes('{'))) {
        const wanted = idsFor(name, other)
        const who = MAY[contract[name].access]
        const tokens = [
          ...(who.includes('admin') ? [side.admin] : []),
          ...(who.includes('member') ? side.people.slice(0, 2).map(({ token }) => token) : []),
        ]
        for (const token of tokens) {
          for (const id of wanted) {
            const { status, text } = await read(name, token, { params: { id, level: '1' } })
            if (status !== 404) found.push(`${name} ${id}: ${status}`)
            for (const secret of shown(text, other.secrets)) found.push(`${name} shows ${secret}`)
          }
        }
      }
    }
    expect(found).toEqual([])
  })

  test('filters by ids of the other circle find nothing', async () => {
    for (const [side, other] of sides()) {
      const asks: [CallName, string][] = [
        ...other.ids.users.flatMap((id): [CallName, string][] => [
          ['GET /admin/donations/list', `?donorId=${id}`],
          ['GET /admin/donations/list', `?receiverId=${id}`],
          ['GET /admin/donations/reports', `?reporterId=${id}`],
        ]),
        ...other.ids.donations.flatMap((id): [CallName, string][] => [
          ['GET /admin/donations/list', `?id=${id}`],
          ['GET /admin/donations/reports', `?donationId=${id}`],
        ]),
      ]
      for (const [name, query] of asks) {
        const { status, text } = await read(name, side.admin, { query })
        expect([status, JSON.parse(text).data, JSON.parse(text).pagination.totalItems], `${name}${query}`).toEqual([
          200,
          [],
          0,
        ])
      }
      for (const id of other.ids.donations) {
        const { text } = await read('GET /admin/donations/list', side.admin, { query: `?after=${id}` })
        expect(shown(text, other.secrets)).toEqual([])
      }
    }
  })

  test('neither an administrator of this circle nor a member can change anything in the other', async () => {
    const before = await everything()
    for (const [side, other] of sides()) {
      const { users, donations, reports, entries } = other.ids
      const resolve = { resolution_message: 'x', admin_notes: 'x' }
      const attempts: [CallName, Record<string, string>, unknown][] = [
        ['PATCH /users/{id}', { id: users[0]! }, { firstName: 'Outra' }],
        ['PATCH /users/{id}/approve', { id: users.at(-1)! }, undefined],
        ['POST /queue', {}, { position: 50, user_id: users[0]! }],
        ['PATCH /queue/{id}', { id: entries[0]! }, { position: 60 }],
        ['DELETE /queue/{id}', { id: entries[0]! }, undefined],
        ['PATCH /queue/set-receiver/{a}/{b}', { a: entries[0]!, b: entries[1]! }, undefined],
        ['PATCH /queue/next-receiver/{id}', { id: entries[0]! }, undefined],
        ['PATCH /queue/reorder/{id}', { id: entries[0]! }, { position: 60 }],
        ['PATCH /queue/swap-positions', {}, { firstUserId: users[0]!, secondUserId: users[1]! }],
        ['POST /queue/godown/move-user-to-end', {}, { user_id: users[0]!, donation_number: 1 }],
        ['PATCH /admin/donations/reports/{id}/status', { id: reports[0]! }, { status: 'INVESTIGATING' }],
        ['POST /admin/donations/reports/{id}/resolve', { id: reports[0]! }, resolve],
      ]
      for (const [name, params, body] of attempts)
        expect([404, 409], name).toContain((await testApp.call(name, side.admin, { params, body })).status)
      for (const donation of donations) {
        for (const token of [side.people[0]!.token, side.admin])
          expect(
            (await testApp.call('PATCH /donations/{id}/confirm', token, { params: { id: donation } })).status,
          ).toBe(404)
        expect(
          (
            await testApp.call('POST /donations/{id}/report', side.people[0]!.token, {
              params: { id: donation },
              body: { reason: 'x' },
            })
          ).status,
        ).toBe(404)
        expect((await testApp.pays(donation, side.people[0]!.token)).status).toBe(404)
      }
    }
    expect(await everything()).toEqual(before)
  })

  /** A checksum of each table of both circles. */
  async function everything(): Promise<string[]> {
    const tables = [
      'circles',
      'circle_members',
      'entries',
      'turns',
      'obligations',
      'donations',
      'reports',
      'ledger',
      'users',
      'donation_counters',
    ]
    return Promise.all(
      tables.map(
        async (table) =>
          (
            await testApp.services.db.execute<{ sum: string }>(
              sql.raw(
                `select '${table} ' || count(*) || ' ' || md5(string_agg(t::text, E'\\n' order by t::text)) as sum from "${table}" t`,
              ),
            )
          ).rows[0]!.sum,
      ),
    )
  }

  test('a stream reports only its own circle, and ends when its administrator selects another', async () => {
    await testApp.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = testApp.app.server.address() as AddressInfo
    const login = (await testApp.call('POST /auth/login', null, { body: ADMINISTRATOR })).body.access_token as string
    const selects = async ({ admin }: Side) =>
      testApp.call('POST /admin/circles/{id}/select', login, {
        params: { id: (await testApp.call('GET /circle', admin)).body.id },
      })
    const opens = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/api/events`, {
        headers: { authorization: `Bearer ${login}` },
      })
      const stream = { received: '', isOver: false }
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
      void (async () => {
        for (let part = await reader.read(); !part.done; part = await reader.read()) stream.received += part.value
        stream.isOver = true
      })()
      return stream
    }
    const ends = (stream: { isOver: boolean }) => expect.poll(() => stream.isOver, { timeout: 60_000 }).toBe(true)
    // The word that a session chose another circle may come late: a stream that it would end shows that it came.
    const before = await opens()
    await selects(one)
    await ends(before)
    const stream = await opens()
    const seq = async (token: string) =>
      Number((await testApp.call('GET /ledger', token, { query: '?limit=1' })).body.head.seq)
    const moveLast = ({ admin, ids }: Side) =>
      testApp.call('POST /queue/godown/move-user-to-end', admin, {
        body: { user_id: ids.users[0]!, donation_number: 1 },
      })
    expect((await moveLast(two)).status).toBe(201)
    expect((await moveLast(one)).status).toBe(201)
    const last = await seq(one.admin)
    await expect.poll(() => stream.received, { timeout: 60_000 }).toContain(`id: ${last}\n`)
    expect(stream.received.match(/event: changed/g)).toHaveLength(1)
    await selects(two)
    await ends(stream)
  })
})
