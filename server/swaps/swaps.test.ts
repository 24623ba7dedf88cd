import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { acceptText, swapText } from '#circle/ledger/swaps.ts'
import { presets, rodaPlan } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { entries } from '#server/tables/entries.ts'
import { notices } from '#server/tables/notices.ts'
import { deviceOf } from '#server/testing/device.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { amissOnDevice } from '#server/testing/shown-to-device.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

let testApp: TestApp
let [ana, bia, caio, davi]: Person[] = []
let signs: Map<Person, Awaited<ReturnType<typeof deviceOf>>>

const begins = async (plan: Plan) => {
  testApp = await createTestApp(await openTestDatabase(), {}, plan)
  ;[ana, bia, caio, davi] = await testApp.placed(4)
  signs = new Map()
  for (const person of [ana!, bia!, caio!, davi!]) signs.set(person, await deviceOf(testApp, person))
}
beforeEach(() => begins(presets.roda))

const ask = async (
  who: Person,
  other: Person,
  [position, other_position]: [number, number],
  isSigned = true,
  id: string = randomUUID(),
) => {
  const image = sha256(swapText(id, position, other_position))
  const headers = isSigned ? await signs.get(who)!({ act: 'ask_swap', donationId: other.id, image }) : {}
  const body = { id, member_id: other.id, position, other_position }
  const shown: Shown = { memberId: who.id, position, otherPosition: other_position }
  return { id, shown, ...(await testApp.call('POST /me/swaps', who.token, { body, headers })) }
}
type Shown = { readonly memberId: string; readonly position: number; readonly otherPosition: number }
const accept = async (who: Person, { id, shown }: { id: string; shown: Shown }, isSigned = true) => {
  const hash = sha256(acceptText({ swapId: id, ...shown }))
  const headers = isSigned ? await signs.get(who)!({ act: 'accept_swap', donationId: id, image: hash }) : {}
  return testApp.call('POST /me/swaps/{id}/accept', who.token, { params: { id }, body: { hash }, headers })
}
const end = async (who: Person, id: string) => {
  const headers = await signs.get(who)!({ act: 'end_swap', donationId: id })
  return testApp.call('DELETE /me/swaps/{id}', who.token, { params: { id }, headers })
}
const list = async (who: Person) => (await testApp.call('GET /me/swaps', who.token)).body
const order = async () =>
  (await testApp.services.db.select().from(entries).orderBy(entries.position)).map(({ memberId }) => memberId)
const told = async (kind: (typeof notices.$inferSelect)['kind']) =>
  (await testApp.services.db.select().from(notices).where(eq(notices.kind, kind)))
    .map(({ userId }) => userId)
    .toSorted()
const readBack = async () => {
  const headers = { authorization: `Bearer ${await testApp.administrator()}` }
  return verify(readLedger((await testApp.app.inject({ method: 'GET', url: '/api/ledger/export', headers })).body))
}

