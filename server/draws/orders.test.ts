import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { orderText } from '#circle/ledger/orders.ts'
import type { LedgerRecord } from '#circle/ledger/records.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { readSignature } from '#server/access/read-signature.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { entries } from '#server/tables/entries.ts'
import { notices } from '#server/tables/notices.ts'
import { beginsWith } from '#server/testing/begins-with.ts'
import { deviceOf } from '#server/testing/device.ts'
import { foundsOrganisedRoda } from '#server/testing/organised-roda.ts'
import { amissOnDevice } from '#server/testing/shown-to-device.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

type Draws = AnswerOf<'GET /draws'>
type Signs = Awaited<ReturnType<typeof deviceOf>>
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Cida organises a real roda and takes part in it, with Ana, Bia and Caio. */
describe('a first order that everybody accepts', () => {
  let testApp: TestApp
  let circleId: string
  let cida: Person
  let ana: Person, bia: Person, caio: Person
  let everybody: Person[]
  let devices: Map<string, Signs>

  const begins = beginsWith(
    async (begun) => {
      testApp = begun
      const roda = await foundsOrganisedRoda(begun, { people: 4 })
      cida = roda.cida
      return { ...roda, people: [await comes(1), await comes(2), await comes(3)] as const }
    },
    { placed: 0 },
  )

  beforeEach(async () => {
    const { people, ...begun } = await begins()
    ;({ testApp, circleId, cida } = begun)
    ;[ana, bia, caio] = people
    everybody = [caio, ana, cida, bia]
    devices = new Map()
  })

  const asCida = (name: Parameters<TestApp['call']>[0], sent?: Parameters<TestApp['call']>[2]) =>
    testApp.call(name, cida.token, sent)
  const comes = async (n: number): Promise<Person> => {
    const person = await testApp.registers(n)
    expect((await asCida('PATCH /users/{id}/approve', { params: { id: person.id } })).status).toBe(200)
    return person
  }
  const ids = (people = everybody) => people.map(({ id }) => id)
  const proposes = (people = everybody) => asCida('POST /orders', { body: { member_ids: ids(people) } })
  const read = async (person = cida): Promise<Draws> => (await testApp.call('GET /draws', person.token)).body
  const proposal = async (person = cida) => (await read(person)).proposal
  /** The hash as the member's own device makes it, of what it shows. */
  const hashOf = ({ id, people }: NonNullable<Draws['proposal']>) =>
    sha256(orderText(circleId, id, ids(people as never)))
  const signs = async (person: Person, orderId: string, image: string) => {
    const device = devices.get(person.id) ?? (await deviceOf(testApp, person))
    devices.set(person.id, device)
    return device({ act: 'accept_order', donationId: orderId, image }, {}, person)
  }
  const accepts = async (person: Person) => {
    const shown = (await proposal(person))!
    const hash = hashOf(shown)
    const headers = await signs(person, shown.id, hash)
    const sent = { params: { id: shown.id }, body: { hash }, headers }
    return testApp.call('POST /orders/{id}/accept', person.token, sent)
  }
  const withdraws = async () =>
    asCida('POST /orders/{id}/withdraw', { params: { id: (await proposal())?.id ?? circleId } })
  const places = async () => {
    const rows = await testApp.services.db.select().from(entries).where(eq(entries.circleId, circleId))
    return rows.toSorted((a, b) => a.position - b.position).map(({ memberId }) => memberId)
  }
  const told = (userId: string, kind: 'order.proposed' | 'order.ended' | 'draw.done') =>
    testApp.services.db.$count(notices, and(eq(notices.userId, userId), eq(notices.kind, kind)))
  const changed = async () => {
    const { data }: AnswerOf<'GET /circle/changes'> = (await testApp.call('GET /circle/changes', ana.token)).body
    return data.map(({ kind }) => kind)
  }
  const codes = async () => {
    const headers = { authorization: `Bearer ${cida.token}` }
    const { faults } = await verify(readLedger((await testApp.app.inject({ url: '/api/ledger/export', headers })).body))
    return faults.map(({ code }) => code)
  }
  /** The server of somebody who does not ask: it writes what it likes in anybody's name. */
  const writes = <T>(actorId: string | null, work: (circle: LockedCircle) => Promise<T>) => {
    const actor = actorId === null ? null : ({ id: actorId, via: 'password', circleId: 'elsewhere' } as never)
    return withCircle({ ...testApp.services, actor, actorId }, circleId, work)
  }
  const records = (actorId: string | null, record: LedgerRecord) => writes(actorId, ({ note }) => note(record))
  const applies = (drawId: string, memberIds = ids()) =>
    writes(null, ({ perform }) => perform({ kind: 'apply_draw', drawId, memberIds }))

  test('holds with the last one’s signed word, and all are told of it and of their place', async () => {
    expect((await proposes()).status).toBe(201)
    expect([await told(ana.id, 'order.proposed'), await told(cida.id, 'order.proposed')]).toEqual([1, 1])
    for (const person of [ana, bia, cida]) expect((await accepts(person)).status).toBe(200)
    await accepts(ana)
    expect(await places()).toEqual([])
    expect(await proposal(ana)).toMatchObject({ state: 'open', accepted: 3, mine: true })
    expect((await proposal(caio))!.people.map(({ accepted }) => accepted)).toEqual([null, null, null, null])
    expect((await proposal())!.people.map(({ accepted }) => accepted)).toEqual([false, true, true, true])
    expect((await accepts(caio)).body).toMatchObject({ order: { is_agreed: true, changes: 0 } })
    expect(await amissOnDevice(testApp, ana)).toEqual([])
    const { state, people } = (await proposal(ana))!
    expect([state, people.map(({ id }) => id)]).toEqual(['agreed', ids()])
    const known = async () => (await testApp.call('GET /circle/known-places', ana.token)).body
    expect(await known()).toHaveLength(4)
    expect(await places()).toEqual(ids())
    expect(await told(bia.id, 'draw.done')).toBe(1)
    expect((await changed()).slice(0, 2)).toEqual(['queue.drawn', 'order.proposed'])
    expect(await codes()).toEqual([])
  })

  test('is accepted by the signature of the own device alone, and only as it is shown', async () => {
    await proposes()
    const shown = (await proposal(ana))!
    const sent = { params: { id: shown.id }, body: { hash: hashOf(shown) } }
    const code = async (more: object = {}) =>
      (await testApp.call('POST /orders/{id}/accept', ana.token, { ...sent, ...more })).body.code
    expect(await code()).toBe('signature.needed')
    const other = sha256('another order')
    expect(await code({ headers: await signs(ana, shown.id, other) })).toBe('signature.invalid')
    expect(await code({ headers: await signs(ana, shown.id, other), body: { hash: other } })).toBe('order.over')
    expect((await proposal(ana))!.accepted).toBe(0)
  })

  test('is one of everybody approved, proposed once, before anything else', async () => {
    const code = async (answer: ReturnType<typeof proposes>) => (await answer).body.code
    expect(await code(proposes([ana, bia, caio]))).toBe('order.people')
    expect(await code(proposes([ana, ana, bia, caio]))).toBe('order.people')
    await asCida('POST /draws', { body: { join_hours: 1, open_hours: 1 } })
    expect(await code(proposes())).toBe('draw.running')
    testApp.clock.advance(3_600_000 * 3)
    await runDueJobs(testApp.services)
    cida = { ...cida, token: await testApp.administrator() }
    await asCida('POST /admin/circles/{id}/select', { params: { id: circleId } })
    expect((await proposes()).status).toBe(201)
    expect(await code(proposes())).toBe('order.stands')
    expect(await code(asCida('POST /draws', { body: {} }))).toBe('order.stands')
    expect((await read()).why_not).toMatch(/^Há uma ordem proposta/)
    await withdraws()
    await asCida('POST /donations/admin/generate-monthly-pull', { body: {} })
    expect(await code(proposes())).toBe('draw.not_first')
  })

  test('falls when somebody comes before all accepted; all are told once, and another may be proposed', async () => {
    await proposes()
    await accepts(ana)
    const davi = await comes(4)
    expect(await proposal(ana)).toMatchObject({ state: 'fallen' })
    expect((await accepts(bia)).body.code).toBe('order.over')
    await Promise.all([runDueJobs(testApp.services), runDueJobs(testApp.services)])
    expect([await told(davi.id, 'order.ended'), await told(ana.id, 'order.ended')]).toEqual([1, 1])
    expect((await proposes([...everybody, davi])).status).toBe(201)
    expect(await codes()).toEqual([])
  })

  test('is withdrawn by whoever organises, with everybody told, and a draw may begin', async () => {
    await proposes()
    await accepts(ana)
    expect((await withdraws()).body.proposal).toMatchObject({ state: 'withdrawn' })
    expect((await withdraws()).body.code).toBe('order.over')
    expect((await accepts(bia)).body.code).toBe('order.over')
    expect(await told(ana.id, 'order.ended')).toBe(1)
    expect((await asCida('POST /draws', { body: {} })).body.proposal).toBeNull()
    expect(await codes()).toEqual([])
  })

  test('is applied by the minute’s job where a process died right after the last word', async () => {
    await proposes()
    for (const person of [ana, bia, cida]) await accepts(person)
    const shown = (await proposal())!
    const hash = hashOf(shown)
    const actor = { id: caio.id, via: 'password', circleId, helperId: null } as never
    const context = { ...testApp.services, actor, actorId: caio.id } as never
    const header = (await signs(caio, shown.id, hash))['ciranda-signature']
    const signed = await readSignature(context, 'accept_order', { params: { id: shown.id }, body: { hash } }, header)
    await withCircle({ ...testApp.services, actor, actorId: caio.id, signed }, circleId, ({ note }) =>
      note({ kind: 'order.accepted', orderId: shown.id, memberId: caio.id, hash }),
    )
    expect(await places()).toEqual([])
    await runDueJobs(testApp.services)
    expect(await places()).toEqual(ids())
    expect(await codes()).toEqual([])
  })

  describe('made up by whoever owns the machine is found by every verifier:', () => {
    test('applied without somebody’s word', async () => {
      await proposes()
      for (const person of [ana, bia, cida]) await accepts(person)
      await applies((await proposal())!.id)
      expect(await codes()).toEqual(['order.unaccepted'])
    })

    test('accepted in somebody’s name', async () => {
      await proposes()
      for (const person of [ana, bia, cida]) await accepts(person)
      const shown = (await proposal())!
      const word = { kind: 'order.accepted', orderId: shown.id, memberId: caio.id, hash: hashOf(shown) } as const
      await records(caio.id, word)
      await applies(shown.id)
      expect((await codes()).toSorted()).toEqual(['order.accepted_wrongly', 'order.unaccepted'])
      // The word of somebody who has a device is not even written without it.
      await expect(records(ana.id, { ...word, memberId: ana.id })).rejects.toThrow('signature.needed')
    })

    test('changed after everybody’s word', async () => {
      await proposes()
      for (const person of [ana, bia, cida]) await accepts(person)
      await applies((await proposal())!.id, ids([ana, bia, caio, cida]))
      expect(await codes()).toEqual(['order.unaccepted'])
    })

    test('proposed anew under words that were given for another', async () => {
      await proposes()
      for (const person of [ana, bia, cida]) await accepts(person)
      await withdraws()
      const other = [ana, bia, caio, cida]
      const hash = sha256(orderText(circleId, circleId, ids(other)))
      await records(cida.id, { kind: 'order.proposed', orderId: circleId, memberIds: ids(other).join(','), hash })
      await applies(circleId, ids(other))
      expect(await codes()).toEqual(['order.unaccepted'])
    })

    test('proposed by a member, or called off in nobody’s name', async () => {
      const hash = sha256(orderText(circleId, circleId, ids()))
      await records(ana.id, { kind: 'order.proposed', orderId: circleId, memberIds: ids().join(','), hash })
      await records(null, { kind: 'order.lapsed', orderId: circleId })
      expect((await codes()).toSorted()).toEqual(['administrator.unknown', 'order.ended_wrongly'])
    })
  })
})
