import { beforeEach, describe, expect, test } from 'vitest'
import { ledger } from '#server/tables/ledger.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

type Person = { id: string; token: string }
type Donation = { id: string; donorId: string; receiverId: string; waiting: boolean; type: string; amount: number }

describe('levels', () => {
  let testApp: TestApp
  let people: Person[]
  let first: Person

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 5 }))
    people = await testApp.placed(5)
    first = people[0]!
    await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
  })

  const progress = async (who: Person) => (await testApp.call('GET /donations/my-level-progress', who.token)).body
  const accept = (who: Person, from = 1, to = 2, headers: Record<string, string> = {}) =>
    testApp.call('POST /donations/accept-upgrade', who.token, { body: { from_level: from, to_level: to }, headers })
  const kinds = async () =>
    (await testApp.services.db.select().from(ledger).orderBy(ledger.seq)).map(({ kind }) => kind)

  /** Everybody who owes a donation to the first person pays it, and the first person confirms. */
  async function completeFirst() {
    for (const { token } of people) {
      const toFirst = (await testApp.call('GET /donations/to-send', token)).body.filter(
        (one: Donation) => one.receiverId === first.id,
      )
      for (const { id } of toFirst) {
        await testApp.pays(id, token)
        await testApp.call('PATCH /donations/{id}/confirm', first.token, { params: { id } })
      }
    }
  }

  test('progress goes from zero to complete, with the upgrade offered and its cost', async () => {
    expect(await progress(first)).toMatchObject({
      current_level: 1,
      upgrade: null,
      upgrades: [],
      levels: [
        {
          level: 1,
          level_completed: false,
          donations_received: 0,
          donations_required: 3,
          progress_percentage: 0,
          total_received: 0,
        },
        { level: 2, donations_required: 18 },
        { level: 3, donations_required: 27 },
      ],
    })
    const sent = (await testApp.call('GET /donations/to-receive', first.token)).body as Donation[]
    const donor = people.find(({ id }) => id === sent[0]!.donorId)!
    await testApp.pays(sent[0]!.id, donor.token)
    await testApp.call('PATCH /donations/{id}/confirm', first.token, { params: { id: sent[0]!.id } })
    expect((await progress(first)).levels[0]).toMatchObject({
      donations_received: 1,
      progress_percentage: 33,
      total_received: 100,
      level_completed_at: null,
    })
    await completeFirst()
    const complete = await progress(first)
    expect(complete.levels[0]).toMatchObject({
      level_completed: true,
      donations_received: 3,
      progress_percentage: 100,
      total_received: 300,
    })
    expect(complete.levels[0].level_completed_at).toMatch(/^2026-11-10T/)
    expect(complete.upgrade).toMatchObject({
      can_upgrade: true,
      can_afford: true,
      from_level: 1,
      to_level: 2,
      user_balance: 300,
      requirements: { upgrade_amount: 200, cascade_amount: 100, reinjection_amount: 0, total: 300 },
    })
    expect((await testApp.call('GET /donations/my-level-progress', null)).status).toBe(401)
  })

  test('an upgrade that is not offered, or not to the next level, is refused', async () => {
    expect(await accept(first)).toMatchObject({
      status: 409,
      body: { code: 'upgrade.not_available', message: 'Este upgrade não está disponível.' },
    })
    expect((await accept(first, 2, 3)).status).toBe(409)
    expect((await accept(first, 1, 3)).status).toBe(409)
    for (const [from, to] of [
      [0, 1],
      [3, 4],
      [1.5, 2],
    ] as const)
      expect((await accept(first, from, to)).status).toBe(400)
    const stranger = await testApp.registers(9)
    expect((await accept(stranger)).status).toBe(403)
    expect(await kinds()).not.toContain('upgrade.accepted')
  })

  test('accepted twice at once, it creates the obligations and the entry of one', async () => {
    await completeFirst()
    const both = await Promise.all([accept(first), accept(first)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 201)!.body).toMatchObject({ new_level: 2 })
    expect(both.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'upgrade.already_accepted',
      message: 'Você já aceitou este upgrade.',
    })
    expect((await kinds()).filter((kind) => kind === 'upgrade.accepted')).toHaveLength(1)
    const owed = (await testApp.call('GET /donations/to-send', first.token)).body as Donation[]
    expect(owed.filter(({ type }) => type === 'UPGRADE_N2').map(({ amount }) => amount)).toEqual([200])
    expect(owed.filter(({ type }) => type === 'CASCADE_N1').map(({ amount }) => amount)).toEqual([100])
    const queue = (await testApp.call('GET /queue', await testApp.administrator(), { query: '?donation_number=2' }))
      .body
    expect(queue.filter((one: { user_id: string }) => one.user_id === first.id)).toHaveLength(1)
    expect((await progress(first)).upgrades).toEqual([])
    expect(
      (
        await testApp.call('GET /donations/admin/level-stats/{level}', await testApp.administrator(), {
          params: { level: '2' },
        })
      ).status,
    ).toBe(200)
  })

  test('a request repeated with its key gets the first answer', async () => {
    await completeFirst()
    const headers = { 'idempotency-key': '4b5a4d2e-0000-4000-8000-000000000001' }
    const answers = [await accept(first, 1, 2, headers), await accept(first, 1, 2, headers)]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await accept(first, 2, 3, headers)).body).toMatchObject({ code: 'idempotency.key_reused' })
  })

  test('the same key while its first request is running is refused and does nothing', async () => {
    const blocked = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const { withIdempotency } = await import('#server/http/idempotency.ts')
    const context = { ...testApp.services, actor: null, actorId: null, requestId: 'test' } as unknown as Parameters<
      typeof withIdempotency
    >[0]
    const request = { key: 'a-key-of-one-request', call: 'POST /x', bodyHash: 'x' }
    const running = withIdempotency(context, request, async () => async () => {
      begun.resolve()
      await blocked.promise
      return 'done'
    })
    const again = () => withIdempotency(context, request, async () => async () => 'again')
    await begun.promise
    await expect(again()).rejects.toMatchObject({ code: 'idempotency.in_progress' })
    blocked.resolve()
    expect(await running).toBe('done')
    expect(await again()).toBe('done')
  })
})
