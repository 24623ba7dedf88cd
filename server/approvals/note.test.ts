import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { transaction } from '#server/database/transaction.ts'
import { circles } from '#server/tables/circles.ts'
import { ledger } from '#server/tables/ledger.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { noteInCircles } from './note.ts'

test('a record stands in the ledger of each circle, and its time is the latest that it has there', async () => {
  const testApp = await createTestApp(await openTestDatabase())
  const { services, clock } = testApp
  const admin = await testApp.administrator()
  const { id: userId } = (await testApp.call('GET /users/profile', admin)).body
  const noon = clock.now()
  await openRealRoda(testApp, admin, [])
  const ids = (await services.db.select({ id: circles.id }).from(circles)).map(({ id }) => id)
  expect(ids).toHaveLength(2)
  const notes = () =>
    transaction(services.db, (tx) =>
      noteInCircles({ ...services, actorId: userId, actor: { via: 'password' } } as never, tx, ids, {
        kind: 'administrator.added',
        userId,
        role: 'ADMIN',
      } as never),
    )
  clock.moveTo(noon + 60_000)
  expect(await notes()).toBe(noon + 60_000)
  // A ledger is ahead of a clock that was set back.
  clock.moveTo(noon)
  expect(await notes()).toBe(noon + 60_000)
  for (const id of ids)
    expect(
      (await services.db.select().from(ledger).where(eq(ledger.circleId, id))).map(({ kind }) => kind).slice(-2),
    ).toEqual(['administrator.added', 'administrator.added'])
})
