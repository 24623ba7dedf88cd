import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { createCircle, withCircle } from '#server/circle-store/with-circle.ts'
import type { Services } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { donations } from '#server/tables/donations.ts'
import { obligations } from '#server/tables/obligations.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { forEachCircle } from './for-each-circle.ts'
import { runDueJobs } from './jobs.ts'

const services = {} as Services
const noted = () => {
  const lines: object[] = []
  return { lines, logger: { info() {}, warn() {}, error: (details: object) => void lines.push(details) } }
}

describe('a job that is done circle by circle', () => {
  const failure = new Error('this circle is broken')
  const failing = (...broken: string[]) => {
    const done: string[] = []
    const job = forEachCircle(
      async () => ['a', 'b', 'c'],
      async (_services, circleId) => {
        if (broken.includes(circleId)) throw failure
        done.push(circleId)
      },
    )
    return { done, job }
  }

  test.each(['a', 'b', 'c'])('goes on when circle %s fails, says which one, and fails at the end', async (broken) => {
    const { done, job } = failing(broken)
    const { lines, logger } = noted()
    await expect(job(services, logger)).rejects.toMatchObject({ errors: [failure] })
    expect(done).toEqual(['a', 'b', 'c'].filter((id) => id !== broken))
    expect(lines).toEqual([{ err: failure, circleId: broken }])
  })

  test('succeeds, and says nothing, when every circle does', async () => {
    const { done, job } = failing()
    const { lines, logger } = noted()
    await job(services, logger)
    expect([done, lines]).toEqual([['a', 'b', 'c'], []])
  })
})

describe('a circle that cannot be decided', () => {
  test('keeps no later circle’s deadlines, nor any other job', async () => {
    const testApp = await createTestApp(await openTestDatabase())
    const { clock, db, stateCache } = testApp.services
    const context = { ...testApp.services, actorId: null }
    const ids = [1, 2, 3].map(() => newId(clock))
    for (const id of ids) {
      await createCircle(context, {
        id,
        name: 'Roda',
        operator: null,
        mode: 'demonstracao',
        plan: presets.termos,
      })
      await withCircle(context, id, async ({ perform }) => {
        for (const position of [1, 2, 3]) {
          const memberId = newId(clock)
          await perform({ kind: 'approve_member', memberId })
          await perform({ kind: 'place', memberId, level: 1, position, isReceiver: false })
        }
        await perform({ kind: 'generate_pull' })
      })
    }
    // Open donations with ended obligations contradict each other, so the rules throw at the first one.
    await db.update(obligations).set({ status: 'confirmed' }).where(eq(obligations.circleId, ids[0]!))
    stateCache.clear()
    testApp.clock.moveTo(clock.now() + 31 * 86_400_000)
    // The deadlines, and the forecast of turns.
    await expect(runDueJobs(testApp.services)).rejects.toThrow('2 jobs failed')
    const statuses = await Promise.all(
      ids.map(async (id) => {
        const rows = await db.select({ status: donations.status }).from(donations).where(eq(donations.circleId, id))
        return [...new Set(rows.map(({ status }) => status))]
      }),
    )
    expect(statuses).toEqual([['PENDING_PAYMENT'], ['EXPIRED'], ['EXPIRED']])
  })
})
