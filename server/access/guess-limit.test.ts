import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/database/types.ts'
import { movableClock } from '#server/lib/clock.ts'
import { lookupIndex } from '#server/lib/sealing.ts'
import type { Refusal } from '#server/lib/refusal.ts'
import { deriveSecrets } from '#server/lib/secrets.ts'
import { loginFailures } from '#server/tables/login-failures.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { clearGuesses, countGuess, GUESS_WINDOW_MS } from './guess-limit.ts'

const secrets = deriveSecrets('a secret for tests, long enough to be one')
const clock = movableClock(Date.UTC(2026, 10, 10, 15))
let db: Db

beforeEach(async () => {
  ;({ db } = await openTestDatabase())
})

const at = (address: string, rateLimit = true) => ({ clock, db, secrets, address, config: { rateLimit } as never })

/** For how many seconds a guess has to wait; 0 where it may be made. */
async function waitOf(account: string, address = '10.0.0.1'): Promise<number> {
  try {
    await countGuess(at(address), { account })
    return 0
  } catch (error) {
    const { code, details } = error as Refusal
    expect([code, Number(details['retryAfterSeconds']) > 0]).toEqual(['request.too_many', true])
    return Number(details['retryAfterSeconds'])
  }
}

const rows = () => db.$count(loginFailures)

test('five guesses are free, each later one waits twice as long, and the eleventh fifteen minutes', async () => {
  const waits = []
  for (let guess = 1; guess <= 11; guess += 1) {
    const wait = await waitOf('ana')
    waits.push(wait)
    // One that is refused does not count, and a moment too early is too early.
    if (wait > 0) clock.advance(wait * 1_000 - 1)
    if (wait > 0) expect(await waitOf('ana')).toBe(1)
    if (wait > 0) clock.advance(1)
    if (wait > 0) expect(await waitOf('ana')).toBe(0)
  }
  expect(waits).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 15 * 60])
})

test('what was guessed fifteen minutes ago is forgotten, and not a moment sooner', async () => {
  for (let guess = 1; guess <= 5; guess += 1) await waitOf('ana')
  clock.advance(GUESS_WINDOW_MS - 1)
  expect(await waitOf('ana')).toBe(0)
  expect(await waitOf('ana')).toBe(2)
  clock.advance(GUESS_WINDOW_MS)
  for (let guess = 1; guess <= 5; guess += 1) expect(await waitOf('ana')).toBe(0)
  expect(await waitOf('ana')).toBe(1)
})

test('a person is kept waiting neither by guesses at others nor, until there are many, by those from elsewhere', async () => {
  for (let guess = 1; guess <= 5; guess += 1) await waitOf('ana')
  expect([await waitOf('ana'), await waitOf('bia'), await waitOf('ana', '10.0.0.2')]).toEqual([1, 0, 0])
  const ofAll = eq(loginFailures.key, lookupIndex(secrets, 'login', 'ana'))
  await db.update(loginFailures).set({ failures: 99 }).where(ofAll)
  expect([await waitOf('ana', '10.0.0.3'), await waitOf('ana', '10.0.0.4')]).toEqual([0, 1])
  await db.update(loginFailures).set({ failures: 109 }).where(ofAll)
  expect(await waitOf('ana', '10.0.0.5')).toBe(512)
  await db.update(loginFailures).set({ failures: 110 }).where(ofAll)
  expect(await waitOf('ana', '10.0.0.6')).toBe(15 * 60)
  expect(await waitOf('bia', '10.0.0.6')).toBe(0)
})

test('the right password clears the guesses at it, and at nobody else’s', async () => {
  for (const account of ['ana', 'bia']) for (let guess = 1; guess <= 5; guess += 1) await waitOf(account)
  await clearGuesses(at('10.0.0.1'), db, { account: 'ana' })
  expect(await rows()).toBe(2)
  expect([await waitOf('ana'), await waitOf('bia')]).toEqual([0, 1])
})

test('nothing is counted where limits are switched off', async () => {
  await countGuess(at('10.0.0.1', false), { account: 'ana' })
  expect(await rows()).toBe(0)
})
