import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { donations } from '#server/tables/donations.ts'
import { notices } from '#server/tables/notices.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { readOutbox } from '#server/testing/outbox.ts'

const DAY_MS = 86_400_000

describe('the reminder of a deadline', () => {
  let testApp: TestApp
  let deadlineAt: number
  let reported: { id: string; donorId: string; receiverId: string | null }

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase())
    await testApp.placed(2)
    await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
    const [donation] = await testApp.services.db.select().from(donations)
    reported = donation!
    deadlineAt = donation!.deadlineAt.getTime()
  })

  const moveTo = async (at: number) => {
    testApp.clock.moveTo(at)
    await runDueJobs(testApp.services)
  }
  const personOf = async (userId: string | null) => {
    const everybody = (await testApp.call('GET /users', await testApp.administrator())).body
    return everybody.find(({ id }: { id: string }) => id === userId) as { email: string }
  }
  const reports = async (userId = reported.donorId) => {
    const { email } = await personOf(userId)
    const token = (await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })).body
      .access_token
    const answer = await testApp.call('POST /donations/{id}/report', token, {
      params: { id: reported.id },
      body: { reason: 'a chave não existe' },
    })
    expect(answer.status).toBe(201)
  }
  const resolves = async () => {
    const admin = await testApp.administrator()
    const { body } = await testApp.call('GET /admin/donations/reports', admin)
    const answer = await testApp.call('PATCH /admin/donations/reports/{id}/status', admin, {
      params: { id: body.data[0].id },
      body: { status: 'DISMISSED' },
    })
    expect(answer.status).toBe(200)
  }
  /** The deadlines named in the reminders to the reported donation's donor, in order. */
  const reminded = async () => {
    const { email } = await personOf(reported.donorId)
    return readOutbox(testApp.services.config.dataDir)
      .filter((text) => text.startsWith(`Para: ${email}\n`))
      .flatMap((text) => /vence em (\d\d\/\d\d)/.exec(text)?.[1] ?? [])
  }

  test('is not sent while a report stops the clock, and comes with the new date once it runs again', async () => {
    testApp.clock.moveTo(deadlineAt - 10 * DAY_MS)
    await reports()
    await moveTo(deadlineAt - 2 * DAY_MS)
    expect(await reminded()).toEqual([])
    // The report was open for eight days, so the deadline moves from 10 December to 18 December.
    await resolves()
    await moveTo(deadlineAt + 5 * DAY_MS - 1)
    expect(await reminded()).toEqual([])
    await moveTo(deadlineAt + 5 * DAY_MS)
    await moveTo(deadlineAt + 6 * DAY_MS)
    expect(await reminded()).toEqual(['18/12'])
    // A report that has ended holds nothing any more: past the moved deadline the donation expires.
    await moveTo(deadlineAt + 8 * DAY_MS + 1)
    const [row] = await testApp.services.db.select().from(donations).where(eq(donations.id, reported.id))
    expect(row!.status).toBe('EXPIRED')
  })

  test('is not sent while a report of the receiver’s is open', async () => {
    testApp.clock.moveTo(deadlineAt - 10 * DAY_MS)
    await reports(reported.receiverId!)
    await moveTo(deadlineAt - 2 * DAY_MS)
    expect(await reminded()).toEqual([])
    await resolves()
    await moveTo(deadlineAt + 6 * DAY_MS)
    expect(await reminded()).toEqual(['18/12'])
  })

  test('comes again, once, when the deadline it named has moved', async () => {
    await moveTo(deadlineAt - 3 * DAY_MS)
    await moveTo(deadlineAt - 2 * DAY_MS)
    expect(await reminded()).toEqual(['10/12'])
    await reports()
    testApp.clock.moveTo(deadlineAt + 4 * DAY_MS)
    await resolves()
    // The report was open for six days: the deadline moves from 10 to 16 December, which leaves two days.
    await moveTo(deadlineAt + 4 * DAY_MS)
    await moveTo(deadlineAt + 5 * DAY_MS)
    expect(await reminded()).toEqual(['10/12', '16/12'])
  })

  test('says how much is owed until when, of which donation, and nothing to who is suspended', async () => {
    const { db } = testApp.services
    const rows = await db.select().from(donations)
    await moveTo(deadlineAt - 3 * DAY_MS)
    const told = await db.select().from(notices).where(eq(notices.kind, 'donation.due'))
    const expected = rows.map(({ amountCents, donorId, id: donationId }) => ({
      userId: donorId,
      facts: { count: 1, donationId, amountCents, deadlineAt },
    }))
    expect(told.map(({ userId, facts }) => ({ userId, facts }))).toEqual(expect.arrayContaining(expected))
    expect(told).toHaveLength(expected.length)
    const { donorId } = reported
    await db.delete(notices)
    await db.update(donations).set({ remindedAt: null })
    await db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, donorId))
    await moveTo(deadlineAt - 2 * DAY_MS)
    expect(await db.select().from(notices).where(eq(notices.userId, donorId))).toEqual([])
  })

  test('asks whether a scheduled payment was made once its day is over, and names the deadline where it is not', async () => {
    const { db } = testApp.services
    const { id, donorId, amountCents } = (await db.select().from(donations).where(eq(donations.id, reported.id)))[0]!
    const scheduled = { scheduledFor: '2026-11-20', remindedAt: null }
    const told = async (more: object) => {
      await db.delete(notices)
      await db
        .update(donations)
        .set({ ...scheduled, ...more })
        .where(eq(donations.id, id))
      await runDueJobs(testApp.services)
      const asked = await db.select().from(notices).where(eq(notices.kind, 'donation.schedule_over'))
      return asked.map(({ userId, facts }) => ({ userId, facts }))
    }
    const dayAt = Date.parse('2026-11-20T03:00:00.000Z')
    const facts = { count: 1, donationId: id, amountCents, dayAt }
    testApp.clock.moveTo(Date.parse('2026-11-21T02:59:00.000Z'))
    expect(await told({})).toEqual([])
    testApp.clock.moveTo(Date.parse('2026-11-21T03:00:00.000Z'))
    expect(await told({})).toEqual([{ userId: donorId, facts: { ...facts, deadlineAt } }])
    // Late already: no deadline is named that is over.
    const past = new Date(testApp.clock.now())
    expect(await told({ isLate: true, deadlineAt: past })).toEqual([{ userId: donorId, facts }])
  })
})
