import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { substituteText } from '#circle/ledger/substitutes.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { isAheadOf, statesOf } from '#circle/ledger/shown-state.ts'
import { presets } from '#circle/plan.ts'
import { foresee } from '#circle/simulation/foreseen.ts'
import { loadState } from '#server/circle-store/load.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { replayLedger } from '#server/circle-store/testing/replay.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { transaction } from '#server/database/transaction.ts'
import { checkCircle } from '#server/scrubber/check-circle.ts'
import { circles } from '#server/tables/circles.ts'
import { notices } from '#server/tables/notices.ts'
import { ensureMayHandOver } from './substitute.ts'
import { deviceOf } from '#server/testing/device.ts'
import { neverAccepted } from '#server/testing/never-accepted.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

let testApp: TestApp
let [ana, bia, caio, davi, gil]: Person[] = []
let signs: Map<Person, Awaited<ReturnType<typeof deviceOf>>>
let circleId: string

beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase(), {}, presets.roda)
  ;[ana, bia, caio, davi] = await testApp.placed(4)
  gil = await testApp.registers(9)
  await testApp.call('PATCH /users/{id}/approve', await testApp.administrator(), { params: { id: gil.id } })
  signs = new Map()
  for (const person of [ana!, bia!, caio!, davi!, gil]) signs.set(person, await deviceOf(testApp, person))
  circleId = (await testApp.call('GET /circle', ana!.token)).body.id
})

const view = async (who: Person) => (await testApp.call('GET /me/substitutes', who.token)).body
const ask = async (who: Person, newcomer: Person, isSigned = true, sums?: object, id: string = randomUUID()) => {
  const { place } = await view(who)
  const { given, received } = { given: place?.given ?? 0, received: place?.received ?? 0, ...sums }
  const of = { substituteId: id, memberId: who.id, newcomerId: newcomer.id }
  const hash = sha256(substituteText({ ...of, givenCents: given * 100, receivedCents: received * 100 }))
  const headers = isSigned ? await signs.get(who)!({ act: 'ask_substitute', donationId: newcomer.id, image: hash }) : {}
  const body = { id, member_id: newcomer.id, given, received, hash }
  return { id, hash, ...(await testApp.call('POST /me/substitutes', who.token, { body, headers })) }
}
type Asked = Awaited<ReturnType<typeof ask>>
const accept = async (who: Person, { id, hash }: Pick<Asked, 'id' | 'hash'>, isSigned = true) =>
  testApp.call('POST /me/substitutes/{id}/accept', who.token, {
    params: { id },
    body: { hash },
    headers: isSigned ? await signs.get(who)!({ act: 'accept_substitute', donationId: id, image: hash }) : {},
  })
const approve = async ({ id }: Pick<Asked, 'id'>) =>
  testApp.call('POST /admin/substitutes/{id}/approve', await testApp.administrator(), { params: { id } })
const end = async (who: Person, id: string) => {
  const headers = await signs.get(who)!({ act: 'end_substitute', donationId: id })
  return testApp.call('DELETE /me/substitutes/{id}', who.token, { params: { id }, headers })
}
const pull = async () =>
  testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
const toSend = async (who: Person) => (await testApp.call('GET /donations/to-send', who.token)).body
const toReceive = async (who: Person) => (await testApp.call('GET /donations/to-receive', who.token)).body
const told = async (kind: (typeof notices.$inferSelect)['kind']) =>
  (await testApp.services.db.select().from(notices).where(eq(notices.kind, kind)))
    .map(({ userId }) => userId)
    .toSorted()
const exported = async () => {
  const headers = { authorization: `Bearer ${await testApp.administrator()}` }
  return readLedger((await testApp.app.inject({ method: 'GET', url: '/api/ledger/export', headers })).body)
}
const readBack = async () => verify(await exported())
const states = () =>
  transaction(testApp.services.db, async (tx) => {
    const [circle] = await tx.select().from(circles).where(eq(circles.id, circleId))
    return [await loadState(tx, circle!), await replayLedger(tx, circleId)]
  })
const handsOver = async (who: Person) => {
  const asked = await ask(who, gil!)
  await accept(gil!, asked)
  expect((await approve(asked)).status).toBe(200)
}

