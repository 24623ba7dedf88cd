import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#circle/period.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { fileRemovals } from '#server/tables/file-removals.ts'
import { ledger } from '#server/tables/ledger.ts'
import { notices } from '#server/tables/notices.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { deviceOf } from '#server/testing/device.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'

/** Two donations to one receiver. */
describe('a receipt', () => {
  let testApp: TestApp
  let receiver: Person
  let own: { id: string; token: string; donor: Person }[]

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 6 }))
    const people = await testApp.placed(6)
    await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
    const open = await testApp.services.db.select().from(donations).where(eq(donations.status, 'PENDING_PAYMENT'))
    const donorOf = (id: string | null) => people.find((person) => person.id === id)!
    const tokenOf = (id: string | null) => donorOf(id).token
    const [{ receiverId }] = open.filter((one) => one.receiverId !== null) as [(typeof open)[number]]
    receiver = people.find(({ id }) => id === receiverId)!
    own = open
      .filter((one) => one.receiverId === receiverId)
      .map(({ id, donorId }) => ({ id, token: tokenOf(donorId), donor: donorOf(donorId) }))
    expect(own.length).toBeGreaterThan(1)
  })

  const sends = async (n: number, picture: string, more: object = {}) =>
    testApp.call('POST /donations/{id}/comprovante', own[n]!.token, {
      params: { id: own[n]!.id },
      body: { comprovanteBase64: await receiptPicture(picture), ...more },
    })
  const isFlagged = async (n: number, picture: string) => (await sends(n, picture)).body.receipt_reused as boolean
  const row = async (n: number) =>
    (await testApp.services.db.select().from(donations).where(eq(donations.id, own[n]!.id)))[0]!

  test('is flagged that was rejected for another donation, and no other picture to the same receiver is', async () => {
    expect(await isFlagged(0, 'um')).toBe(false)
    expect(await isFlagged(1, 'dois')).toBe(false)
    const params = { id: own[1]!.id }
    const rejected = await testApp.call('POST /donations/{id}/reject-receipt', receiver.token, {
      params,
      body: { reason: 'Não entrou no meu extrato' },
    })
    expect(rejected.status).toBe(201)
    const picture = (attempt: string) =>
      testApp.call('GET /donations/{id}/rejected-receipts/{attempt}', receiver.token, {
        params: { ...params, attempt },
      })
    expect((await picture('1')).body.comprovanteUrl).toContain('kind=receipt')
    expect((await picture('2')).body.code).toBe('donation.no_receipt')
    expect(await isFlagged(1, 'três')).toBe(false)
    expect(await isFlagged(0, 'dois')).toBe(true)
  })

  test('has the ledger’s time where the ledger is ahead of a clock that was set back, as the devices hold it to', async () => {
    const [circle] = await testApp.services.db.select().from(circles)
    testApp.clock.advance(600_000)
    await sends(1, 'dois')
    testApp.clock.advance(-600_000)
    await sends(0, 'um')
    const { receiptSentAt, answerDueAt } = await row(0)
    const [entry] = (await testApp.services.db.select().from(ledger).orderBy(ledger.seq)).slice(-1)
    expect(receiptSentAt).toEqual(entry!.at)
    expect(answerDueAt!.getTime()).toBe(entry!.at.getTime() + circle!.answerDays * DAY_MS)
  })

  test('gives its receiver the days of the circle to answer; one in its place gives no more, and the first picture goes', async () => {
    const [circle] = await testApp.services.db.select().from(circles)
    const sentAt = testApp.clock.now()
    await sends(0, 'um')
    const first = await row(0)
    expect(first.answerDueAt!.getTime()).toBe(sentAt + circle!.answerDays * DAY_MS)
    testApp.clock.advance(60_000)
    await sends(0, 'dois')
    const second = await row(0)
    expect(second.answerDueAt).toEqual(first.answerDueAt)
    expect(second.receiptSentAt!.getTime()).toBe(sentAt + 60_000)
    const goes = await testApp.services.db.select({ sha256: fileRemovals.sha256 }).from(fileRemovals)
    expect(goes).toEqual([{ sha256: first.receiptSha256 }])
    expect(second.receiptSha256).not.toBe(first.receiptSha256)
  })

  test('signed once more because its answer was lost is there already, told to nobody; with another word about it, it replaces itself', async () => {
    const named = { payer_name: 'Rita Andrade', pix_transaction: 'E00000000202611101200aaaaaaaaaaa' }
    const { id: donationId, donor } = own[0]!
    const { token } = donor
    const signs = await deviceOf(testApp, donor)
    const sendsSigned = async (more: object) => {
      const picture = await receiptPicture('um')
      const image = createHash('sha256').update(Buffer.from(picture, 'base64')).digest('hex')
      return testApp.call('POST /donations/{id}/comprovante', token, {
        params: { id: donationId },
        body: { comprovanteBase64: picture, ...more },
        headers: await signs({ act: 'send_receipt', donationId, image }),
      })
    }
    const told = async () =>
      (await testApp.services.db.select().from(notices).where(eq(notices.userId, receiver.id))).length
    expect((await sendsSigned(named)).status).toBe(201)
    const [before, notice, entries] = [await row(0), await told(), await testApp.services.db.$count(ledger)]
    testApp.clock.advance(60_000)
    const again = await sendsSigned(named)
    expect([again.status, again.body.code]).toEqual([409, 'donation.receipt_there'])
    expect([await row(0), await told(), await testApp.services.db.$count(ledger)]).toEqual([before, notice, entries])
    expect((await sendsSigned({ ...named, payer_name: 'Rita de Andrade' })).status).toBe(201)
    expect((await sendsSigned({ payer_name: 'Rita de Andrade' })).status).toBe(201)
    expect((await sendsSigned({})).status).toBe(201)
    expect((await row(0)).receiptSentAt).toEqual(new Date(testApp.clock.now()))
    // Unsigned it is no act that a journal could miss: it is taken, as ever.
    expect((await sends(0, 'um')).status).toBe(201)
    // Once it was rejected it may be sent again as it is.
    const body = { reason: 'Não entrou no meu extrato' }
    await testApp.call('POST /donations/{id}/reject-receipt', receiver.token, { params: { id: donationId }, body })
    expect((await sendsSigned({})).status).toBe(201)
  })

  test('of an own donation may name its payment again; that payment is of no other donation', async () => {
    const named = { pix_transaction: 'E00000000202611101200aaaaaaaaaaa' }
    expect((await sends(0, 'um', named)).status).toBe(201)
    expect((await sends(0, 'dois', named)).status).toBe(201)
    const refused = await sends(1, 'três', named)
    expect([refused.status, refused.body.code]).toEqual([409, 'donation.payment_reused'])
    expect(await row(1)).toMatchObject({ status: 'PENDING_PAYMENT', receiptSha256: null, pixTransaction: null })
    expect((await sends(1, 'três', { pix_transaction: 'E00000000202611101200bbbbbbbbbbb' })).status).toBe(201)
  })
})
