import { asc, gte } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/database/types.ts'
import { movableClock } from '#server/lib/clock.ts'
import { newId } from '#server/lib/ids.ts'
import { audit } from '#server/tables/audit.ts'
import { circles } from '#server/tables/circles.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { record, recordAccess } from './record-access.ts'

const MINUTE_MS = 60_000
const clock = movableClock(Date.UTC(2026, 10, 10, 15))
let start: number

let db: Db
let circleId: string
let people: string[]
let server: object

beforeAll(async () => {
  ;({ db } = await openTestDatabase({ placed: 2 }))
  ;[circleId] = (await db.select().from(circles)).map(({ id }) => id) as [string]
  people = (await db.select().from(users)).map(({ id }) => id)
})

// No line is ever deleted: each test begins an hour after the one before.
beforeEach(() => {
  clock.advance(60 * MINUTE_MS)
  start = clock.now()
  server = {}
})

const opens = (list: 'users' | 'queue', { who = people[0]!, circle = circleId, within = db as Db | null } = {}) =>
  recordAccess({ actor: { id: who, circleId: circle }, clock, database: server, db: within } as never, list)

const lines = () =>
  db
    .select()
    .from(audit)
    .where(gte(audit.at, new Date(start)))
    .orderBy(asc(audit.id))
const times = async () => (await lines()).map(({ at }) => at.getTime())

test('a list that the same person opens again within ten minutes is one line, and then another', async () => {
  await opens('users')
  clock.advance(10 * MINUTE_MS - 1)
  await opens('users')
  expect(await times()).toEqual([start])
  clock.advance(1)
  await opens('users')
  await opens('users')
  expect(await times()).toEqual([start, start + 10 * MINUTE_MS])
  expect((await lines())[0]).toMatchObject({ kind: 'users.listed', circleId, actorId: people[0], subjectId: null })
})

test('each list, each person and each circle has lines of its own', async () => {
  const elsewhere = newId(clock)
  const [circle] = await db.select().from(circles)
  await db.insert(circles).values({ ...circle!, id: elsewhere, openForRegistration: false })
  const each: Parameters<typeof opens>[] = [
    ['users'],
    ['queue'],
    ['users', { who: people[1]! }],
    ['users', { circle: elsewhere }],
  ]
  for (const opened of each) await opens(...opened)
  // Another process, which has seen no line, finds those of this one.
  server = {}
  for (const opened of each) await opens(...opened)
  expect((await lines()).map(({ kind, actorId, circleId: of }) => [kind, actorId, of])).toEqual([
    ['users.listed', people[0], circleId],
    ['queue.listed', people[0], circleId],
    ['users.listed', people[1], circleId],
    ['users.listed', people[0], elsewhere],
  ])
})

test('another process counts the ten minutes from the last line, whoever wrote it', async () => {
  await opens('users')
  for (const [minutes, expected] of [
    [9, [0]],
    [9.5, [0]],
    [10, [0, 10]],
    [19, [0, 10]],
  ] as const) {
    clock.moveTo(start + minutes * MINUTE_MS)
    if (minutes !== 9.5) server = {}
    await opens('users')
    expect(await times()).toEqual(expected.map((minute) => start + minute * MINUTE_MS))
  }
})

test('a process that wrote a line, or found one, asks the database nothing more about it for ten minutes', async () => {
  for (const opened of [start, start + MINUTE_MS]) {
    clock.moveTo(opened)
    server = {}
    await opens('users')
    clock.moveTo(start + 10 * MINUTE_MS - 1)
    await opens('users', { within: null })
  }
  expect(await times()).toEqual([start])
})

test('a process that found a line goes by that line’s time, not by when it looked', async () => {
  await opens('users')
  server = {}
  clock.advance(6 * MINUTE_MS)
  await opens('users')
  clock.advance(4 * MINUTE_MS)
  await opens('users')
  expect(await times()).toEqual([start, start + 10 * MINUTE_MS])
})

test('a line names what it is given, and nobody it is not', async () => {
  await record({ clock }, db, 'user.edited', { subjectId: people[0]!, fields: ['bank'] })
  await record({ clock }, db, 'session.failed', {})
  expect(await lines()).toMatchObject([
    { kind: 'user.edited', circleId: null, actorId: null, subjectId: people[0], fields: ['bank'] },
    { kind: 'session.failed', circleId: null, actorId: null, subjectId: null, fields: null },
  ])
})