describe('a place handed over', () => {
  test('is asked for six times a day and no more', async () => {
    for (let asked = 0; asked < 6; asked += 1) await end(davi!, (await ask(davi!, gil!)).id)
    expect((await ask(davi!, gil!)).body.code).toBe('substitute.too_often')
  })

  test('is asked for, accepted and decided by three people; everybody is told, and the verifier agrees', async () => {
    const asked = await ask(davi!, gil!)
    expect(asked.status).toBe(201)
    expect(await told('substitute.asked')).toEqual([gil!.id])
    const shown = (await view(gil!)).asks[0]
    expect(shown).toMatchObject({ id: asked.id, member_id: davi!.id, accepted: false })
    expect((await view(davi!)).asks[0].newcomer_name).toBeNull()
    expect((await view(caio!)).asks).toEqual([])
    expect((await approve(asked)).body.code).toBe('substitute.not_accepted')
    expect((await accept(caio!, asked)).status).toBe(404)
    expect((await accept(gil!, asked)).status).toBe(200)
    expect(await told('substitute.accepted')).toEqual([davi!.id])
    expect((await told('substitute.waits')).length).toBe(1)
    expect((await view(davi!)).asks[0]).toMatchObject({ accepted: true, newcomer_name: expect.any(String) })
    const waiting = await testApp.call('GET /admin/substitutes', await testApp.administrator())
    expect(waiting.body.asks).toMatchObject([{ id: asked.id, position: 4 }])
    expect((await approve(asked)).body.asks).toEqual([])
    expect(await told('place.handed_over')).toEqual([ana!.id, bia!.id, caio!.id, davi!.id, gil!.id].toSorted())
    expect((await view(gil!)).place).toMatchObject({ position: 4 })
    expect((await view(gil!)).done).toMatchObject([{ member_id: davi!.id }])
    const paper = async (who: Person) =>
      testApp.call('GET /substitutes/{id}/paper', who.token, { params: { id: asked.id }, query: '?format=json' })
    expect((await paper(davi!)).body).toMatchObject({ given: 0, received: 0, newcomer: expect.any(String) })
    expect((await paper(gil!)).status).toBe(200)
    expect((await paper(caio!)).status).toBe(404)
    const pdf = await testApp.call('GET /substitutes/{id}/paper', davi!.token, { params: { id: asked.id } })
    expect(pdf.headers['content-type']).toBe('application/pdf')
    const { faults, signatures } = await readBack()
    expect([faults, signatures!.unsigned]).toEqual([[], []])
  })

  test('leaves nobody waiting for the consent of who handed it over', async () => {
    await handsOver(davi!)
    await neverAccepted(testApp.services, davi!.id)
    await neverAccepted(testApp.services, caio!.id)
    const consent = async (who: Person) => (await testApp.call('GET /me/terms', who.token)).body
    expect(await consent(davi!)).toMatchObject({ is_accepted: false, is_asked: false })
    expect(await consent(caio!)).toMatchObject({ is_accepted: false, is_asked: true })
  })

  test('takes its donations along, with deadline and age: the newcomer pays, under the other’s eyes and key', async () => {
    await pull()
    const [before] = await toSend(davi!)
    const receiver = [ana!, bia!, caio!].find(({ id }) => id === before.receiverId)!
    await handsOver(davi!)
    expect(await toSend(davi!)).toEqual([])
    const [after] = await toSend(gil!)
    expect(after).toMatchObject({ id: before.id, deadline: before.deadline, receiverId: receiver.id, donorId: gil!.id })
    expect(await told('donation.handed_over')).toContain(receiver.id)
    const keys = (await testApp.call('GET /ledger/payment-keys', gil!.token)).body
    expect(keys.donations[0].matched).toMatchObject({ kind: 'donation.handed_over' })
    expect((await testApp.pays(before.id, gil!.token)).status).toBe(201)
    const signed = await signs.get(receiver)!({ act: 'confirm', donationId: before.id })
    const confirmed = await testApp.call('PATCH /donations/{id}/confirm', receiver.token, {
      params: { id: before.id },
      headers: signed,
    })
    expect(confirmed.status).toBe(200)
    // One place is asked once a month, also after the state was loaded anew.
    testApp.services.stateCache.clear()
    expect((await pull()).body).toMatchObject({ createdCount: 0 })
    const [stored, replayed] = await states()
    expect(stored).toEqual(replayed)
    expect((await readBack()).faults).toEqual([])
  })

  test('whose month was paid already is not asked for it again', async () => {
    await pull()
    const [donation] = await toSend(davi!)
    const receiver = [ana!, bia!, caio!].find(({ id }) => id === donation.receiverId)!
    const params = { id: donation.id }
    expect((await testApp.pays(donation.id, davi!.token)).status).toBe(201)
    const headers = await signs.get(receiver)!({ act: 'confirm', donationId: donation.id })
    expect((await testApp.call('PATCH /donations/{id}/confirm', receiver.token, { params, headers })).status).toBe(200)
    const asked = await ask(davi!, gil!)
    const whole = (presets.roda.levels[0].required * presets.roda.levels[0].donationCents) / 100
    // The newcomer reads what the place still gives and receives, and when its turn is.
    const { seq, at: time, asks } = await view(gil!)
    const { still } = asks[0]
    expect(still).toEqual({
      give: whole - donation.amount,
      receive: whole,
      turns: [expect.stringMatching(/^202\d-\d\d$/)],
    })
    // And by the ledger, from which their device tells it anew.
    const entries = (await exported()).entries as LedgerEntry[]
    const at = Date.parse(time)
    const inCents = { giveCents: still.give * 100, receiveCents: still.receive * 100, turns: still.turns }
    const shown = { seq, at, receivedAt: at, places: asks[0].places, still: inCents }
    expect(isAheadOf({ entries, stateAt: statesOf(entries) }, davi!.id, shown, foresee)).toBe(true)
    await accept(gil!, asked)
    expect((await approve(asked)).status).toBe(200)
    testApp.services.stateCache.clear()
    expect((await pull()).body).toMatchObject({ createdCount: 0 })
    const [stored, replayed] = await states()
    expect(stored).toEqual(replayed)
    // Nor does the scrubber take for a fault that its sums went along.
    expect(await checkCircle(testApp.services.db, circleId)).toEqual([])
  })

  test('lets who handed it over come in again, to a place of their own that is asked for like every other', async () => {
    await pull()
    await handsOver(davi!)
    const admin = await testApp.administrator()
    const left = async () =>
      (await testApp.call('GET /admin/standing', admin)).body.find(({ id }: { id: string }) => id === davi!.id)?.left
    expect(await left()).toBe(true)
    const [params, body] = [{ id: davi!.id }, { reason: 'Voltou para a rua.' }]
    expect((await testApp.call('POST /users/{id}/reinstate', admin, { params, body })).status).toBe(200)
    expect([await left(), await told('account.reinstated')]).toEqual([false, [davi!.id]])
    testApp.services.stateCache.clear()
    await testApp.call('POST /queue', admin, { body: { user_id: davi!.id, donation_number: 1, position: 9 } })
    await pull()
    expect((await toSend(davi!)).length).toBe(1)
    const [stored, replayed] = await states()
    expect(stored).toEqual(replayed)
    expect(await checkCircle(testApp.services.db, circleId)).toEqual([])
    expect((await readBack()).faults).toEqual([])
  })

  test('is paid on the newcomer’s key from then on, and its turn goes on', async () => {
    await pull()
    const towards = (await toReceive(ana!)).filter(({ status }: { status: string }) => status === 'PENDING_PAYMENT')
    expect(towards.length).toBeGreaterThan(0)
    const donor = [bia!, caio!, davi!].find(({ id }) => id === towards[0].donorId)!
    const [shownBefore] = await toSend(donor)
    await handsOver(ana!)
    const [shown] = await toSend(donor)
    expect(shown).toMatchObject({ id: shownBefore.id, receiverId: gil!.id })
    expect(shown.payment_salt).not.toBe(shownBefore.payment_salt)
    const keys = (await testApp.call('GET /ledger/payment-keys', donor.token)).body.donations[0]
    expect(keys.committed.payload).toMatchObject({ memberId: gil!.id })
    expect((await toReceive(gil!)).length).toBe(towards.length)
    const [stored, replayed] = await states()
    expect(stored).toEqual(replayed)
    expect((await readBack()).faults).toEqual([])
  })

  test('is not without the signatures, and one that the server invents is found', async () => {
    expect((await ask(davi!, gil!, false)).body.code).toBe('signature.needed')
    const asked = await ask(davi!, gil!)
    expect((await accept(gil!, asked, false)).body.code).toBe('signature.needed')
    const author = { actorId: gil!.id, actor: { via: 'password' as const }, signed: null }
    const of = { substituteId: asked.id, memberId: davi!.id, newcomerId: gil!.id, givenCents: 0, receivedCents: 0 }
    await withCircle({ ...testApp.services, ...author }, circleId, ({ perform }) =>
      perform({ kind: 'hand_over', ...of }),
    )
    expect((await readBack()).faults.map(({ code }) => code)).toContain('substitute.unasked')
  })

  test('is asked for with the sums that it has: with others, by which the two would settle, it is found', async () => {
    const author = { actorId: davi!.id, actor: { via: 'password' as const }, signed: null }
    const asks = (given: string) =>
      withCircle({ ...testApp.services, ...author }, circleId, ({ note }) =>
        note({
          kind: 'substitute.asked',
          substituteId: randomUUID(),
          memberId: davi!.id,
          subjectId: gil!.id,
          given,
          received: '0',
          hash: 'ab'.repeat(32),
        }),
      )
    const codes = async () => (await readBack()).faults.map(({ code }) => code)
    await asks('0')
    expect(await codes()).not.toContain('rules.refused')
    await asks('30000')
    expect(await codes()).toContain('rules.refused')
  })

  test('stays where it is while a receipt waits, which names whom to wait for, and ends when either says so', async () => {
    await pull()
    const [donation] = await toSend(davi!)
    await testApp.pays(donation.id, davi!.token)
    const { waits, people } = await view(davi!)
    expect(waits).toMatchObject({ why: 'receipt', name: expect.any(String) })
    expect(people).toEqual([{ member_id: gil!.id }])
    const refused = await ask(davi!, gil!)
    expect(refused).toMatchObject({ status: 409, body: { code: 'substitute.receipt_waits' } })
    expect(refused.body.message).toContain('Espere até que quem recebe confirme')
    const other = await ask(caio!, gil!)
    expect((await view(gil!)).asks).toMatchObject([{ places: 1, why_not: null }])
    await testApp.pays((await toSend(caio!))[0].id, caio!.token)
    // A request that would be refused is not offered, and says why to both.
    const why_not = expect.stringContaining('Um comprovante deste lugar espera resposta')
    for (const who of [gil!, caio!]) expect((await view(who)).asks).toMatchObject([{ why_not }])
    expect((await ask(bia!, gil!)).body.code).toBe('substitute.asked')
    expect((await end(davi!, other.id)).status).toBe(404)
    expect((await end(gil!, other.id)).body.asks).toEqual([])
    expect(await told('substitute.ended')).toEqual([caio!.id])
    expect((await accept(gil!, other)).status).toBe(404)
    // Asked again under its id it is that one, which no verifier finds used twice.
    expect((await ask(caio!, gil!, true, {}, other.id)).body.asks).toEqual([])
    expect((await readBack()).faults).toEqual([])
  })

  test('goes to nobody who owed something in the roda before', async () => {
    await pull()
    const entries = (await testApp.call('GET /queue', await testApp.administrator())).body
    const place = entries.find(({ user_id: id }: { user_id: string }) => id === davi!.id)
    await testApp.call('DELETE /queue/{id}', await testApp.administrator(), { params: { id: place.id } })
    expect((await ask(caio!, davi!)).body.code).toBe('substitute.not_new')
    // In another month the state says nothing of it any more.
    testApp.clock.advance(40 * 86_400_000)
    await pull()
    const author = { actorId: caio!.id, actor: { via: 'password' as const }, signed: null }
    const of = { substituteId: randomUUID(), memberId: caio!.id, newcomerId: davi!.id, givenCents: 0, receivedCents: 0 }
    const asking = withCircle({ ...testApp.services, ...author }, circleId, (circle) => ensureMayHandOver(circle, of))
    await expect(asking).rejects.toThrow('substitute.not_new')
  })
})
