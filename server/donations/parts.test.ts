import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { rodaPlan } from '#circle/plan.ts'
import { dayOf } from '#contracts/age.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { checkCircle } from '#server/scrubber/check-circle.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { donationParts } from '#server/tables/donation-parts.ts'
import { donations } from '#server/tables/donations.ts'
import { ledger } from '#server/tables/ledger.ts'
import { notices } from '#server/tables/notices.ts'
import { beginsWith } from '#server/testing/begins-with.ts'
import { deviceOf } from '#server/testing/device.ts'
import { PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

const DAY_MS = 86_400_000
const E2E = (digit: string) => `E1234567820261125120000000${digit.repeat(6)}`

describe('a contribution to a roda, in parts, late or ahead', () => {
  let testApp: TestApp
  let id: string
  let donor: Person
  let receiver: Person
  let admin: string
  let tokenOf: (memberId: string) => string

  const begins = beginsWith(
    async (begun) => {
      const people = await begun.placed(4)
      const token = await begun.administrator()
      await begun.call('POST /donations/admin/generate-monthly-pull', token, { body: {} })
      return { people, token }
    },
    { plan: rodaPlan({ amountCents: 10_000, months: 3 }) },
  )

  beforeEach(async () => {
    const { people, token, ...begun } = await begins()
    ;({ testApp } = begun)
    tokenOf = (memberId) => people.find((one) => one.id === memberId)!.token
    admin = token
    const [row] = await testApp.services.db.select().from(donations)
    id = row!.id
    donor = people.find((one) => one.id === row!.donorId)!
    receiver = people.find((one) => one.id === row!.receiverId)!
  })

  const send = async (body: object = {}, picture = id) =>
    testApp.call('POST /donations/{id}/comprovante', donor.token, {
      params: { id },
      body: { comprovanteBase64: await receiptPicture(picture), ...body },
    })
  const confirm = (amount?: number) =>
    testApp.call('PATCH /donations/{id}/confirm', receiver.token, {
      params: { id },
      ...(amount === undefined ? {} : { body: { amount } }),
    })
  const pays = async (amount: number, picture = `${id} ${amount}`) => {
    expect((await send({ amount }, picture)).status).toBe(201)
    expect((await confirm(amount)).status).toBe(200)
  }
  const view = async () =>
    (await testApp.call('GET /donations/to-send', donor.token)).body.find((one: { id: string }) => one.id === id)
  /** When a donation was paid, by one's statement of the year and by its recibo. */
  const papersSay = async (donationId: string, token: string) => {
    const json = await testApp.call('GET /me/statement', token, { query: '?period=2026&format=json' })
    const { late, ahead_of } = json.body.donations.find(
      (one: { donation_id: string }) => one.donation_id === donationId,
    )
    const of = { params: { id: donationId }, query: '?format=json' }
    expect((await testApp.call('GET /donations/{id}/recibo', token, of)).body).toMatchObject({ late, ahead_of })
    const lines = await Promise.all(
      ['/me/statement?period=2026&format=csv', `/donations/${donationId}/recibo?format=csv`].map(async (url) => {
        const headers = { authorization: `Bearer ${token}` }
        const { body } = await testApp.app.inject({ method: 'GET', url: `/api${url}`, headers })
        return /Contribuição mensal[^";]*/.exec(body.split('\n').find((line) => line.includes(donationId))!)![0]
      }),
    )
    expect(lines[0]).toBe(lines[1])
    return [{ late, ahead_of }, lines[0]]
  }
  const faults = async () => {
    const headers = { authorization: `Bearer ${admin}` }
    const { body } = await testApp.app.inject({ method: 'GET', url: '/api/ledger/export', headers })
    return verify(readLedger(body)).faults
  }

  test('of which a part came keeps its receiver from being erased, also after a case was decided: only they confirm the rest', async () => {
    await pays(40)
    const password = { body: { password: PASSWORD } }
    const { can_erase, can_leave, open } = (await testApp.call('GET /me/leaving', receiver.token)).body
    expect([can_erase, can_leave, open.received.count, open.awaited]).toEqual([
      false,
      true,
      0,
      { count: 1, amount: 60 },
    ])
    expect((await testApp.call('POST /me/leave', receiver.token, password)).status).toBe(200)
    const [report] = (await testApp.call('GET /admin/donations/reports', admin)).body.data
    const body = { donation_outcome: 'keep', resolution_message: 'O resto vem.', admin_notes: 'nota' }
    const resolving = { params: { id: report.id }, body }
    expect((await testApp.call('POST /admin/donations/reports/{id}/resolve', admin, resolving)).status).toBe(201)
    expect((await testApp.call('DELETE /me', receiver.token, password)).body.code).toBe('privacy.open_matters')
    await pays(60)
    expect((await testApp.call('DELETE /me', receiver.token, password)).body.message).toContain('1 acerto')
  })

  test('is not offered to be cancelled while its donor is there, and once they have gone each outcome says that it ends', async () => {
    await pays(40)
    await testApp.call('POST /admin/donations/{id}/open-case', admin, { params: { id }, body: { reason: 'O resto.' } })
    const [report] = (await testApp.call('GET /admin/donations/reports', admin)).body.data
    const outcomes = async (token = admin) =>
      (await testApp.call('GET /reports/{id}', token, { params: { id: report.id } })).body.outcomes
    expect([await outcomes(), await outcomes(receiver.token)]).toEqual([[{ outcome: 'keep', effect: 'stays' }], []])
    expect((await send({ amount: 30 }, 'outra')).status).toBe(201)
    expect(await outcomes()).toEqual([
      { outcome: 'keep', effect: 'stays' },
      { outcome: 'confirm', effect: 'part' },
    ])
    expect((await confirm(30)).status).toBe(200)
    await testApp.call('POST /me/leave', donor.token, { body: { password: PASSWORD } })
    expect(await outcomes()).toEqual([
      { outcome: 'keep', effect: 'void' },
      { outcome: 'cancel', effect: 'void' },
    ])
  })

  test('counts at once, and asks for the rest alone: its code, its reminders and what is missing', async () => {
    const whole = await view()
    expect(whole.allowed).toContain('pay_part')
    await pays(40)
    const { amount, paid, missing, status, parts, pixCopyPaste } = await view()
    expect({ amount, paid, missing, status }).toEqual({ amount: 100, paid: 40, missing: 60, status: 'PENDING_PAYMENT' })
    expect(parts).toMatchObject([{ part: 1, amount: 40, has_picture: true }])
    expect([whole.pixCopyPaste, pixCopyPaste].map((code) => /54\d\d(\d+\.\d\d)/.exec(code)![1])).toEqual([
      '100.00',
      '60.00',
    ])
    const stats = (await testApp.call('GET /donations/stats', donor.token)).body
    expect(stats.totalDonated).toBe(40)
    const told = (await testApp.services.db.select().from(notices)).filter(
      ({ kind }) => kind === 'donation.part_confirmed',
    )
    expect(told).toMatchObject([{ userId: donor.id, facts: { amountCents: 4_000, restCents: 6_000 } }])
    await pays(60)
    const recibo = await testApp.call('GET /donations/{id}/recibo', donor.token, {
      params: { id },
      query: '?format=json',
    })
    expect(recibo.body).toMatchObject({ amount: 100, late: false, ahead_of: null })
    expect(await faults()).toEqual([])
    expect(
      await checkCircle(testApp.services.db, (await testApp.services.db.select().from(donations))[0]!.circleId),
    ).toEqual([])
  })

  test('a part that was sent is not said to be the month’s payment; the rest is', async () => {
    const own = async () => {
      const { ring } = (await testApp.call('GET /circle/result', donor.token)).body
      return ring.gifts.filter((gift: { own: boolean }) => gift.own).map(({ status }: { status: string }) => status)
    }
    const before = await own()
    expect(before).not.toContain('PENDING_CONFIRMATION')
    expect((await send({ amount: 40 })).status).toBe(201)
    expect(await own()).toEqual(before)
    expect((await confirm(40)).status).toBe(200)
    expect((await send({ amount: 60 }, `${id} 60`)).status).toBe(201)
    expect(await own()).toContain('PENDING_CONFIRMATION')
    // Unanswered in time, it waits for the administration with its own sum.
    testApp.clock.advance(6 * 86_400_000)
    const { late_confirmations: late } = (await testApp.call('GET /admin/tasks', await testApp.administrator())).body
    expect(late.items).toMatchObject([{ id, amount: 60 }])
  })

  test('is confirmed with the sum that the receiver saw, and with no other', async () => {
    await send({ amount: 40 })
    expect((await confirm()).body.code).toBe('donation.part_differs')
    expect((await confirm(41)).body.code).toBe('donation.part_differs')
    expect((await send({ amount: 100 })).body.code).toBe('donation.part_amount')
    expect((await send({ amount: 0.001 })).status).toBe(400)
    expect((await confirm(40)).status).toBe(200)
  })

  test('is confirmed under the signature of that very part: one kept back from it is of no other', async () => {
    const signs = await deviceOf(testApp, receiver)
    const answer = async (part: number) => {
      const headers = await signs({ act: 'confirm', donationId: id, cents: 4_000, part })
      const { status, body } = await testApp.call('PATCH /donations/{id}/confirm', receiver.token, {
        params: { id },
        body: { amount: 40 },
        headers,
      })
      return body.code ?? status
    }
    await send({ amount: 40 }, 'first')
    expect(await answer(2)).toBe('signature.invalid')
    expect(await answer(1)).toBe(200)
    await send({ amount: 40 }, 'second')
    expect(await answer(1)).toBe('signature.invalid')
    expect(await answer(2)).toBe(200)
  })

  test('keeps each part’s receipt, flags one that pays twice, and refuses one PIX transaction for two parts', async () => {
    await send({ amount: 40, pix_transaction: E2E('A'), payer_name: 'Marlene' }, 'first')
    await confirm(40)
    const { body } = await testApp.call('GET /donations/{id}/parts/{part}', receiver.token, {
      params: { id, part: '1' },
    })
    expect(body.comprovanteUrl).toContain('/api/files/')
    expect((await view()).parts).toMatchObject([{ pix_transaction: E2E('A'), payer_name: 'Marlene' }])
    for (const same of [E2E('A'), E2E('A').toLowerCase().replace('e', 'E')])
      expect((await send({ amount: 60, pix_transaction: same }, 'second')).body.code).toBe('donation.payment_reused')
    expect((await send({ amount: 60 }, 'first')).body).toMatchObject({ receipt_reused: true })
  })

  test('past its deadline stays owed to the same receiver, who is told, and counts when it is paid', async () => {
    testApp.clock.moveTo(testApp.clock.now() + 31 * 86_400_000)
    await runDueJobs(testApp.services)
    const users = (await testApp.call('GET /users', await testApp.administrator())).body
    const signedIn = async ({ id: userId }: Person): Promise<Person> => {
      const { email } = users.find((user: { id: string }) => user.id === userId)
      const { body } = await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
      return { id: userId, token: body.access_token }
    }
    ;[donor, receiver, admin] = [await signedIn(donor), await signedIn(receiver), await testApp.administrator()]
    expect(await view()).toMatchObject({ status: 'PENDING_PAYMENT', overdue: true })
    expect((await view()).allowed).toContain('send_receipt')
    const told = async (kind: string) =>
      (await testApp.services.db.select().from(notices)).filter(
        (one) => one.kind === kind && facts(one).donationId === id,
      )
    const facts = ({ facts: of }: typeof notices.$inferSelect) => of as { donationId?: string; isLate?: boolean }
    expect((await told('donation.late')).map(({ userId }) => userId).toSorted()).toEqual(
      [donor.id, receiver.id].toSorted(),
    )
    const entries = await testApp.services.db.$count(ledger)
    await runDueJobs(testApp.services)
    expect(await testApp.services.db.$count(ledger)).toBe(entries)
    expect((await send()).status).toBe(201)
    expect((await told('donation.receipt_sent')).map((one) => facts(one).isLate)).toEqual([true])
    expect((await confirm()).status).toBe(200)
    const stats = (await testApp.call('GET /donations/stats', donor.token)).body
    expect(stats.totalDonated).toBe(100)
    expect(await papersSay(id, donor.token)).toEqual([
      { late: true, ahead_of: null },
      'Contribuição mensal, depois do prazo',
    ])
    expect(await faults()).toEqual([])
    expect(
      await checkCircle(testApp.services.db, (await testApp.services.db.select().from(donations))[0]!.circleId),
    ).toEqual([])
  })

  test('whoever is late and said a day for their PIX is asked about it once that day is over, and told of no deadline', async () => {
    const { db } = testApp.services
    const goTo = async (at: number) => {
      testApp.clock.moveTo(at)
      await runDueJobs(testApp.services)
    }
    const [{ deadlineAt } = { deadlineAt: new Date() }] = await db.select().from(donations).where(eq(donations.id, id))
    await goTo(deadlineAt.getTime() + DAY_MS)
    const day = dayOf(testApp.clock.now() + DAY_MS)
    await db.update(donations).set({ scheduledFor: day }).where(eq(donations.id, id))
    const asked = async () => {
      const rows = await db.select().from(notices).where(eq(notices.kind, 'donation.schedule_over'))
      return rows.map(({ userId, facts }) => [userId, Object.keys(facts as object).includes('deadlineAt')])
    }
    const over = Date.parse(`${day}T23:59:00-03:00`)
    await goTo(over)
    expect(await asked()).toEqual([])
    await goTo(over + 2 * 60_000)
    await goTo(over + DAY_MS)
    expect(await asked()).toEqual([[donor.id, false]])
  })

  test('of a month ahead is a donation to whom the plan gives it, and that month asks for it no more', async () => {
    const { body } = await testApp.call('GET /me/ahead', donor.token)
    expect(body).toMatchObject({ next: { period: '2026-12', amount: 100 }, why: null, months: [] })
    const { member_id, name } = body.next
    const refused = await testApp.call('POST /me/ahead', donor.token, { body: { member_id: donor.id } })
    expect(refused).toMatchObject({ status: 409, body: { code: 'ahead.changed' } })
    const gifts = async () => (await testApp.call('GET /circle/result', donor.token)).body.ring.gifts
    const unpaid = async () =>
      (await testApp.call('GET /admin/standing', admin)).body.filter((one: { what: string }) => one.what === 'unpaid')
    const before = [await gifts(), await unpaid()]
    const paid = await testApp.call('POST /me/ahead', donor.token, { body: { member_id } })
    expect([await gifts(), await unpaid()], 'who pays ahead is not behind in this month').toEqual(before)
    expect(paid).toMatchObject({ status: 201, body: { months: ['2026-12'] } })
    const own = (await testApp.call('GET /donations/to-send', donor.token)).body
    const ahead = own.find((one: { ahead_of: string | null }) => one.ahead_of === '2026-12')
    expect(ahead).toMatchObject({
      receiver: { id: member_id, name },
      allowed: expect.arrayContaining(['send_receipt']),
    })
    const told = (await testApp.services.db.select().from(notices)).filter(({ userId }) => userId === member_id)
    expect(told.map(({ kind, facts }) => [kind, (facts as { aheadOf?: string }).aheadOf])).toContainEqual([
      'donation.to_come',
      '2026-12',
    ])
    expect((await testApp.pays(ahead.id, donor.token)).status).toBe(201)
    const confirmed = await testApp.call('PATCH /donations/{id}/confirm', tokenOf(member_id), {
      params: { id: ahead.id },
    })
    expect(confirmed.status).toBe(200)
    expect(await papersSay(ahead.id, donor.token)).toEqual([
      { late: false, ahead_of: '2026-12' },
      'Contribuição mensal, adiantada, de dezembro de 2026',
    ])
    testApp.clock.moveTo(Date.parse('2026-12-02T12:00:00Z'))
    const askedAt = async () =>
      (await testApp.call('GET /admin/circle', await testApp.administrator())).body.calendar.present.asked_at
    expect(await askedAt(), 'a month paid ahead was not asked for').toBeNull()
    const { body: pulled } = await testApp.call(
      'POST /donations/admin/generate-monthly-pull',
      (admin = await testApp.administrator()),
      { body: {} },
    )
    expect(pulled).toMatchObject({ createdCount: 3 })
    expect(await askedAt()).toBe('2026-12-02T12:00:00.000Z')
    const { ring } = (await testApp.call('GET /circle/result', admin)).body as AnswerOf<'GET /circle/result'>
    const ofMonth = ring.gifts.filter(({ late }) => !late)
    expect([ofMonth.length, ofMonth.filter(({ status }) => status === 'CONFIRMED').length]).toEqual([4, 1])
    expect(ring.gifts.length, 'what is late stays drawn').toBeGreaterThan(4)
    expect(ring.people, 'and is of another month').toEqual({ asked: 4, paid: 1 })
    expect(await testApp.services.db.$count(ledger, eq(ledger.kind, 'contribution.counted'))).toBe(1)
    const { circleId } = (await testApp.services.db.select().from(donations))[0]!
    expect(await checkCircle(testApp.services.db, circleId)).toEqual([])
    expect(await faults()).toEqual([])
  })

  test('of a month ahead given up with its donor’s place is not taken for asked, also when the state is loaded anew', async () => {
    const { member_id } = (await testApp.call('GET /me/ahead', donor.token)).body.next
    expect((await testApp.call('POST /me/ahead', donor.token, { body: { member_id } })).status).toBe(201)
    await testApp.call('POST /users/{id}/suspend', admin, { params: { id: donor.id }, body: { reason: 'Combinado' } })
    testApp.clock.moveTo(Date.parse('2026-12-02T12:00:00Z'))
    admin = await testApp.administrator()
    // Asked of the others, whose month it is as well.
    const ask = () => testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    expect((await ask()).status).toBe(201)
    testApp.services.stateCache.clear()
    await testApp.call('POST /users/{id}/reinstate', admin, { params: { id: donor.id }, body: { reason: 'Voltou' } })
    await testApp.call('POST /queue', admin, { body: { user_id: donor.id, donation_number: 1, position: 9 } })
    expect((await ask()).status).toBe(201)
    // The month was paid by nobody, so it is asked for like every other.
    const all = await testApp.services.db.select().from(donations)
    const { circleId } = all[0]!
    expect(all.filter(({ donorId, status }) => donorId === donor.id && status === 'PENDING_PAYMENT').length).toBe(1)
    expect(await checkCircle(testApp.services.db, circleId)).toEqual([])
    expect(await faults()).toEqual([])
  })

  test('a part stays as it was confirmed, and only its receipt is emptied', async () => {
    await pays(40)
    const { db } = testApp.services
    await expect(db.update(donationParts).set({ cents: 5_000 })).rejects.toThrow()
    await db.update(donationParts).set({ receiptSha256: null })
  })
})
