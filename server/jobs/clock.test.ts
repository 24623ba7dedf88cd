import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ledger } from '#server/tables/ledger.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, NOON } from '#server/testing/test-app.ts'

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