describe('a swap of turns', () => {
  test('is asked for by one and accepted by the other, each signed; everybody is told, and the verifier agrees', async () => {
    const asked = await ask(bia!, davi!, [2, 4])
    expect(asked.status).toBe(201)
    expect(await told('swap.asked')).toEqual([davi!.id])
    const toDavi = { id: asked.id, mine: false, member_id: bia!.id, position: 4, other_position: 2 }
    expect((await list(davi!)).asks).toMatchObject([toDavi])
    expect((await list(caio!)).asks).toEqual([])
    expect((await accept(caio!, asked)).status).toBe(404)
    expect((await accept(bia!, asked)).status).toBe(404)
    // Shown another person, or other places, Davi's device signed for that: it is no yes to this.
    for (const other of [{ memberId: caio!.id }, { position: 3 }])
      expect((await accept(davi!, { ...asked, shown: { ...asked.shown, ...other } })).body.code).toBe('swap.changed')
    expect((await accept(davi!, asked)).status).toBe(200)
    expect(await order()).toEqual([ana!.id, davi!.id, caio!.id, bia!.id])
    // The journal of the order has it, as nobody's to undo; the draw's page counts the administration's changes alone.
    const admin = await testApp.administrator()
    const [line, ...placed] = (await testApp.call('GET /queue/changes', admin)).body.data
    const moves = [
      { id: davi!.id, from: 4, to: 2 },
      { id: bia!.id, from: 2, to: 4 },
    ]
    expect(line).toMatchObject({ kind: 'swap_turns', by: line!.moves[0]!.name, moves, can_undo: false, why_not: null })
    expect((await testApp.call('GET /draws', ana!.token)).body.order.changes).toBe(placed.length)
    expect(await amissOnDevice(testApp, ana!)).toEqual([])
    expect(await told('turns.swapped')).toEqual([ana!.id, bia!.id, caio!.id].toSorted())
    expect((await accept(davi!, asked)).status).toBe(404)
    const { faults, signatures } = await readBack()
    expect([faults, signatures!.unsigned]).toEqual([[], []])
  })

  test('is not without both signatures, and one that the server invents is found', async () => {
    expect((await ask(bia!, davi!, [2, 4], false)).body.code).toBe('signature.needed')
    const asked = await ask(bia!, davi!, [2, 4])
    const { id } = asked
    expect((await accept(davi!, asked, false)).body.code).toBe('signature.needed')
    const circleId = (await testApp.call('GET /circle', ana!.token)).body.id
    const author = { actorId: davi!.id, actor: { via: 'password' as const }, signed: null }
    const swap = { kind: 'swap_turns', swapId: id, memberId: davi!.id, otherId: bia!.id } as const
    await withCircle({ ...testApp.services, ...author }, circleId, ({ perform }) =>
      perform({ ...swap, position: 4, otherPosition: 2 }),
    )
    expect((await readBack()).faults.map(({ code }) => code)).toEqual(['swap.unsigned'])
  })

  test('falls with the device that asked for it, where its member takes that away or loses the phone; the other is told', async () => {
    const asked = await ask(bia!, davi!, [2, 4])
    const [{ id }] = (await testApp.call('GET /me/device-keys', bia!.token)).body
    expect((await testApp.call('DELETE /me/device-keys/{id}', bia!.token, { params: { id } })).status).toBe(200)
    expect([(await list(davi!)).asks, (await list(bia!)).asks]).toEqual([[], []])
    expect((await accept(davi!, asked)).status).toBe(404)
    expect(await told('swap.ended')).toEqual([davi!.id])
    // Another's request stays, and so does one to somebody whose phone is gone.
    const other = await ask(caio!, davi!, [3, 4])
    const [paper] = (await testApp.call('POST /me/recovery-codes', davi!.token, { body: { password: PASSWORD } })).body
      .codes as string[]
    const { cpf } = (await testApp.call('GET /users/profile', davi!.token)).body
    expect((await testApp.call('POST /auth/lost-phone', null, { body: { cpf, codes: [paper!] } })).status).toBe(200)
    expect((await list(caio!)).asks).toMatchObject([{ id: other.id }])
    expect(await told('swap.ended')).toEqual([davi!.id])
    expect((await readBack()).faults).toEqual([])
  })

  test('ends when either says so, or when the places are others', async () => {
    const first = await ask(bia!, davi!, [2, 4])
    expect((await end(caio!, first.id)).status).toBe(404)
    expect((await end(davi!, first.id)).body.asks).toEqual([])
    expect(await told('swap.ended')).toEqual([bia!.id])
    // Asked again under the id of one that was ended, it is that one: nothing stands, and no verifier finds an id used twice.
    expect((await ask(bia!, davi!, [2, 4], true, first.id)).body.asks).toEqual([])
    const second = await ask(bia!, davi!, [2, 4])
    expect((await list(davi!)).asks).toMatchObject([{ id: second.id, why_not: null }])
    const third = await ask(caio!, davi!, [3, 4])
    expect((await accept(davi!, third)).status).toBe(200)
    expect((await accept(davi!, second)).body.code).toBe('swap.changed')
    // A request that would be refused is not offered, and says why to both.
    const why_not = expect.stringMatching(/^Os lugares mudaram desde o pedido/)
    for (const who of [bia!, davi!]) expect((await list(who)).asks).toMatchObject([{ id: second.id, why_not }])
    const { faults, signatures } = await readBack()
    expect([faults, signatures!.unsigned]).toEqual([[], []])
  })

  test('is asked for six times a day and no more: each request rings at somebody’s door', async () => {
    for (let asked = 0; asked < 6; asked += 1) await end(bia!, (await ask(bia!, davi!, [2, 4])).id)
    expect((await ask(bia!, caio!, [2, 3])).body.code).toBe('swap.too_often')
    expect((await ask(caio!, davi!, [3, 4])).status).toBe(201)
  })

  test('keeps others from paying ahead to either of the two until it is answered', async () => {
    // This month Ana began the turn of Bia; her next month is for Caio, who still waits.
    await begins(rodaPlan({ amountCents: 10_000, months: 3 }))
    await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
    const months = async () => (await testApp.call('GET /me/ahead', ana!.token)).body
    expect((await months()).next).toMatchObject({ member_id: caio!.id })
    const { id } = await ask(caio!, davi!, [3, 4])
    expect((await months()).why).toContain('Espere a resposta')
    const pays = async () =>
      testApp.call('POST /me/ahead', ana!.token, {
        body: { member_id: caio!.id },
        headers: await signs.get(ana!)!({ act: 'pay_ahead', donationId: caio!.id }),
      })
    expect(await pays()).toMatchObject({ status: 409, body: { code: 'ahead.receiver_moving' } })
    await end(caio!, id)
    const asked = async () => (await testApp.call('GET /donations/stats', ana!.token)).body.nextMonthlyContribution
    expect(await asked()).toBe('2026-12-01T03:00:00.000Z')
    expect(await pays()).toMatchObject({ status: 201 })
    // December is counted as given: nothing is asked of her in it.
    expect(await asked()).toBe('2027-01-01T03:00:00.000Z')
    const { faults, signatures } = await readBack()
    expect([faults, signatures!.unsigned.filter(({ act }) => act === 'pay_ahead')]).toEqual([[], []])
  })

  test('is offered with who still waits alone, and refused in a sentence once a turn began', async () => {
    expect((await list(ana!)).people.map(({ position }: { position: number }) => position)).toEqual([2, 3, 4])
    await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
    expect(await list(ana!)).toMatchObject({ position: null, people: [] })
    const refused = await ask(bia!, ana!, [2, 1])
    expect(refused).toMatchObject({ status: 409, body: { code: 'swap.receiving' } })
    expect(refused.body.message).toContain('Escolha quem ainda espera')
    for (const { member_id: id, position } of (await list(bia!)).people.slice(0, 1))
      expect(
        (
          await ask(
            bia!,
            [caio!, davi!].find((one) => one.id === id)!,
            [2, position],
          )
        ).status,
      ).toBe(201)
  })
})
