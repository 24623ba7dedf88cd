import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import type { Database } from '#server/database/database.ts'
import { makeInstallation } from '#server/seed/installation.ts'
import { ledger } from '#server/tables/ledger.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { createTestApp, NOON } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'
import { noteClock } from './note-clock.ts'

test('a circle whose clock was moved says so in its ledger, once and for ever, whichever way it was moved', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 2 }))
  const { db } = testApp.services
  const records = () => db.select().from(ledger).where(eq(ledger.kind, 'circle.clock_moved'))
  expect(await records()).toEqual([])
  const move = (at: number) => testApp.call('POST /test/clock', null, { body: { now: new Date(at).toISOString() } })
  for (const at of [NOON + 60_000, NOON - 86_400_000, NOON + 3_600_000]) expect((await move(at)).status).toBe(200)
  const [record, ...more] = await records()
  expect([more, record!.payload]).toEqual([[], { to: new Date(NOON + 60_000).toISOString(), via: 'job' }])
  await expect(
    db.delete(ledger).where(and(eq(ledger.circleId, record!.circleId), eq(ledger.seq, record!.seq))),
  ).rejects.toMatchObject({ cause: { message: 'the ledger is only ever added to' } })
})

test('a clock is moved within 2000 to 2999: what is counted from there on stays a date of PostgreSQL', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 2 }))
  const move = async (now: string) => (await testApp.call('POST /test/clock', null, { body: { now } })).status
  for (const now of [
    '9999-12-31T23:59:59.999Z',
    '3000-01-01T00:00:00Z',
    '1999-12-31T23:59:59Z',
    '0000-01-01T00:00:00Z',
  ])
    expect([now, await move(now)]).toEqual([now, 400])
  for (const now of ['2000-01-01T00:00:00Z', '2999-12-31T23:59:59.999Z'])
    expect([now, await move(now)]).toEqual([now, 200])
})

describe('a circle that lived under a clock set by hand says so for ever', () => {
  /** As `server/main.ts` starts, with CLOCK or without. */
  const start = async (database: Database, settings: Record<string, string> = {}) => {
    const testApp = await createTestApp(database, settings)
    const isTest = testApp.services.config.clockAt !== null
    await makeInstallation(testApp.services, undefined, isTest ? noteClock : undefined)
    return testApp
  }
  const says = async (testApp: TestApp, as: string | null = null) =>
    (await testApp.call('GET /circle', as)).body.test_clock as boolean
  const records = ({ services: { db } }: TestApp) =>
    db.select().from(ledger).where(eq(ledger.kind, 'circle.clock_moved'))

  test('from its beginning on, once, and after a restart without CLOCK, to visitors, members and administrators', async () => {
    const database = await openTestDatabase()
    const testApp = await start(database)
    const restarted = await start(database, { CLOCK: 'system' })
    for (const one of [testApp, await start(database), restarted]) {
      expect(await says(one)).toBe(true)
      expect(await says(one, await one.administrator())).toBe(true)
      expect(await records(one)).toMatchObject([
        { actorId: null, payload: { to: new Date(NOON).toISOString(), via: 'job' } },
      ])
    }
    const { token } = await restarted.registers(1)
    expect(await says(restarted, token)).toBe(true)
  })

  test('also when it was made by the system’s clock and CLOCK came later', async () => {
    const database = await openTestDatabase()
    const before = await start(database, { CLOCK: 'system' })
    expect([await says(before), await records(before)]).toEqual([false, []])
    expect(await says(await start(database))).toBe(true)
    expect(await says(before)).toBe(true)
  })

  test('and so does each circle made or begun anew under CLOCK, in the transaction that makes it', async () => {
    const testApp = await start(await openTestDatabase({ placed: 2 }))
    const administrator = await testApp.administrator()
    const body = { name: 'Outra', mode: 'demonstracao', plan: planFormOf(presets.rotativo), operator: null }
    const { id } = (await testApp.call('POST /admin/circles', administrator, { body })).body as { id: string }
    await testApp.call('POST /admin/circle/reset', administrator, {
      body: { confirmation: 'Ciranda de demonstração', keep_places: true },
    })
    const { id: next } = (await testApp.call('GET /circle', administrator)).body as { id: string }
    const noted = (await records(testApp)).map(({ circleId }) => circleId)
    expect(noted).toHaveLength(3)
    expect(noted).toEqual(expect.arrayContaining([id, next]))
    const verdict = verify(readLedger((await testApp.call('GET /ledger/export', administrator)).body as string))
    expect(verdict.faults).toEqual([])
  })

  test('but a real one has no such entry: each page says it while the clock is set by hand, and its times are held all the same', async () => {
    const database = await openTestDatabase()
    const testApp = await start(database)
    const administrator = await testApp.administrator()
    const body = {
      name: 'Roda',
      mode: 'real',
      plan: planFormOf(presets.rotativo),
      operator: OPERATOR,
      outcome_seen: true,
    }
    const { id } = (await testApp.call('POST /admin/circles', administrator, { body })).body as { id: string }
    await testApp.call('POST /test/clock', null, { body: { now: new Date(NOON + 60_000).toISOString() } })
    expect((await records(testApp)).map(({ circleId }) => circleId)).not.toContain(id)
    await testApp.call('POST /admin/circles/{id}/select', administrator, { params: { id } })
    expect(await says(testApp, administrator)).toBe(true)
  })

  test('while one that never did says nothing', async () => {
    const testApp = await start(await openTestDatabase({ placed: 1 }), { CLOCK: 'system' })
    const administrator = await testApp.administrator()
    const body = { name: 'Outra', mode: 'demonstracao', plan: planFormOf(presets.rotativo), operator: null }
    await testApp.call('POST /admin/circles', administrator, { body })
    expect([await says(testApp), await records(testApp)]).toEqual([false, []])
  })
})
