import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { rodaPlan } from '#circle/plan.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { circles } from '#server/tables/circles.ts'
import { entries } from '#server/tables/entries.ts'
import { deviceOf } from '#server/testing/device.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

/** A roda of five with three months, before anything was asked. */
describe('a member who takes two places', () => {
  let testApp: TestApp
  let admin: string
  let [ana, bia]: Person[] = []
  let signs: Awaited<ReturnType<typeof deviceOf>>

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase(), {}, rodaPlan({ amountCents: 10_000, months: 3 }))
    admin = await testApp.administrator()
    ;[ana, bia] = await testApp.placed(5)
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
  const faults = async () => {
    const headers = { authorization: `Bearer ${admin}` }
    return (await verify(readLedger((await testApp.app.inject({ url: '/api/ledger/export', headers })).body))).faults
  }

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
    const [other] = (await testApp.call('GET /donations/to-send', bia!.token)).body
    const again = await testApp.call('POST /donations/{id}/comprovante', bia!.token, {
      params: { id: other!.id },
      body,
    })
    expect(again.body).toMatchObject({ receipt_reused: true })
    expect(await faults()).toEqual([])
  })

  test('lets nothing be asked of anybody while the places do not fit the plan', async () => {
    await takes(3)
    const queue = await testApp.services.db.select().from(entries)
    for (const { id } of queue.filter(({ memberId }) => memberId !== ana!.id).slice(0, 2))
      await testApp.call('DELETE /queue/{id}', admin, { params: { id } })
    expect((await asks()).body).toMatchObject({ code: 'shares.misfit' })
  })
})
