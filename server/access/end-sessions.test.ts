import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/database/types.ts'
import { movableClock } from '#server/lib/clock.ts'
import { newId } from '#server/lib/ids.ts'
import { readOutside } from '#server/lib/outside-list.ts'
import { refreshTokens } from '#server/tables/refresh-tokens.ts'
import { sessions } from '#server/tables/sessions.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { endHelpSessions, endSessions, endSessionsAgain, revokeSession } from './end-sessions.ts'

const NOON = Date.UTC(2026, 10, 10, 15)
const clock = movableClock(NOON)
const dataDir = mkdtempSync(path.join(tmpdir(), 'ciranda-ended-'))

let db: Db
let ana: string, bia: string
/** Ana's two, Bia's own, the one in which Ana helps Bia, and one of Ana's that ended before. */
let phone: string, computer: string, bias: string, helping: string, over: string
let published: unknown[]

beforeAll(async () => {
  ;({ db } = await openTestDatabase({ placed: 2 }))
  ;[ana, bia] = (await db.select().from(users)).map(({ id }) => id) as [string, string]
})
afterAll(() => rmSync(dataDir, { recursive: true }))

beforeEach(async () => {
  await db.delete(refreshTokens)
  await db.delete(sessions)
  rmSync(path.join(dataDir, 'ended-sessions'), { force: true })
  published = []
  const opened = async (userId: string, changed: Partial<typeof sessions.$inferInsert> = {}) => {
    const id = newId(clock)
    const [at, expiresAt] = [new Date(NOON), new Date(NOON + 86_400_000)]
    const times = { createdAt: at, confirmedAt: at, lastSeenAt: at, expiresAt }
    await db.insert(sessions).values({ id, userId, device: '', ...times, ...changed })
    return id
  }
  ;[phone, computer, bias] = [await opened(ana), await opened(ana), await opened(bia)]
  helping = await opened(bia, { helperId: ana })
  over = await opened(ana, { revokedAt: new Date(NOON - 1), revokedWhy: 'logout' })
})

const services = () => {
  const notify = async (_: unknown, __: string, text: string) => void published.push(JSON.parse(text))
  return { clock, db, config: { dataDir }, database: { notify } } as never
}
const inTransaction = (work: Parameters<Db['transaction']>[0]) => db.transaction(work)

/** Why each session that is over ended, and when. */
async function ended(): Promise<Record<string, string>> {
  const rows = await db.select().from(sessions)
  const those = rows.filter(({ revokedAt }) => revokedAt !== null)
  return Object.fromEntries(those.map(({ id, revokedAt, revokedWhy }) => [id, `${revokedWhy} ${revokedAt!.getTime()}`]))
}
const BEFORE = `logout ${NOON - 1}`
const listed = async () => (await readOutside(dataDir, 'ended-sessions')).toSorted()

test('all of a person’s sessions end, and those in which they act for others, but nobody else’s', async () => {
  await inTransaction((tx) => endSessions(services(), tx, ana, 'lost phone'))
  const now = `lost phone ${NOON}`
  expect(await ended()).toEqual({ [phone]: now, [computer]: now, [helping]: now, [over]: BEFORE })
  expect(await listed()).toEqual([phone, computer, helping].toSorted())
  expect(published).toEqual([{ userId: ana, keep: null }])
})

test('where a help ends, the sessions in which its helper acts for that member end, and no other', async () => {
  await inTransaction((tx) => endHelpSessions(services(), tx, { memberId: bia, helperId: ana }))
  expect(await ended()).toEqual({ [helping]: `help ended ${NOON}`, [over]: BEFORE })
  expect(await listed()).toEqual([helping])
  expect(published).toEqual([{ sessionId: helping }])
})

test('the one that is kept goes on', async () => {
  await inTransaction((tx) => endSessions(services(), tx, ana, 'ended', phone))
  expect(Object.keys(await ended()).toSorted()).toEqual([computer, helping, over].toSorted())
  expect(published).toEqual([{ userId: ana, keep: phone }])
})

test('one ends alone, once, and for the reason for which it first did', async () => {
  await revokeSession(services(), db, bias, 'logout')
  await revokeSession(services(), db, over, 'reuse')
  expect(await ended()).toEqual({ [bias]: `logout ${NOON}`, [over]: BEFORE })
  expect(await listed()).toEqual([bias])
  expect(published).toEqual([{ sessionId: bias }, { sessionId: over }])
})

test('what a restored backup brings back ends again, and nothing that had not ended', async () => {
  await endSessionsAgain(services())
  expect(await ended()).toEqual({ [over]: BEFORE })
  await inTransaction((tx) => endSessions(services(), tx, bia, 'ended'))
  await db.update(sessions).set({ revokedAt: null, revokedWhy: null })
  await revokeSession(services(), db, bias, 'logout')
  await endSessionsAgain(services())
  expect(await ended()).toEqual({ [bias]: `logout ${NOON}`, [helping]: `ended before ${NOON}` })
})
