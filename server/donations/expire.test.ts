import { and, eq, lt } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isPastDeadline } from '#circle/clock.ts'
import { donations } from '#server/tables/donations.ts'
import { reports } from '#server/tables/reports.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { clockRuns, dueAt } from './expire.ts'

const DAY_MS = 86_400_000

test('the tables say that a donation is past its deadline exactly where the rules do, whoever reported it and when', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 4 }))
  const { db } = testApp.services
  const admin = await testApp.administrator()
  const people = await testApp.placed(4)
  await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  const donor = people[2]!
  const [{ id }] = (await testApp.call('GET /donations/to-send', donor.token)).body
  const body = { reason: 'Não recebi.' }
  await testApp.call('POST /donations/{id}/report', donor.token, { params: { id }, body })
  const [{ receiverId, circleId, reportId }] = (await db.select().from(donations).where(eq(donations.id, id))) as [
    typeof donations.$inferSelect,
  ]
  const start = testApp.clock.now()
  const own = eq(donations.id, id)
  const differs: object[] = []
  let past = 0
  const fortnight = 14 * DAY_MS
  for (const { reporterId, holdsMs } of [
    ...[donor.id, receiverId, null].map((one) => ({ reporterId: one, holdsMs: null })),
    // The administration's, the first of a donation and a later one.
    ...[fortnight, 0].map((one) => ({ reporterId: null, holdsMs: one })),
  ])
    for (const isOpen of [true, false])
      for (const isUndecided of [true, false])
        // The deadline and the last rejection, in days from the report on: before it, with it, and long after it.
        for (const deadline of [-1, 0, 3, 20])
          for (const rejected of [null, -2, 2, 18]) {
            if (isUndecided && rejected === null) continue
            const rejectedAt = rejected === null ? null : new Date(start + rejected * DAY_MS)
            const deadlineAt = new Date(start + deadline * DAY_MS)
            await db.update(donations).set({ deadlineAt, rejectedAt, isUndecided }).where(own)
            await db
              .update(reports)
              .set({ reporterId, holdsMs, reportedAt: new Date(start), endedAt: isOpen ? null : new Date(start) })
              .where(and(eq(reports.circleId, circleId), eq(reports.id, reportId!)))
            for (const days of [1, 4, 13.5, 14.5, 17, 21, 40]) {
              const now = start + days * DAY_MS
              const found = await db
                .select({ id: donations.id })
                .from(donations)
                .where(and(own, clockRuns(db, now), lt(dueAt(db), new Date(now))))
              const report = {
                id: reportId!,
                donationId: id,
                reporterId,
                status: 'PENDING' as const,
                reportedAt: start,
                holdsMs,
              }
              const rules = isPastDeadline(
                { reports: new Map(isOpen ? [[reportId!, report]] : []) },
                {
                  donorId: donor.id,
                  reportId,
                  deadlineAt: deadlineAt.getTime(),
                  rejectedAt: rejectedAt?.getTime() ?? null,
                  isUndecided,
                  status: 'PENDING_PAYMENT',
                },
                now,
              )
              if (rules) past += 1
              if (rules !== found.length > 0)
                differs.push({ reporterId, holdsMs, isOpen, isUndecided, deadline, rejected, days })
            }
          }
  expect(differs).toEqual([])
  expect(past).toBeGreaterThan(100)
})
