import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { donations } from '#server/tables/donations.ts'
import { entries } from '#server/tables/entries.ts'
import { notices } from '#server/tables/notices.ts'
import { beginsWith } from '#server/testing/begins-with.ts'
import { deviceOf } from '#server/testing/device.ts'
import { foundsOrganisedRoda } from '#server/testing/organised-roda.ts'
import { ADMINISTRATOR, PASSWORD } from '#server/testing/test-app.ts'
import type { Answer, Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

const DAY = 24
const operator = {
  name: 'Outra Associação',
  document: '12.345.678/0001-95',
  contact: 'a@b.example',
  dataProtectionContact: 'a@b.example',
}

/** Cida organises a real roda of four, takes part in it, and looks for a way to be served before the others, or not to give. */
describe('an organiser who wants more than her turn', () => {
  let testApp: TestApp
  let circleId: string
  let cida: Person
  let people: (Person & { readonly email: string })[]

  const organised = beginsWith(
    async (begun) => {
      const roda = await foundsOrganisedRoda(begun, { people: 4 })
      const three: typeof people = []
      for (let n = 1; n <= 3; n += 1) {
        const person = await begun.registers(n)
        const { email } = (await begun.call('GET /users/profile', person.token)).body
        await begun.call('PATCH /users/{id}/approve', roda.cida.token, { params: { id: person.id } })
        three.push({ ...person, email })
      }
      return { ...roda, three }
    },
    { placed: 0 },
  )

  beforeEach(async () => {
    const begun = await organised()
    ;({ testApp, circleId, cida } = begun)
    people = [...begun.three]
  })

  const asCida = (name: Parameters<TestApp['call']>[0], sent?: Parameters<TestApp['call']>[2]) =>
    testApp.call(name, cida.token, sent)
  const signIn = async (body: object) => (await testApp.call('POST /auth/login', null, { body })).body.access_token
  const later = async (hours: number) => {
    testApp.clock.advance(hours * 3_600_000)
    await runDueJobs(testApp.services)
    cida = { ...cida, token: await signIn(ADMINISTRATOR) }
    await asCida('POST /admin/circles/{id}/select', { params: { id: circleId } })
    for (const [index, person] of people.entries())
      people[index] = { ...person, token: await signIn({ email: person.email, password: PASSWORD }) }
  }
  const tokenOf = (id: string | null) => [cida, ...people].find((one) => one.id === id)!.token
  const draw = async () => {
    const begun = await asCida('POST /draws', { body: { join_hours: 1, open_hours: 1 } })
    await later(3)
    return begun
  }
  const order = async () => {
    const rows = await testApp.services.db.select().from(entries).where(eq(entries.circleId, circleId))
    return rows.toSorted((a, b) => a.position - b.position).map(({ memberId }) => memberId)
  }
  const pull = () => asCida('POST /donations/admin/generate-monthly-pull', { body: {} })
  const rows = () =>
    testApp.services.db.select().from(donations).where(eq(donations.circleId, circleId)).orderBy(donations.id)
  const allPay = async () => {
    for (const { id, status, donorId, receiverId } of await rows()) {
      if (status !== 'PENDING_PAYMENT') continue
      expect((await testApp.pays(id, tokenOf(donorId))).status).toBe(201)
      const confirmed = await testApp.call('PATCH /donations/{id}/confirm', tokenOf(receiverId), { params: { id } })
      expect(confirmed.status).toBe(200)
    }
  }
  const accepts = async ({ token }: Person) => {
    const { terms_version } = (await testApp.call('GET /me/terms', token)).body
    expect((await testApp.call('POST /me/terms', token, { body: { terms_version } })).status).toBe(200)
  }
  const faults = async () => {
    const headers = { authorization: `Bearer ${cida.token}` }
    const book = (await testApp.app.inject({ url: '/api/ledger/export', headers })).body
    return (await verify(readLedger(book))).faults.map(({ code }) => code)
  }
  const said = ({ status, body }: Answer) => [status, body.message]
  const rotationOver = async () => {
    await draw()
    for (let month = 0; month < 3; month += 1) {
      expect((await pull()).status).toBe(201)
      await allPay()
      await later(31 * DAY)
    }
    expect((await asCida('POST /admin/circle/rotation')).status).toBe(200)
  }

  test('cannot change the terms, accept them with a friend, and be served before whoever has not looked yet', async () => {
    await rotationOver()
    const [first, ...others] = (await order()).map((id) => [cida, ...people].find((one) => one.id === id)!)
    for (const friend of others) await accepts(friend)
    expect(said(await pull())).toEqual([
      409,
      'Os termos mudaram há menos de três dias, e nem todos já os aceitaram. Peça que aceitem, ou espere os três dias: antes disso ninguém perde a vez.',
    ])
    expect((await rows()).every(({ status }) => status === 'CONFIRMED')).toBe(true)
    // A server that asks all the same is found.
    const patched = { ...testApp.services, actorId: null }
    const asked = { kind: 'generate_pull', withoutConsent: [first!.id], unserved: true } as const
    await withCircle(patched, circleId, (circle) => circle.perform(asked)).catch(() => null)
    expect(await faults()).toContain('consent.too_soon')
  })

  test('is not helped by the calendar either, which waits until all accepted or three days are over', async () => {
    await rotationOver()
    for (const person of [cida, ...people]) await accepts(person)
    const now = new Date(testApp.clock.now())
    const calendar = { day: now.getUTCDate() + 5, hour: 23 }
    expect((await asCida('PATCH /admin/circle/calendar', { body: { calendar } })).status).toBe(200)
    const made = async () => (await rows()).filter(({ status }) => status !== 'CONFIRMED').length
    await later(2 * DAY)
    const proposed = await asCida('PATCH /admin/circle', { body: { operator } })
    expect(proposed.status).toBe(202)
    await later(3 * DAY)
    await accepts(cida)
    await later(DAY)
    expect(await made()).toBe(0)
    for (const person of people) await accepts(person)
    await later(1)
    expect(await made()).toBe(4)
    expect(await testApp.services.db.$count(notices, eq(notices.kind, 'calendar.refused'))).toBe(0)
    expect(await faults()).toEqual([])
  })

  test('gives somebody a new password, who chooses their own: told, and no fault of the ledger’s', async () => {
    const [ana] = people as [(typeof people)[0]]
    const given = 'senha-dada-por-cida-1'
    expect((await asCida('PATCH /users/{id}', { params: { id: ana.id }, body: { password: given } })).status).toBe(200)
    const token = await signIn({ email: ana.email, password: given })
    const body = { currentPassword: given, newPassword: 'so-ana-sabe-esta-aqui' }
    expect((await testApp.call('POST /me/password', token, { body })).status).toBe(200)
    expect(await faults()).toEqual([])
  })

  test('reads no code of who owes her or is owed by her, with which she would confirm in their name', async () => {
    await draw()
    expect((await pull()).status).toBe(201)
    const [own] = (await rows()).filter(({ donorId }) => donorId === cida.id)
    const params = { id: own!.receiverId! }
    expect((await asCida('POST /users/{id}/recovery-code', { params })).status).toBe(200)
    await runDueJobs(testApp.services)
    const { data } = (await asCida('GET /admin/outbox')).body as { data: { id: string; person: { id: string } }[] }
    const letters = data.filter(({ person }) => person.id === params.id)
    expect(letters.length).toBeGreaterThan(0)
    for (const { id } of letters)
      expect(await asCida('POST /admin/outbox/{id}/open', { params: { id } })).toMatchObject({
        status: 403,
        body: { code: 'approval.own_matter' },
      })
  })

  test('neither speaks in a case of others’ as one of them nor uses their one appeal up', async () => {
    do await draw()
    while ((await order())[0] === cida.id)
    await pull()
    const open = await rows()
    const theirs = open.find(({ donorId, receiverId }) => ![donorId, receiverId].includes(cida.id))!
    for (const { id, donorId, receiverId } of open) {
      expect((await testApp.pays(id, tokenOf(donorId))).status).toBe(201)
      if (id !== theirs.id) await testApp.call('PATCH /donations/{id}/confirm', tokenOf(receiverId), { params: { id } })
    }
    const reason = { reason: 'O valor não apareceu.' }
    const reported = { params: { id: theirs.id }, body: reason }
    const { id } = (await testApp.call('POST /donations/{id}/report', tokenOf(theirs.receiverId), reported)).body
    const sent = { params: { id }, body: reason }
    const refused = { status: 404, body: { code: 'resource.not_found' } }
    expect(await asCida('POST /reports/{id}/statements', { params: { id }, body: { text: 'Eu vi.' } })).toMatchObject(
      refused,
    )
    const decision = { donation_outcome: 'keep', resolution_message: 'Vimos o extrato.', admin_notes: 'nota' }
    const decided = await asCida('POST /admin/donations/reports/{id}/resolve', { params: { id }, body: decision })
    expect(decided.status).toBe(201)
    expect(await asCida('POST /reports/{id}/appeal', sent)).toMatchObject(refused)
    expect((await testApp.call('POST /reports/{id}/appeal', tokenOf(theirs.donorId), sent)).status).toBe(201)
    expect(await faults()).toEqual([])
  })

  test('names nobody who would confirm for whom she owes', async () => {
    await draw()
    expect((await pull()).status).toBe(201)
    const [own] = (await rows()).filter(({ donorId }) => donorId === cida.id)
    const friend = people.find(({ id }) => id !== own!.receiverId)!
    const body = { helper_id: friend.id, paperBase64: await receiptPicture('um papel qualquer') }
    const named = await asCida('POST /users/{id}/helper', { params: { id: own!.receiverId! }, body })
    expect(named).toMatchObject({ status: 403, body: { code: 'approval.own_matter' } })
    const record = {
      kind: 'helper.named',
      memberId: own!.receiverId!,
      helperId: friend.id,
      paper: 'a'.repeat(64),
    } as const
    // A server that lets her is found.
    const patched = { ...testApp.services, actor: { id: cida.id, via: 'password' } as never, actorId: cida.id }
    await withCircle({ ...patched, isTried: true }, circleId, ({ note }) => note(record))
    expect(await faults()).toEqual(['approval.own_matter'])
  })

  test('does not keep what she received by not accepting other terms: she is asked for it as for what began before', async () => {
    // It is the same whether the first organises or not.
    await draw()
    const [first] = await order()
    expect((await pull()).status).toBe(201)
    await allPay()
    await asCida('PATCH /admin/circle', { body: { operator } })
    await later(80)
    const others = [cida, ...people].filter(({ id }) => id !== first)
    for (const person of others) await accepts(person)
    await later(28 * DAY)
    expect((await pull()).body).toMatchObject({ createdCount: 4, skippedWithoutConsent: 0 })
    await allPay()
    await later(31 * DAY)
    expect((await pull()).body).toMatchObject({ createdCount: 4, skippedWithoutConsent: 0 })
    await allPay()
    expect((await asCida('GET /circle/result')).body).toMatchObject({ behind: 0, ahead: 0 })
    expect(await faults()).toEqual([])
  })

  test('draws again an order that she does not like only before everybody, who read that one stood', async () => {
    await draw()
    await draw()
    const told = (await testApp.call('GET /me/notices', people[0]!.token)).body.data as { text: string }[]
    const begun = told.map(({ text }) => text).filter((text) => text.includes('sorteada'))
    expect(begun).toEqual([
      expect.stringMatching(/^A ordem da roda já estava feita, e vai ser sorteada de novo\. Se não sabe por quê,/),
      expect.stringMatching(/^Vai ser sorteada a ordem da roda\./),
    ])
    await rotationOver()
    const third = await testApp.services.db.select().from(notices).where(eq(notices.kind, 'draw.begun'))
    expect(third.filter(({ facts }) => 'isAgain' in (facts as object)).length).toBe(2 * 4)
  })

  test('who leaves receipts unanswered is no administration that will see to it: her donors read what to do', async () => {
    do await draw()
    while ((await order())[0] !== cida.id)
    expect((await pull()).status).toBe(201)
    for (const { id, donorId } of await rows()) await testApp.pays(id, tokenOf(donorId))
    await later(6 * DAY)
    const told = await testApp.services.db.select().from(notices).where(eq(notices.kind, 'donation.unanswered'))
    const of = (await rows()).map(({ donorId, receiverId }) => [donorId, receiverId === cida.id])
    expect(told.map(({ userId, facts }) => [userId, 'isAlone' in (facts as object)]).toSorted()).toEqual(of.toSorted())
    const [hers] = of.filter(([, isHers]) => isHers)
    const { data } = (await testApp.call('GET /me/notices', tokenOf(String(hers![0])))).body
    expect(data.map(({ text }: { text: string }) => text).join('\n')).toContain(
      'É também quem administra, e ninguém decide no próprio assunto: mostre o comprovante no grupo.',
    )
  })

  describe('has a fiscal of her own confirmed by people whom she let in for it', () => {
    const letIn = async () => {
      const friends: Person[] = []
      for (let n = 30; n < 36; n += 1) friends.push(await testApp.registers(n))
      for (const { id } of friends) await asCida('PATCH /users/{id}/approve', { params: { id } })
      return friends
    }
    const names = async ({ id }: Person) =>
      expect((await asCida('POST /fiscals', { body: { member_id: id } })).status).toBe(201)
    const confirms = async (person: Person, { id }: Person) => {
      const headers = await (await deviceOf(testApp, person))({ act: 'confirm_fiscal', donationId: id })
      return testApp.call('POST /me/fiscals/confirm', person.token, { body: { member_id: id }, headers })
    }
    const standing = async () => (await asCida('GET /fiscals')).body

    test('of which none counts once the roda has begun: those count who have their place in it', async () => {
      await draw()
      expect((await pull()).status).toBe(201)
      const [fiscal, ...others] = (await letIn()) as [Person, ...Person[]]
      await names(fiscal)
      for (const friend of others)
        expect(said(await confirms(friend, fiscal))).toEqual([
          409,
          'A roda já começou, e quem confirma fiscais são as pessoas que têm lugar nela. Depois do seu primeiro mês, a sua palavra conta.',
        ])
      expect((await confirms(cida, fiscal)).status).toBe(200)
      expect(await standing()).toMatchObject({ members: 4, people: [{ confirmed: 1, since: null }] })
      for (const person of people.slice(0, 2)) expect((await confirms(person, fiscal)).status).toBe(200)
      expect(await standing()).toMatchObject({ people: [{ confirmed: 3, since: expect.any(String) }] })
      expect(await faults()).toEqual([])
    })

    test('or before it begins, and they are gone by then: from there on the fiscal is only named', async () => {
      const fiscal = people[0]!
      const others = await letIn()
      await names(fiscal)
      for (const friend of others) await confirms(friend, fiscal)
      expect(await standing()).toMatchObject({ members: 10, people: [{ confirmed: 6, since: expect.any(String) }] })
      const reason = 'Não vão participar'
      for (const { id } of others)
        expect((await asCida('POST /users/{id}/remove', { params: { id }, body: { reason } })).status).toBe(200)
      await draw()
      expect((await pull()).status).toBe(201)
      expect(await standing()).toMatchObject({ members: 4, people: [{ confirmed: 0, since: null }] })
      expect(await faults()).toEqual([])
    })
  })
})
