import { beforeEach, describe, expect, test } from 'vitest'
import { transaction } from '#server/database/transaction.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { getOpenCircle } from './find-circle.ts'
import { readCircle } from './read-circle.ts'
import { createStateCache } from './state-cache.ts'

describe('a circle that is only read', () => {
  let testApp: TestApp
  let circleId: string

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 2 }))
    circleId = (await getOpenCircle(testApp.services.db)).id
  })

  const pull = async () =>
    testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })

  test('is loaded once for each head, and anew when another process decided meanwhile', async () => {
    const own = { db: testApp.services.db, stateCache: createStateCache() }
    const first = await readCircle(own, circleId)
    expect(first.state.obligations.size).toBe(0)
    expect((await readCircle(own, circleId)).state).toBe(first.state)
    expect((await pull()).status).toBe(201)
    const later = await readCircle(own, circleId)
    expect([later.circle.seq > first.circle.seq, later.state.obligations.size]).toEqual([true, 2])
    expect((await readCircle(own, circleId)).state).toBe(later.state)
  })

  test('does not take the place of what was decided while it was being loaded', async () => {
    const newer = {
      seq: 1_000_000,
      headHash: 'f',
      lastAt: 0,
      state: (await readCircle(testApp.services, circleId)).state,
    }
    const stateCache = createStateCache()
    stateCache.set(circleId, newer)
    await readCircle({ db: testApp.services.db, stateCache }, circleId)
    expect(stateCache.get(circleId)).toBe(newer)
  })

  test('is not cached from within a transaction, whose statements may see different moments', async () => {
    const stateCache = createStateCache()
    await transaction(testApp.services.db, (db) => readCircle({ db, stateCache }, circleId))
    expect(stateCache.get(circleId)).toBeUndefined()
  })

  test('is refused when there is none', async () => {
    await expect(readCircle(testApp.services, crypto.randomUUID())).rejects.toMatchObject({
      code: 'resource.not_found',
    })
  })
})
