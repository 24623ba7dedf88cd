import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { deedText } from '#circle/ledger/deeds.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import type { LedgerRecord } from '#circle/ledger/records.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { areFiscalsKept } from '#contracts/fiscals-kept.ts'
import type { Fiscals } from '#contracts/fiscals.ts'
import { noticeText } from '#contracts/notices/notice.ts'
import type { Notice } from '#contracts/notices/notice.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { eraseAgain, rememberErased } from '#server/privacy/erased-list.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { donations } from '#server/tables/donations.ts'
import { entries } from '#server/tables/entries.ts'
import { notices } from '#server/tables/notices.ts'
import { beginsWith } from '#server/testing/begins-with.ts'
import { deviceOf } from '#server/testing/device.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { foundsOrganisedRoda } from '#server/testing/organised-roda.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { ADMINISTRATOR, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

const HOUR_MS = 3_600_000
const operator = { ...OPERATOR, name: 'Outra Associação' }
const OWN_MATTER = { status: 403, body: { code: 'approval.own_matter' } }

type Signs = Awaited<ReturnType<typeof deviceOf>>

/** Cida alone organises a real roda and takes part in it, with Ana, Bia, Caio and Davi. */
describe('a fiscal', () => {
  let testApp: TestApp
  let circleId: string
  let cida: Person
  let ana: Person, bia: Person, caio: Person, davi: Person
  let devices: Map<string, Signs>

  const organised = beginsWith(
    async (begun) => {
      const roda = await foundsOrganisedRoda(begun, { people: 5 })
      const people: Person[] = []
      for (let n = 1; n <= 4; n += 1) {
        const person = await begun.registers(n)
        await begun.call('PATCH /users/{id}/approve', roda.cida.token, { params: { id: person.id } })
        people.push(person)
      }
      return { ...roda, people }
    },
    { placed: 0 },
  )

  beforeEach(async () => {
    const begun = await organised()
    ;({ testApp, circleId, cida } = begun)
    ;[ana, bia, caio, davi] = begun.people as [Person, Person, Person, Person]
    devices = new Map()
  })

  const asCida = (name: Parameters<TestApp['call']>[0], sent?: Parameters<TestApp['call']>[2]) =>
    testApp.call(name, cida.token, sent)
  const later = async (hours: number) => {
    testApp.clock.advance(hours * HOUR_MS)
    await runDueJobs(testApp.services)
    cida = { ...cida, token: (await testApp.call('POST /auth/login', null, { body: ADMINISTRATOR })).body.access_token }
    await asCida('POST /admin/circles/{id}/select', { params: { id: circleId } })
    const all = (await asCida('GET /users')).body as { id: string; email: string }[]
    const again = async ({ id }: Person) => {
      const { email } = all.find((one) => one.id === id)!
      const { body } = await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
      return { id, token: body.access_token as string }
    }
    ;[ana, bia, caio, davi] = [await again(ana), await again(bia), await again(caio), await again(davi)]
  }
  const signs = async (person: Person): Promise<Signs> => {
    const device = devices.get(person.id) ?? (await deviceOf(testApp, person))
    devices.set(person.id, device)
    return (act, changed = {}) => device(act, changed, person)
  }
  const names = (person = bia) => asCida('POST /fiscals', { body: { member_id: person.id } })
  const says = async (person: Person, what: 'confirm' | 'end', about = bia) => {
    const act = what === 'confirm' ? ('confirm_fiscal' as const) : ('end_fiscal' as const)
    const headers = await (await signs(person))({ act, donationId: about.id })
    return testApp.call(`POST /me/fiscals/${what}`, person.token, { body: { member_id: about.id }, headers })
  }
  const biaIsFiscal = async () => {
    await names()
    for (const person of [ana, caio, davi]) expect((await says(person, 'confirm')).status).toBe(200)
  }
  const proposes = () => asCida('PATCH /admin/circle', { body: { operator } })
  const approves = async (person: Person) => {
    const [{ id, body_hash }] = (await testApp.call('GET /admin/approvals', person.token)).body.data
    const headers = await (await signs(person))({ act: 'approve', donationId: id, image: body_hash })
    return testApp.call('POST /admin/approvals/{id}/approve', person.token, { params: { id }, headers })
  }
  const told = (userId: string, kind: Extract<(typeof notices.$inferSelect)['kind'], `fiscal.${string}`>) =>
    testApp.services.db.$count(notices, and(eq(notices.userId, userId), eq(notices.kind, kind)))
  const toldToCida = async (kind: (typeof notices.$inferSelect)['kind']) => {
    const isThis = and(eq(notices.userId, cida.id), eq(notices.kind, kind))
    const rows = await testApp.services.db.select().from(notices).where(isThis).orderBy(notices.id)
    return rows.map(({ facts }) => noticeText({ kind, facts } as Notice))
  }
  const waitingFor = async (person: Person) => (await testApp.call('GET /fiscals', person.token)).body.waiting
  const codes = async () => {
    const headers = { authorization: `Bearer ${cida.token}` }
    const { faults } = await verify(readLedger((await testApp.app.inject({ url: '/api/ledger/export', headers })).body))
    return faults.map(({ code }) => code)
  }

  test('whom a restored backup brings back, though they erased themselves, goes by no decision of nobody', async () => {
    await biaIsFiscal()
    await rememberErased(testApp.services, bia.id)
    expect(await eraseAgain(testApp.services)).toBe(1)
    expect(await codes()).toEqual([])
  })

  test('is named, and confirmed by more than half of the members on their own devices; all are told', async () => {
    expect((await names(cida)).body.code).toBe('fiscal.is_organisers')
    expect((await names()).status).toBe(201)
    expect((await names()).body.code).toBe('fiscal.already')
    const body = { member_id: bia.id }
    expect((await testApp.call('POST /me/fiscals/confirm', ana.token, { body })).body.code).toBe('signature.needed')
    expect((await says(bia, 'confirm')).body.code).toBe('fiscal.oneself')
    expect((await says(ana, 'confirm', davi)).status).toBe(404)
    expect((await says(ana, 'confirm')).body.people[0]).toMatchObject({ confirmed: 1, since: null, mine: 'confirmed' })
    await says(ana, 'confirm')
    await says(caio, 'confirm')
    expect((await testApp.call('GET /admin/approvals', bia.token)).status).toBe(403)
    expect((await says(davi, 'confirm')).body.people[0]).toMatchObject({ confirmed: 3, since: expect.any(String) })
    expect([await told(bia.id, 'fiscal.named'), await told(bia.id, 'fiscal.begun')]).toEqual([1, 1])
    expect((await testApp.call('GET /admin/approvals', bia.token)).status).toBe(200)
    expect((await testApp.call('GET /admin/approvals', ana.token)).status).toBe(403)
    expect(await codes()).toEqual([])
  })

  test('is shown as one, and by how many words, only as the ledger that a device verified has it', async () => {
    await names()
    await says(ana, 'confirm')
    const shown = (await testApp.call('GET /fiscals', ana.token)).body as Fiscals
    const headers = { authorization: `Bearer ${cida.token}` }
    const { entries: found } = readLedger((await testApp.app.inject({ url: '/api/ledger/export', headers })).body)
    const kept = { upTo: found.length, found: found as LedgerEntry[] }
    const holds = (lie: object, own: string | null = ana.id) => {
      const { people } = shown
      return areFiscalsKept({ ...shown, people: people.map((one) => ({ ...one, ...lie })) }, kept, own)
    }
    expect([holds({}), holds({}, null), areFiscalsKept(shown, { upTo: 0, found: [] }, ana.id)]).toEqual([
      true,
      true,
      null,
    ])
    for (const lie of [
      { member_id: davi.id },
      { since: '2026-11-10T12:00:00.000Z' },
      { confirmed: 3 },
      { ended: 1 },
      { mine: null },
    ])
      expect(holds(lie), JSON.stringify(lie)).toBe(false)
    for (const lie of [{ people: [] }, { members: 9 }, { has_word: false }])
      expect(areFiscalsKept({ ...shown, ...lie }, kept, ana.id), JSON.stringify(lie)).toBe(false)
    await says(caio, 'confirm')
    await says(davi, 'confirm')
    const since = (await testApp.call('GET /fiscals', bia.token)).body as Fiscals
    const whole = readLedger((await testApp.app.inject({ url: '/api/ledger/export', headers })).body).entries
    expect(areFiscalsKept(since, { upTo: whole.length, found: whole as LedgerEntry[] }, bia.id)).toBe(true)
  })

  test('approves by their device alone what Cida proposes, at once, and reads it without a contact of anybody', async () => {
    await biaIsFiscal()
    const { approval } = (await proposes()).body
    expect([approval.due_at, await told(bia.id, 'fiscal.decides')]).toEqual([null, 1])
    expect(await waitingFor(bia)).toEqual({ cases: [], proposals: 1 })
    for (const other of [ana, cida]) expect(await waitingFor(other)).toEqual({ cases: [], proposals: 0 })
    const params = { id: approval.id }
    const unsigned = await testApp.call('POST /admin/approvals/{id}/approve', bia.token, { params })
    expect(unsigned.body.code).toBe('signature.needed')
    // Bia's device reads the very text whose hash the ledger has.
    const opened = (await testApp.call('GET /admin/approvals/{id}/opening', bia.token, { params })).body
    const [{ body_hash: bodyHash }] = (await testApp.call('GET /admin/approvals', bia.token)).body.data
    expect([opened.act, createHash('sha256').update(opened.body).digest('hex')]).toEqual([null, bodyHash])
    expect(JSON.parse(opened.body)).toMatchObject({
      call: 'PATCH /admin/circle',
      body: { operator: { name: operator.name } },
    })
    expect((await asCida('GET /admin/approvals/{id}/opening', { params })).body.code).toBe('approval.own')
    expect((await approves(bia)).body).toMatchObject({ state: 'executed', decided_by: expect.stringContaining(' ') })
    expect(await waitingFor(bia)).toEqual({ cases: [], proposals: 0 })
    expect(await codes()).toEqual([])
  })

  test('refuses by their device alone, too, and the verifier finds a refusal in the name of whoever signed none', async () => {
    await biaIsFiscal()
    const { id } = (await proposes()).body.approval
    const refuses = (headers = {}) =>
      testApp.call('POST /admin/approvals/{id}/reject', bia.token, { params: { id }, headers })
    expect((await refuses()).body.code).toBe('signature.needed')
    expect((await refuses(await (await signs(bia))({ act: 'reject', donationId: id }))).body.state).toBe('rejected')
    expect(await toldToCida('approval.closed')).toEqual([expect.stringMatching(/: outra pessoa recusou a proposta\.$/)])
    expect(await codes()).toEqual([])
    const { id: approvalId } = (await proposes()).body.approval
    await writes(davi.id, { kind: 'approval.rejected', approvalId })
    expect(await codes()).toEqual(['approval.unfounded'])
  })

  test('is one no more by the words of more than half, or by their own', async () => {
    await biaIsFiscal()
    for (const person of [ana, caio]) await says(person, 'end')
    expect((await testApp.call('GET /admin/approvals', bia.token)).status).toBe(200)
    await says(davi, 'end')
    expect((await testApp.call('GET /admin/approvals', bia.token)).status).toBe(403)
    expect([await told(cida.id, 'fiscal.over'), (await proposes()).body.approval.due_at]).toEqual([
      1,
      expect.any(String),
    ])
    await names()
    expect((await testApp.call('POST /me/fiscals/resign', bia.token)).body.people).toEqual([])
    expect(await codes()).toEqual([])
  })

  test('whose naming nobody confirmed yet is withdrawn by whoever named them, all are told, and no other withdraws it', async () => {
    await names()
    const withdraws = () => asCida('POST /fiscals/withdraw', { body: { member_id: bia.id } })
    expect((await testApp.call('POST /fiscals/withdraw', ana.token, { body: { member_id: bia.id } })).status).toBe(403)
    await says(ana, 'confirm')
    const of = async (person: Person) => (await testApp.call('GET /fiscals', person.token)).body.people[0].withdrawable
    expect([await of(cida), await of(ana)]).toEqual([true, false])
    expect((await withdraws()).body.people).toEqual([])
    expect([await told(ana.id, 'fiscal.withdrawn'), await told(cida.id, 'fiscal.withdrawn')]).toEqual([1, 0])
    expect((await withdraws()).body.code).toBe('resource.not_found')
    // Words of before count for no later naming.
    await biaIsFiscal()
    const late = (await withdraws()).body
    expect([late.code, late.message]).toEqual(['fiscal.is_confirmed', expect.stringMatching(/^A roda já confirmou/)])
    expect(await codes()).toEqual([])
    await writes(cida.id, { kind: 'fiscal.withdrawn', memberId: bia.id })
    expect(await codes()).toEqual(['fiscal.withdrawn_wrongly'])
  })

  test('whom the roda confirmed is not put aside by one who organises, who would name them as a helper', async () => {
    await biaIsFiscal()
    const body = { helper_id: bia.id, paperBase64: await receiptPicture('o papel') }
    const naming = await asCida('POST /users/{id}/helper', { params: { id: cida.id }, body })
    expect(naming).toMatchObject({ status: 409, body: { code: 'helper.is_fiscal' } })
    const shown = await asCida('GET /users/{id}/helper', { params: { id: cida.id } })
    expect(shown.body.may_help.map(({ id }: Person) => id)).not.toContain(bia.id)
    expect((await testApp.call('GET /admin/approvals', bia.token)).status).toBe(200)
    await writes(cida.id, { kind: 'helper.named', memberId: cida.id, helperId: bia.id, paper: 'ab'.repeat(32) })
    expect([await codes(), (await testApp.call('GET /admin/approvals', bia.token)).status]).toEqual([
      ['fiscal.withdrawn_wrongly'],
      200,
    ])
  })

  test('is suspended or removed as somebody with a stake is, though nothing was asked yet', async () => {
    const suspends = (id: string) =>
      asCida('POST /users/{id}/suspend', { params: { id }, body: { reason: 'Mudou-se.' } })
    await biaIsFiscal()
    expect((await suspends(bia.id)).status).toBe(202)
    expect((await testApp.call('GET /admin/approvals', bia.token)).status).toBe(200)
    expect((await suspends(davi.id)).status).toBe(200)
    expect(await codes()).toEqual([])
  })

  test('reads who gave whom how much and the month on paper, and nobody’s contact, key or document', async () => {
    await begins()
    await biaIsFiscal()
    const read = async (person: Person) => (await testApp.call('GET /fiscals/donations', person.token)).body
    const all = (await asCida('GET /admin/donations/list')).body as AnswerOf<'GET /admin/donations/list'>
    expect(await read(ana)).toMatchObject({ code: 'access.denied' })
    const { data, pagination } = await read(bia)
    expect(pagination.totalItems).toBe(all.pagination.totalItems)
    expect(data).toEqual(
      all.data.map(({ id, type, status, amount, paid, createdAt, deadline, endedAt, overdue, is_reported, ...of }) => {
        const facts = { id, type, status, amount, paid, createdAt, deadline, endedAt, overdue, is_reported }
        return { ...facts, donor: of.donor.name, receiver: of.receiver!.name }
      }),
    )
    expect(JSON.stringify(data)).not.toMatch(/@|cpf|phone|pix/i)
    const month = await testApp.call('GET /admin/circle/month', bia.token, { query: '?period=2026-11&format=csv' })
    expect([month.status, String(month.body).includes('@')]).toEqual([200, false])
    for (const closed of ['GET /admin/donations/list', 'GET /admin/donations/export', 'GET /users'] as const)
      expect((await testApp.call(closed, bia.token)).status).toBe(403)
  })

  test('is confirmed by nobody who came once a month was asked for: they are told so before they try', async () => {
    await begins()
    await names()
    const person = await testApp.registers(9)
    await asCida('PATCH /users/{id}/approve', { params: { id: person.id } })
    const hasWord = async ({ token }: Person) => (await testApp.call('GET /fiscals', token)).body.has_word as boolean
    expect([await hasWord(ana), await hasWord(person)]).toEqual([true, false])
    expect((await says(person, 'confirm')).body.code).toBe('fiscal.no_word')
  })

  test('takes what waited its 72 hours and comes to nothing by time', async () => {
    const { id } = (await proposes()).body.approval
    await biaIsFiscal()
    await later(73)
    expect((await asCida('GET /admin/approvals')).body.data).toMatchObject([{ id, state: 'proposed', due_at: null }])
    // The proposer is not asked to approve it.
    expect(await toldToCida('approval.waits_for_you')).toEqual([
      expect.stringMatching(/^A sua proposta espera agora pela aprovação de outra pessoa: /),
    ])
    expect(await told(bia.id, 'fiscal.decides')).toBe(1)
    expect((await approves(bia)).body.state).toBe('executed')
    expect(await codes()).toEqual([])
  })

  test('approves nothing in their own matter, which waits 72 hours where nobody else is', async () => {
    const reportId = await reported()
    for (const person of [ana, bia, davi]) await says(person, 'confirm', caio)
    const { approval } = (await judges(cida, reportId, 'cancel', false)).body
    expect(approval.due_at).toEqual(expect.any(String))
    expect((await testApp.call('GET /admin/approvals', caio.token)).body.data[0]).toMatchObject({
      may_approve: false,
      is_own_matter: true,
    })
    expect(await approves(caio)).toMatchObject(OWN_MATTER)
    await later(73)
    expect((await asCida('GET /admin/approvals', { query: '?state=ended' })).body.data[0].state).toBe('executed')
    expect(await codes()).toEqual([])
  })

  test('decides the appeal of others’ case by their device, and nobody else of the members does', async () => {
    const reportId = await appealed()
    const command = { kind: 'decide_appeal', reportId, donationId: '', decision: 'UPHELD', outcome: 'keep' } as const
    const decides = async (person: Person) =>
      testApp.call('POST /admin/donations/reports/{id}/decide-appeal', person.token, {
        params: { id: reportId },
        body: { decision: 'UPHELD', message: 'O extrato é o do mês.', admin_notes: 'minha', donation_outcome: 'keep' },
        headers: await (await signs(person))({ act: 'administer', image: hashOf(command) }),
      })
    expect((await decides(davi)).status).toBe(403)
    const read = await testApp.call('GET /reports/{id}', bia.token, { params: { id: reportId } })
    expect(read.body.allowed).toEqual(['decide_appeal'])
    // The one who decided first decides no more, since the fiscal can.
    expect((await decides(cida)).body.message).toBe(
      'Você tomou parte na primeira decisão: quem decide o recurso é outra pessoa da administração, ou um fiscal.',
    )
    const decided = await decides(bia)
    expect([decided.status, decided.body.case.appeal]).toEqual([201, 'decided'])
    expect(JSON.stringify(decided.body)).not.toMatch(/@|"(phone|pixKey)":"/)
    // The notes on the first decision are for those who administer.
    expect(JSON.stringify(decided.body)).not.toContain('"nota"')
    expect(
      JSON.stringify((await asCida('GET /admin/donations/reports/{id}', { params: { id: reportId } })).body),
    ).toContain('"nota"')
    expect(await codes()).toEqual([])
  })

  /** A case of somebody of whom Davi waits for an answer, who is a fiscal beside Bia. */
  async function daviWaitsAndIsFiscal(): Promise<string> {
    const reportId = await reportedOf(
      () => caio,
      undefined,
      () => davi,
    )
    await biaIsFiscal()
    await names(davi)
    for (const person of [ana, bia, caio]) await says(person, 'confirm', davi)
    return reportId
  }

  test('is told of no proposal about somebody of whom they still wait for an answer', async () => {
    const reportId = await daviWaitsAndIsFiscal()
    expect((await judges(cida, reportId, 'cancel', false)).body.approval).toMatchObject({ state: 'proposed' })
    const both = async () => [await told(bia.id, 'fiscal.decides'), await told(davi.id, 'fiscal.decides')]
    expect(await both()).toEqual([1, 0])
  })

  test('is told of no appeal whose party they still wait for', async () => {
    const params = { id: await daviWaitsAndIsFiscal() }
    expect((await judges(cida, params.id, 'keep', false)).status).toBe(201)
    const reason = 'O extrato era de outro mês.'
    expect((await testApp.call('POST /reports/{id}/appeal', ana.token, { params, body: { reason } })).status).toBe(201)
    const both = async () => [await told(bia.id, 'fiscal.appeal'), await told(davi.id, 'fiscal.appeal')]
    expect(await both()).toEqual([1, 0])
    await later(1)
    expect(await both()).toEqual([1, 0])
  })

  test('decides the case of whoever organises alone, and is told of it; of others’ cases the organiser decides', async () => {
    const reportId = await reportedOf(() => cida, biaIsFiscal)
    expect([await told(bia.id, 'fiscal.case'), await told(ana.id, 'fiscal.case')]).toEqual([1, 0])
    const read = (person: Person) => testApp.call('GET /reports/{id}', person.token, { params: { id: reportId } })
    expect([(await read(bia)).body.allowed, (await read(cida)).body.allowed]).toEqual([['decide'], ['add', 'ask']])
    // Cida may only propose it to the fiscal.
    expect((await judges(cida, reportId, 'keep')).body.approval).toMatchObject({ state: 'proposed', due_at: null })
    expect((await judges(davi, reportId, 'keep')).status).toBe(403)
    expect((await judges(bia, reportId, 'keep', false)).body.code).toBe('signature.needed')
    const decided = await judges(bia, reportId, 'keep')
    expect([decided.status, decided.body.case.report_resolved]).toEqual([201, true])
    expect((await read(ana)).body.timeline.map(({ by }: { by: string }) => by)).toEqual(['donor', 'fiscal'])
    expect(await codes()).toEqual([])
  })

  test('is missing where a case is the organiser’s own matter: she reads so before she writes a decision that is refused', async () => {
    const reportId = await reportedOf(() => cida)
    const isStuck = async () =>
      (await asCida('GET /admin/donations/reports/{id}', { params: { id: reportId } })).body.nobody_decides
    expect([await isStuck(), await judges(cida, reportId, 'keep', false)]).toMatchObject([true, OWN_MATTER])
    await biaIsFiscal()
    expect([await isStuck(), (await judges(bia, reportId, 'keep')).status, await isStuck()]).toEqual([
      false,
      201,
      false,
    ])
  })

  test('proposes what moves money in such a case: it waits 72 hours where nobody else could approve', async () => {
    const reportId = await reportedOf(() => cida, biaIsFiscal)
    expect((await waitingFor(bia)).cases).toEqual([reportId])
    const { approval } = (await judges(bia, reportId, 'cancel')).body
    expect((await waitingFor(bia)).cases).toEqual([])
    const read = await testApp.call('GET /reports/{id}', bia.token, { params: { id: reportId } })
    expect(read.body).toMatchObject({ proposal: { outcome: 'cancel' }, allowed: [] })
    expect(approval.due_at).toEqual(expect.any(String))
    expect(await approves(cida)).toMatchObject(OWN_MATTER)
    await later(73)
    expect((await asCida('GET /admin/approvals', { query: '?state=ended' })).body.data[0].state).toBe('executed')
    expect(await codes()).toEqual([])
  })

  test('is told, once, of a case and of an appeal that wait since before the members confirmed them', async () => {
    const reportId = await reportedOf(
      () => cida,
      async () => {},
    )
    await biaIsFiscal()
    expect(await told(bia.id, 'fiscal.case')).toBe(0)
    await later(1)
    await later(1)
    expect(await told(bia.id, 'fiscal.case')).toBe(1)
    expect((await waitingFor(bia)).cases).toEqual([reportId])
    expect((await judges(bia, reportId, 'keep')).status).toBe(201)
    expect((await waitingFor(bia)).cases).toEqual([])
    const reason = { body: { reason: 'O extrato era de outro mês.' } }
    const { status } = await testApp.call('POST /reports/{id}/appeal', ana.token, {
      params: { id: reportId },
      ...reason,
    })
    expect(status).toBe(201)
    await names(davi)
    for (const person of [ana, bia, caio]) await says(person, 'confirm', davi)
    expect(await told(davi.id, 'fiscal.appeal')).toBe(0)
    await later(1)
    await later(1)
    expect([await told(davi.id, 'fiscal.appeal'), await told(bia.id, 'fiscal.appeal')]).toEqual([1, 1])
    // Bia decided the case: of its appeal the other fiscal decides.
    expect([(await waitingFor(davi)).cases, (await waitingFor(bia)).cases]).toEqual([[reportId], []])
    expect(await codes()).toEqual([])
  })

  test('is told of a case that the rules opened, where the organiser’s receipt was no payment and none came after it', async () => {
    await begins()
    const open = await testApp.services.db.select().from(donations).where(eq(donations.circleId, circleId))
    const all = [cida, ana, bia, caio, davi]
    const tokenOf = (memberId: string | null) => all.find((one) => one.id === memberId)!.token
    for (const { id, donorId, receiverId } of open) {
      expect((await testApp.pays(id, tokenOf(donorId))).status).toBe(201)
      const body = { reason: 'O valor não apareceu.' }
      const answered =
        donorId === cida.id
          ? await testApp.call('POST /donations/{id}/reject-receipt', tokenOf(receiverId), { params: { id }, body })
          : await testApp.call('PATCH /donations/{id}/confirm', tokenOf(receiverId), { params: { id } })
      expect(answered.status).toBeLessThan(202)
    }
    await biaIsFiscal()
    expect(await told(bia.id, 'fiscal.case')).toBe(0)
    await later(32 * 24)
    expect(await told(bia.id, 'fiscal.case')).toBe(1)
  })

  test('decides no case that is not the matter of who administers', async () => {
    const reportId = await reported()
    await biaIsFiscal()
    expect(await told(bia.id, 'fiscal.case')).toBe(0)
    expect((await judges(bia, reportId, 'keep')).body.code).toBe('report.for_administration')
  })

  test('made up by whoever owns the machine is found by every verifier', async () => {
    await names(davi)
    await writes(ana.id, { kind: 'fiscal.confirmed', memberId: ana.id, subjectId: davi.id })
    await writes(davi.id, { kind: 'fiscal.confirmed', memberId: davi.id, subjectId: davi.id })
    expect(await codes()).toEqual(['fiscal.unsigned', 'fiscal.unsigned'])
    const { id } = (await proposes()).body.approval
    const [{ body_hash: bodyHash }] = (await asCida('GET /admin/approvals')).body.data
    await writes(davi.id, { kind: 'approval.approved', approvalId: id, bodyHash })
    await writes(davi.id, { kind: 'approval.executed', approvalId: id, bodyHash, actHash: bodyHash })
    expect((await codes()).slice(2)).toEqual(['approval.unfounded'])
    await writes(ana.id, { kind: 'fiscal.named', memberId: caio.id })
    expect((await codes()).at(-1)).toBe('administrator.unknown')
  })

  /** The server of somebody who does not ask: it writes what it likes in anybody’s name. */
  async function writes(actorId: string, record: LedgerRecord): Promise<void> {
    const actor = { id: actorId, via: 'password', circleId: 'elsewhere' } as never
    await withCircle({ ...testApp.services, actor, actorId }, circleId, ({ note }) => note(record))
  }
  /** The order is drawn until somebody else than Cida stands first, who is called Ana from there on; all are asked to contribute. */
  async function begins(): Promise<void> {
    let first = cida.id
    while (first === cida.id) {
      expect((await asCida('POST /draws', { body: { join_hours: 1, open_hours: 1 } })).status).toBe(201)
      await later(3)
      const places = await testApp.services.db.select().from(entries).where(eq(entries.circleId, circleId))
      first = places.find(({ position }) => position === 1)!.memberId
    }
    const others = [ana, bia, caio, davi].toSorted((a, b) => Number(b.id === first) - Number(a.id === first))
    ;[ana, bia, caio, davi] = others as [Person, Person, Person, Person]
    await asCida('POST /donations/admin/generate-monthly-pull', { body: {} })
  }
  /** Everybody has paid and was confirmed but Caio, whom Ana reports; he is named to be a fiscal. */
  async function reported(): Promise<string> {
    const reportId = await reportedOf(() => caio)
    await names(caio)
    return reportId
  }
  /** In the first month everybody pays and is confirmed but one, of whom there is a case, which they or Ana open after something else. */
  async function reportedOf(whose: () => Person, after?: () => Promise<void>, waits = whose): Promise<string> {
    await begins()
    const all = [cida, ana, bia, caio, davi]
    const who = (id: string | null) => all.find((one) => one.id === id)!
    const open = await testApp.services.db.select().from(donations).where(eq(donations.circleId, circleId))
    const their = open.find(({ donorId }) => donorId === whose().id)!
    for (const { id, donorId, receiverId } of open) {
      expect((await testApp.pays(id, who(donorId).token)).status).toBe(201)
      if (id !== their.id && donorId !== waits().id)
        await testApp.call('PATCH /donations/{id}/confirm', who(receiverId).token, { params: { id } })
    }
    await after?.()
    const sent = { params: { id: their.id }, body: { reason: 'O valor não apareceu.' } }
    const reporter = after ? whose() : ana
    return (await testApp.call('POST /donations/{id}/report', reporter.token, sent)).body.id
  }
  /** Somebody decides a case, by their device unless said otherwise. */
  async function judges(person: Person, reportId: string, outcome: 'keep' | 'cancel', isSigned = true) {
    const command = { kind: 'resolve_report', reportId, resolution: 'RESOLVED', outcome } as const
    const body = { resolution_message: 'Vimos o extrato.', admin_notes: 'nota', donation_outcome: outcome }
    const headers = isSigned ? await (await signs(person))({ act: 'administer', image: hashOf(command) }) : {}
    const sent = { params: { id: reportId }, body, headers }
    return testApp.call('POST /admin/donations/reports/{id}/resolve', person.token, sent)
  }
  /** Cida decided the case, Ana appeals, and Bia is a fiscal by then. */
  async function appealed(): Promise<string> {
    const params = { id: await reported() }
    expect((await judges(cida, params.id, 'keep', false)).status).toBe(201)
    const reason = 'O extrato era de outro mês.'
    expect((await testApp.call('POST /reports/{id}/appeal', ana.token, { params, body: { reason } })).status).toBe(201)
    await biaIsFiscal()
    return params.id
  }
})

const hashOf = (command: Command) => createHash('sha256').update(deedText(command)).digest('hex')
