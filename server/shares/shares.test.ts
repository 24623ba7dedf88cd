import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { rodaPlan } from '#circle/plan.ts'
import { extractText, getDocumentProxy } from 'unpdf'
import type { AnswerOf } from '#contracts/contract.ts'
import type { NoticeKind } from '#contracts/notices/notice.ts'
import { receipt } from '#server/files/testing/pictures.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { entries } from '#server/tables/entries.ts'
import { notices } from '#server/tables/notices.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import type { ActToSign } from '#server/testing/device.ts'
import { beginsWith } from '#server/testing/begins-with.ts'
import { deviceOf } from '#server/testing/device.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

/** A roda of five with three months, before anything was asked. */
describe('a member who takes two places', () => {
  let testApp: TestApp
  let admin: string
  let people: Person[]
  let [ana, bia]: Person[] = []
  let signs: Awaited<ReturnType<typeof deviceOf>>

  const begins = beginsWith(async (begun) => ({ admin: await begun.administrator(), people: await begun.placed(5) }), {
    plan: rodaPlan({ amountCents: 10_000, months: 3 }),
  })

  beforeEach(async () => {
    ;({ testApp, admin, people } = await begins())
    ;[ana, bia] = people
    signs = await deviceOf(testApp, ana!)
  })

  const takes = async (shares: number, isSigned = true) => {
    const headers = isSigned ? await signs({ act: 'take_shares', level: shares as 1 }) : {}
    return testApp.call('POST /me/shares', ana!.token, { body: { shares }, headers })
  }
  const asks = () => testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  const order = async () =>
    (await testApp.services.db.select().from(entries).orderBy(entries.position)).map(({ memberId }) => memberId)
  const toSend = async (): Promise<AnswerOf<'GET /donations/to-send'>> =>
    (await testApp.call('GET /donations/to-send', ana!.token)).body
  /** One of the others acts for a member from now on, with a device of their own. */
  const helps = async (memberId: string) => {
    const helper = people.find(({ id }) => id !== ana!.id && id !== memberId)!
    const signsFor = await deviceOf(testApp, helper)
    const params = { id: memberId }
    const named = { params, body: { helper_id: helper.id, paperBase64: await receiptPicture('o papel assinado') } }
    expect((await testApp.call('POST /users/{id}/helper', admin, named)).status).toBe(201)
    const token = (await testApp.call('POST /me/helping/{id}/session', helper.token, { params })).body.access_token
    return {
      calls: async (call: 'PATCH /donations/{id}/confirm', act: ActToSign) => {
        const headers = await signsFor(act, { helped: memberId }, { ...helper, token })
        return testApp.call(call, token, { params: { id: act.donationId! }, headers })
      },
    }
  }
  const faults = async () => {
    const headers = { authorization: `Bearer ${admin}` }
    return (await verify(readLedger((await testApp.app.inject({ url: '/api/ledger/export', headers })).body))).faults
  }

  test('has them in a demonstration that begins anew, in the places that were theirs', async () => {
    await takes(2)
    const [last] = (await testApp.services.db.select().from(entries).orderBy(entries.position)).slice(-1)
    const first = { params: { id: last!.id }, body: { position: 2 } }
    expect((await testApp.call('PATCH /queue/reorder/{id}', admin, first)).status).toBe(200)
    const [circle] = await testApp.services.db.update(circles).set({ people: 6 }).returning()
    const stood = await order()
    const again = await testApp.call('POST /admin/circle/reset', admin, { body: { confirmation: circle!.name } })
    expect([again.status, again.body.code]).toEqual([201, undefined])
    const { id } = again.body.circle
    const [begun] = await testApp.services.db.select().from(circles).where(eq(circles.id, id))
    expect(begun!.people).toBe(6)
    const placed = await testApp.services.db.select().from(entries).where(eq(entries.circleId, id))
    expect(placed.toSorted((a, b) => a.position - b.position).map(({ memberId }) => memberId)).toEqual(stood)
    expect((await testApp.call('GET /me/shares', ana!.token)).body.shares).toBe(2)
    expect((await asks()).body.createdCount).toBe(6)
    expect(await faults()).toEqual([])
  })

  test('signs it, stands twice in the queue, and gives it back as long as nothing was asked', async () => {
    expect((await takes(2, false)).body.code).toBe('signature.needed')
    expect((await takes(2)).body).toEqual({ shares: 2, most: 3, why: null, amount: 100, months: 3 })
    expect((await order()).filter((id) => id === ana!.id)).toHaveLength(2)
    expect((await takes(2)).body.code).toBe('shares.same')
    const swap = { body: { firstUserId: ana!.id, secondUserId: bia!.id } }
    expect((await testApp.call('PATCH /queue/swap-positions', admin, swap)).body.code).toBe('shares.which')
    const forAnother = { body: { shares: 3 }, headers: await signs({ act: 'take_shares', level: 2 }) }
    expect((await testApp.call('POST /me/shares', ana!.token, forAnother)).body.code).toBe('signature.invalid')
    expect((await takes(1)).body.shares).toBe(1)
    expect((await order()).filter((id) => id === ana!.id)).toHaveLength(1)
    expect(await faults()).toEqual([])
  })

  test('has each place told in the journal of the queue', async () => {
    await takes(2)
    const own = async () => (await testApp.services.db.select().from(entries)).filter((one) => one.memberId === ana!.id)
    const [first, second] = (await own()).toSorted((a, b) => a.position - b.position)
    const { body } = await testApp.call('GET /queue/changes', admin)
    const before = body.data.length
    const to = { params: { id: first!.id }, body: { position: 20 } }
    expect((await testApp.call('PATCH /queue/reorder/{id}', admin, to)).status).toBe(200)
    const other = { params: { id: second!.id }, body: { position: 30 } }
    expect((await testApp.call('PATCH /queue/reorder/{id}', admin, other)).status).toBe(200)
    const { data } = (await testApp.call('GET /queue/changes', admin)).body as AnswerOf<'GET /queue/changes'>
    expect(data).toHaveLength(before + 2)
    expect(data.slice(0, 2).map(({ moves }) => moves.map(({ id, from, to: at }) => [id, from, at]))).toEqual([
      [[ana!.id, second!.position, 30]],
      [[ana!.id, first!.position, 20]],
    ])
  })

  test('finds no more room than the plan has, and none once anything was asked', async () => {
    await testApp.services.db.update(circles).set({ people: 5 })
    expect((await testApp.call('GET /me/shares', ana!.token)).body).toMatchObject({ shares: 1, most: 1, why: null })
    expect((await takes(2)).body.code).toBe('shares.no_room')
    await testApp.services.db.update(circles).set({ people: 6 })
    expect((await takes(3)).body.code).toBe('shares.no_room')
    expect((await takes(2)).status).toBe(200)
    expect((await asks()).status).toBe(201)
    expect((await testApp.call('GET /me/shares', bia!.token)).body.why).toMatch(/^As contribuições já começaram/)
    expect((await takes(1)).body.code).toBe('shares.late')
  })

  test('pays both contributions of a month to one person with one picture, and the verifier agrees', async () => {
    await takes(2)
    await asks()
    const owed = await toSend()
    expect(owed.map(({ amount }) => amount)).toEqual([100, 100])
    const told = async () => (await testApp.call('GET /circle/result', bia!.token)).body.ring.people
    expect(await told(), 'five people, six places').toEqual({ asked: 5, paid: 0 })
    expect(owed.every(({ receiverId }) => receiverId !== ana!.id)).toBe(true)
    const pair = owed.filter(
      ({ receiverId, createdAt }) => receiverId === owed[0]!.receiverId && createdAt === owed[0]!.createdAt,
    )
    expect(pair).toHaveLength(2)
    const picture = await sharp({ create: { width: 300, height: 500, channels: 3, background: '#3a7' } })
      .png()
      .toBuffer()
    const body = { comprovanteBase64: picture.toString('base64') }
    for (const { id } of pair)
      expect(
        (await testApp.call('POST /donations/{id}/comprovante', ana!.token, { params: { id }, body })).body,
      ).toEqual({
        status: 'PENDING_CONFIRMATION',
        receipt_reused: false,
      })
    expect(await told()).toEqual({ asked: 5, paid: 1 })
    const [other] = (await testApp.call('GET /donations/to-send', bia!.token)).body
    const again = await testApp.call('POST /donations/{id}/comprovante', bia!.token, {
      params: { id: other!.id },
      body,
    })
    expect(again.body).toMatchObject({ receipt_reused: true })
    expect(await faults()).toEqual([])
  })

  test('who pays two contributions in one is told of once, by a helper’s hand too, and papers, history and export have one payment of the sum', async () => {
    await takes(2)
    await asks()
    const owed = await toSend()
    const [first] = owed
    const receiverId = first!.receiverId!
    const pair = owed.filter((one) => one.receiverId === receiverId)
    expect(pair).toHaveLength(2)
    const { token } = people.find(({ id }) => id === receiverId)!
    const told = async (kind: NoticeKind, userId: string) =>
      (await testApp.services.db.select().from(notices)).filter((one) => one.kind === kind && one.userId === userId)
    const sum = { count: 2, amountCents: 20_000 }
    for (const { id } of pair)
      await testApp.call('PATCH /donations/{id}/schedule', ana!.token, { params: { id }, body: { day: '2026-11-10' } })
    expect((await told('donation.scheduled', receiverId)).map(({ facts }) => facts)).toMatchObject([sum])
    const pays = async (time: string) => {
      const body = { comprovanteBase64: (await receipt('200,00', time)).toString('base64') }
      for (const { id } of pair)
        expect(
          (await testApp.call('POST /donations/{id}/comprovante', ana!.token, { params: { id }, body })).status,
        ).toBe(201)
    }
    await pays('09:00:00')
    await pays('09:30:00')
    expect((await told('donation.receipt_sent', receiverId)).map(({ facts }) => facts)).toMatchObject([sum])
    expect((await told('donation.receipt_replaced', receiverId)).map(({ facts }) => facts)).toMatchObject([sum])
    for (const { id } of pair)
      await testApp.call('POST /donations/{id}/reject-receipt', token, {
        params: { id },
        body: { reason: 'Ainda não entrou.' },
      })
    expect((await told('donation.receipt_rejected', ana!.id)).map(({ facts }) => facts)).toMatchObject([sum])
    await pays('11:45:10')
    const helper = await helps(receiverId)
    for (const [index, { id }] of pair.entries()) {
      const confirmed = await helper.calls('PATCH /donations/{id}/confirm', { act: 'confirm', donationId: id })
      expect(confirmed.status).toBe(200)
      expect(await told('donation.confirmed', ana!.id)).toHaveLength(index)
      expect(await told('helper.acted', receiverId)).toHaveLength(index)
    }
    expect(await told('helper.acted', receiverId)).toMatchObject([{ facts: { ...sum, act: 'confirm' }, letter: 'due' }])
    const [confirmed] = await told('donation.confirmed', ana!.id)
    expect(confirmed).toMatchObject({ facts: sum, letter: 'due' })

    const ids = pair.map(({ id }) => id)
    const json = async (path: string, of: string) => {
      const headers = { authorization: `Bearer ${of}` }
      return (await testApp.app.inject({ url: `/api${path}`, headers })).json()
    }
    const payment = { amount: 200, donations: ids.map((id) => ({ donation_id: id, amount: 100 })) }
    for (const [of, side] of [
      [ana!.token, 'given'],
      [token, 'received'],
    ] as const)
      for (const period of ['2026-11', '2026'])
        expect(await json(`/me/statement?period=${period}&format=json`, of)).toMatchObject({
          [side]: 200,
          donations: [{ side, ...payment }],
        })
    expect((await json('/admin/circle/month?period=2026-11&format=json', admin)).donations).toMatchObject([payment])
    for (const id of ids) {
      expect(await json(`/donations/${id}/recibo?format=json`, ana!.token)).toMatchObject(payment)
      const pdf = await testApp.app.inject({
        url: `/api/donations/${id}/recibo`,
        headers: { authorization: `Bearer ${token}` },
      })
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.rawPayload)))
      expect(text.join(' ')).toMatch(/R\$\s200,00 \(duzentos reais\).*2 contribuições/s)
    }
    const history = (await testApp.call('GET /donations/history', ana!.token)).body.data as {
      id: string
      payment_id: string
    }[]
    expect(new Set(history.map(({ payment_id }) => payment_id)).size).toBe(1)
    const exported = String((await testApp.call('GET /admin/donations/export', admin)).body).split('\r\n')
    const lines = exported.filter((line) => ids.some((id) => line.startsWith(id)))
    expect(lines.map((line) => line.split(';').slice(-2))).toEqual(lines.map(() => [ids.toSorted()[0], '200,00']))
  })

  test('who pays one of the two by itself is told of it with its own sum', async () => {
    await takes(2)
    await asks()
    const [first, second] = await toSend()
    const { token } = people.find(({ id }) => id === first!.receiverId)!
    for (const { id } of [first!, second!]) {
      await testApp.pays(id, ana!.token)
      await testApp.call('PATCH /donations/{id}/confirm', token, { params: { id } })
    }
    const told = (await testApp.services.db.select().from(notices)).filter(({ kind }) => kind === 'donation.confirmed')
    expect(told.map(({ facts }) => facts)).toMatchObject([{ amountCents: 10_000 }, { amountCents: 10_000 }])
  })

  test('is reminded once of both contributions of a month, with their sum, and told so once when they are late', async () => {
    await takes(2)
    await asks()
    const [first] = await testApp.services.db.select().from(donations).where(eq(donations.donorId, ana!.id))
    const told = async (kind: NoticeKind) =>
      (await testApp.services.db.select().from(notices))
        .filter((one) => one.kind === kind && one.userId === ana!.id)
        .map(({ facts }) => facts)
    const sum = { count: 2, amountCents: 20_000 }
    testApp.clock.moveTo(first!.deadlineAt.getTime() - 2 * 86_400_000)
    await runDueJobs(testApp.services)
    expect(await told('donation.due')).toMatchObject([sum])
    testApp.clock.moveTo(first!.deadlineAt.getTime() + 1)
    await runDueJobs(testApp.services)
    const late = (await told('donation.late')) as { isOwn: boolean }[]
    expect(late.filter(({ isOwn }) => isOwn)).toMatchObject([sum])
  })

  test('whose one receipt for two contributions nobody answers in time is told of once, and so is who did not answer', async () => {
    await takes(2)
    await asks()
    const owed = await toSend()
    const pair = owed.filter(({ receiverId }) => receiverId === owed[0]!.receiverId)
    const body = { comprovanteBase64: (await receipt('200,00', '09:00:00')).toString('base64') }
    for (const { id } of pair)
      await testApp.call('POST /donations/{id}/comprovante', ana!.token, { params: { id }, body })
    testApp.clock.advance(6 * 86_400_000)
    await runDueJobs(testApp.services)
    const told = (await testApp.services.db.select().from(notices)).filter(
      ({ kind }) => kind === 'donation.unanswered' || kind === 'donation.answer_overdue',
    )
    const sum = { count: 2, amountCents: 20_000 }
    expect(told.map(({ userId, facts }) => ({ userId, facts }))).toMatchObject([
      { userId: ana!.id, facts: sum },
      { userId: owed[0]!.receiverId, facts: sum },
    ])
  })

  test('lets nothing be asked of anybody while the places do not fit the plan', async () => {
    await takes(3)
    const queue = await testApp.services.db.select().from(entries)
    for (const { id } of queue.filter(({ memberId }) => memberId !== ana!.id).slice(0, 2))
      await testApp.call('DELETE /queue/{id}', admin, { params: { id } })
    expect((await asks()).body).toMatchObject({ code: 'shares.misfit' })
    // Nor is anybody shown a month: no such roda would run.
    const { waits, pending, places } = (await testApp.call('GET /circle/forecast', bia!.token)).body
    expect([waits, pending]).toEqual([{ most: 3, places: 5, months: 0 }, false])
    expect(places.flatMap(({ turns, missed }: { turns: []; missed: [] }) => [...turns, ...missed])).toEqual([])
  })
})
