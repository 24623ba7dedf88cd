import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { dayOf } from '#contracts/age.ts'
import type { NoticeKind } from '#contracts/notices/notice.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { donations } from '#server/tables/donations.ts'
import { ledger } from '#server/tables/ledger.ts'
import { notices } from '#server/tables/notices.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000

describe('money as it really comes', () => {
  let testApp: TestApp
  let donation: typeof donations.$inferSelect
  const emails = new Map<string, string>()

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 2 }))
    await testApp.placed(2)
    const admin = await testApp.administrator()
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    donation = (await testApp.services.db.select().from(donations))[0]!
    for (const { id, email } of (await testApp.call('GET /users', admin)).body) emails.set(id, email)
  })

  /** A token that holds now: one of before does not when the clock was moved. */
  const tokenOf = async (id: string | null) => {
    const body = { email: emails.get(id!)!, password: PASSWORD }
    return (await testApp.call('POST /auth/login', null, { body })).body.access_token as string
  }
  const schedule = async (day: string | null, as = donation.donorId) =>
    testApp.call('PATCH /donations/{id}/schedule', await tokenOf(as), { params: { id: donation.id }, body: { day } })
  const send = async (more: object = {}) =>
    testApp.call('POST /donations/{id}/comprovante', await tokenOf(donation.donorId), {
      params: { id: donation.id },
      body: { comprovanteBase64: await receiptPicture(donation.id), ...more },
    })
  const row = async () => (await testApp.services.db.select().from(donations).where(eq(donations.id, donation.id)))[0]!
  const told = async (kind: NoticeKind) =>
    (await testApp.services.db.select().from(notices).where(eq(notices.kind, kind))).map(({ userId }) => userId)
  const moveTo = async (at: number) => {
    testApp.clock.moveTo(at)
    await runDueJobs(testApp.services)
  }
  const seenBy = async (id: string | null, list: 'to-send' | 'to-receive') =>
    (await testApp.call(`GET /donations/${list}`, await tokenOf(id))).body.find(
      (one: { id: string }) => one.id === donation.id,
    )

  test('its receiver hears of another day three times a day at most, and reads the last', async () => {
    const days = [1, 2, 3, 4, 5].map((before) => dayOf(donation.deadlineAt.getTime() - before * DAY_MS))
    for (const day of days) expect((await schedule(day)).status).toBe(200)
    expect(await told('donation.scheduled')).toHaveLength(3)
    expect(await seenBy(donation.receiverId, 'to-receive')).toMatchObject({ scheduled_for: days[4] })
  })

  test('its receiver reads how much comes and on which day, once a day told; nobody is told that it comes no more', async () => {
    const day = dayOf(testApp.clock.now())
    const read = async () => {
      const all = await testApp.services.db.select().from(notices).where(eq(notices.kind, 'donation.scheduled'))
      return all.map(({ facts }) => facts)
    }
    await testApp.services.db.update(donations).set({ paidCents: 2_000 }).where(eq(donations.id, donation.id))
    // The present day is none that is past, and on it the receipt may come.
    for (const _ of [1, 2]) expect((await schedule(day)).body).toEqual({ scheduled_for: day })
    const dayAt = Date.parse(`${day}T00:00:00-03:00`)
    const facts = { count: 1, donationId: donation.id, amountCents: donation.amountCents - 2_000, dayAt }
    expect(await read()).toEqual([facts])
    expect((await schedule(null)).body).toEqual({ scheduled_for: null })
    expect(await read()).toEqual([facts])
    await testApp.services.db.update(donations).set({ paidCents: 0 }).where(eq(donations.id, donation.id))
    await schedule(day)
    expect((await send()).status).toBe(201)
    await testApp.call('PATCH /donations/{id}/confirm', await tokenOf(donation.receiverId), {
      params: { id: donation.id },
    })
    expect((await schedule(day)).body).toMatchObject({ code: 'donation.already_confirmed' })
  })

  test('what is late already may be scheduled for any day', async () => {
    await testApp.services.db.update(donations).set({ isLate: true }).where(eq(donations.id, donation.id))
    expect((await schedule(dayOf(donation.deadlineAt.getTime() + 9 * DAY_MS))).status).toBe(200)
  })

  test('a scheduled PIX stops the reminders until its day is over, and then asks once', async () => {
    const deadlineAt = donation.deadlineAt.getTime()
    const day = dayOf(deadlineAt - DAY_MS)
    const entries = await testApp.services.db.$count(ledger)
    expect((await schedule(day)).body).toEqual({ scheduled_for: day })
    expect(await seenBy(donation.donorId, 'to-send')).toMatchObject({ scheduled_for: day, status: 'PENDING_PAYMENT' })
    expect(await seenBy(donation.receiverId, 'to-receive')).toMatchObject({ scheduled_for: day })
    expect(await told('donation.scheduled')).toEqual([donation.receiverId])
    // It counts as nothing: no entry says it, and the deadline stays.
    expect(await testApp.services.db.$count(ledger)).toBe(entries)
    expect((await row()).deadlineAt).toEqual(donation.deadlineAt)
    await moveTo(deadlineAt - 2 * DAY_MS)
    const remind = async (who: 'unpaid' | 'late') =>
      (await testApp.call('POST /admin/donations/remind', await testApp.administrator(), { body: { who } })).body
    expect(await remind('unpaid')).toEqual({ people: 0, donations: 0, already_today: 1 })
    expect([...(await told('donation.due')), ...(await told('donation.reminder'))]).not.toContain(donation.donorId)
    await moveTo(Date.parse(`${day}T23:59:00-03:00`))
    expect(await told('donation.schedule_over')).toEqual([])
    // The day is over eleven hours before the deadline: it is asked once, and the deadline is not told of again.
    await moveTo(Date.parse(`${day}T23:59:00-03:00`) + 2 * 60_000)
    await moveTo(deadlineAt - 3_600_000)
    expect(await told('donation.schedule_over')).toEqual([donation.donorId])
    expect(await told('donation.due')).not.toContain(donation.donorId)
  })

  test('a receipt before that day is one of the scheduling, and taken for none', async () => {
    const day = dayOf(testApp.clock.now() + 5 * DAY_MS)
    await schedule(day)
    const early = await send()
    expect(early).toMatchObject({ status: 409, body: { code: 'donation.only_scheduled' } })
    expect(early.body.message).toContain(day.split('-').toReversed().slice(0, 2).join('/'))
    expect((await row()).status).toBe('PENDING_PAYMENT')
    expect((await schedule(null)).body).toEqual({ scheduled_for: null })
    expect((await send()).status).toBe(201)
    expect(await row()).toMatchObject({ scheduledFor: null, status: 'PENDING_CONFIRMATION' })
    expect((await schedule(day)).body).toMatchObject({ code: 'donation.has_receipt' })
  })

  test('refuses a day past, one after the deadline, which it names, and everybody but the donor', async () => {
    const last = dayOf(donation.deadlineAt.getTime())
    expect((await schedule(dayOf(testApp.clock.now() - DAY_MS))).body).toMatchObject({ code: 'donation.schedule_past' })
    const late = await schedule(dayOf(donation.deadlineAt.getTime() + DAY_MS))
    expect(late.body).toMatchObject({ code: 'donation.schedule_late' })
    expect(late.body.message).toContain(last.split('-').toReversed().slice(0, 2).join('/'))
    expect((await schedule('2026-11-31')).status).toBe(400)
    expect((await schedule(last, donation.receiverId!)).body).toMatchObject({ code: 'donation.not_donor' })
    expect((await schedule(last)).status).toBe(200)
    // As a month ahead, whose deadline is the very beginning of a day: paid on it, it would be late.
    const deadlineAt = new Date(`${last}T00:00:00-03:00`)
    await testApp.services.db.update(donations).set({ deadlineAt }).where(eq(donations.id, donation.id))
    expect((await schedule(last)).body).toMatchObject({ code: 'donation.schedule_late' })
    expect((await schedule(dayOf(deadlineAt.getTime() - 1))).status).toBe(200)
  })

  test('who paid for the donor is shown to both, kept sealed, and forgotten with a party', async () => {
    expect((await send({ payer_name: 'Marlene 99999-1234' })).status).toBe(400)
    expect((await send({ payer_name: 'marlene arroba banco ponto com' })).status).toBe(400)
    expect((await send({ payer_name: ' Marlene  Souza ' })).status).toBe(201)
    expect((await row()).payerSealed).not.toContain('Marlene')
    for (const [id, list] of [
      [donation.donorId, 'to-send'],
      [donation.receiverId, 'to-receive'],
    ] as const)
      expect(await seenBy(id, list)).toMatchObject({ payer_name: 'Marlene Souza' })
    // Another receipt is of its own payer, and a rejected one leaves none.
    expect((await send()).status).toBe(201)
    expect((await row()).payerSealed).toBeNull()
    await send({ payer_name: 'Marlene Souza' })
    await testApp.call('POST /donations/{id}/reject-receipt', await tokenOf(donation.receiverId), {
      params: { id: donation.id },
      body: { reason: 'Não caiu na conta.' },
    })
    expect((await row()).payerSealed).toBeNull()
    await send({ payer_name: 'Marlene Souza' })
    await testApp.call('PATCH /donations/{id}/confirm', await tokenOf(donation.receiverId), {
      params: { id: donation.id },
    })
    const gone = await testApp.call('DELETE /me', await tokenOf(donation.donorId), {
      body: { password: PASSWORD },
    })
    expect(gone.status).toBe(200)
    expect((await row()).payerSealed).toBeNull()
  })
})
