import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rodaPlan } from '#circle/plan.ts'
import { circles } from '#server/tables/circles.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { entries } from '#server/tables/entries.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { presentMonth } from './present-month.ts'

test('a month asks of both places of somebody no more than they have left to give', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
  const admin = await testApp.administrator()
  const [ana] = await openRealRoda(testApp, admin, [1, 2, 3, 4], rodaPlan({ amountCents: 10_000, months: 3 }))
  const { clock, db } = testApp.services
  const [circle] = await db.select().from(circles).where(eq(circles.mode, 'real'))
  const ofCircle = eq(circleMembers.circleId, circle!.id)
  // Everybody gave one contribution beside the one they owe; she has two places, gave four, and so has one left of six.
  await db.update(circleMembers).set({ givenN1Cents: 10_000 }).where(ofCircle)
  await db.update(circleMembers).set({ givenN1Cents: 40_000, shares: 2 }).where(eq(circleMembers.memberId, ana!.id))
  const [place] = await db.select().from(entries).where(eq(entries.memberId, ana!.id))
  await db.insert(entries).values({ ...place!, id: crypto.randomUUID(), position: 9, isReceiver: false, turnId: null })
  testApp.clock.moveTo(Date.parse('2026-12-10T12:00:00-03:00'))
  const month = await presentMonth({ clock, db, stateCache: new Map() }, circle!)
  expect(month).toMatchObject({ period: '2026-12', asked_at: null, would_ask: 4 })
})
