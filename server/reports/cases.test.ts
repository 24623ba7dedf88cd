import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { replayRules } from '#circle/ledger/replay.ts'
import { CASE_ENTRIES_PER_DAY } from '#contracts/limits.ts'
import { COVERED } from '#contracts/payment/payable.ts'
import { receipt } from '#server/files/testing/pictures.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'
import { caseEntries } from '#server/tables/case-entries.ts'
import { circles } from '#server/tables/circles.ts'
import { ledger } from '#server/tables/ledger.ts'
import { notices } from '#server/tables/notices.ts'
import { reports } from '#server/tables/reports.ts'
import { reportSteps } from '#server/tables/report-steps.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { beginsWith } from '#server/testing/begins-with.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { wordsAreKept } from '#server/testing/kept-words.ts'
import { reportedDonation } from '#server/testing/reported-donation.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'

type Donation = { id: string; receiverId: string; waiting: boolean }
type Item = { kind: string; by: string; text: string | null; proof: never; [field: string]: unknown }

const NOWHERE = '01234567-89ab-7def-8123-456789abcdef'
const DAY_MS = 86_400_000

/** A donation with a receipt, which its receiver reported. The clock stands at noon of 10/11/2026. */
describe('a case', () => {
  let testApp: TestApp
  let admin: string
  let donationId: string
  let donor: Person
  let receiver: Person
  let outsider: Person
  let id: string

  const begins = beginsWith((begun) => reportedDonation(begun, { additionalInfo: 'Olhei duas vezes.' }), { placed: 4 })

  beforeEach(async () => {
    ;({ testApp, admin, donor, receiver, outsider, donationId, reportId: id } = await begins())
  })

  const reads = (token: string, reportId = id) => testApp.call('GET /reports/{id}', token, { params: { id: reportId } })
  const says = (who: Person, text: string, more: object = {}) =>
    testApp.call('POST /reports/{id}/statements', who.token, { params: { id }, body: { text, ...more } })
  const asks = (body: object) =>
    testApp.call('POST /admin/donations/reports/{id}/ask', admin, {
      params: { id },
      body: { of: 'receiver', text: 'Mande o extrato.', until: '2026-11-15', ...body },
    })
  const resolves = (outcome: string, message = 'Vimos o extrato: o valor entrou no dia 9.') =>
    testApp.call('POST /admin/donations/reports/{id}/resolve', admin, {
      params: { id },
      body: {
        resolution: 'RESOLVED',
        resolution_message: message,
        admin_notes: 'nota interna sigilosa',
        donation_outcome: outcome,
      },
    })
  const history = async (who: Person) =>
    (await testApp.call('GET /donations/history', who.token)).body.data.find((one: Donation) => one.id === donationId)
  const noticesOf = async (userId: string, kind: 'case.said' | 'case.to_review' | 'case.asked' | 'case.ended') =>
    testApp.services.db
      .select()
      .from(notices)
      .where(and(eq(notices.userId, userId), eq(notices.kind, kind)))
  /** Days later everybody signs in anew. */
  const daysPass = async (days: number) => {
    testApp.clock.advance(days * DAY_MS)
    admin = await testApp.administrator()
    const everybody = (await testApp.call('GET /users', admin)).body as { id: string; email: string }[]
    const again = async ({ id: userId }: Person) => {
      const { email } = everybody.find((user) => user.id === userId)!
      const { body } = await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
      return { id: userId, token: body.access_token as string }
    }
    donor = await again(donor)
    receiver = await again(receiver)
  }
  const administratorId = async () => (await testApp.call('GET /users/profile', admin)).body.id as string
  const timeline = async (token: string): Promise<Item[]> => (await reads(token)).body.timeline

  describe('a donation that the administration settled', () => {
    test.each([
      ['confirm', 'CONFIRMED'],
      ['cancel', 'CANCELLED'],
    ])('says so to both of its people, with the reason: %s', async (outcome, status) => {
      expect((await resolves(outcome)).status).toBe(201)
      for (const who of [donor, receiver]) {
        const row = await history(who)
        expect(row).toMatchObject({
          status,
          report_id: id,
          settlement: { outcome, reason: 'Vimos o extrato: o valor entrou no dia 9.', at: expect.any(String) },
        })
        expect(wordsAreKept(row.settlement.reason, row.settlement.proof)).toBe(true)
        expect(JSON.stringify(row)).not.toContain('sigilosa')
      }
    })

    test('is no settlement where its own receiver confirmed it', async () => {
      expect((await resolves('keep')).status).toBe(201)
      const confirmed = await testApp.call('PATCH /donations/{id}/confirm', receiver.token, {
        params: { id: donationId },
      })
      expect(confirmed.status).toBe(200)
      expect(await history(donor)).toMatchObject({ status: 'CONFIRMED', settlement: null })
    })

    test('shows a reason changed later in the database as another than the ledger’s', async () => {
      await resolves('confirm')
      const changed = 'Quem doou nos convenceu.'
      await testApp.services.db.update(reportSteps).set({ message: changed })
      await testApp.services.db.update(reports).set({ resolutionMessage: changed })
      const { settlement } = await history(receiver)
      expect(settlement.reason).toBe(changed)
      expect(wordsAreKept(settlement.reason, settlement.proof)).toBe(false)
      const decision = (await timeline(receiver.token)).find(({ kind }) => kind === 'decision')!
      expect(wordsAreKept(decision.text, decision.proof)).toBe(false)
    })
  })

  test('is open to both of its parties and to administrators, and to nobody else', async () => {
    for (const [who, side] of [
      [donor, 'donor'],
      [receiver, 'receiver'],
    ] as const) {
      const { status, body } = await reads(who.token)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        id,
        side,
        reported_by: 'receiver',
        status: 'PENDING',
        allowed: ['add'],
        timeline: [
          { kind: 'opened', by: 'receiver', text: 'O valor não apareceu.', more: 'Olhei duas vezes.', author: null },
        ],
      })
      expect(wordsAreKept(body.timeline[0].text, body.timeline[0].proof)).toBe(true)
    }
    expect((await reads(admin)).body).toMatchObject({ side: null, allowed: ['ask'] })
    expect((await reads(outsider.token)).status).toBe(404)
    expect((await says(outsider, 'eu também')).status).toBe(404)
    for (const odd of [NOWHERE, 'x', donationId]) expect((await reads(donor.token, odd)).status).toBe(404)
  })

  test('keeps the administration’s notes and names from the parties, and shows them to administrators', async () => {
    await resolves('confirm')
    for (const who of [donor, receiver]) {
      const text = JSON.stringify((await reads(who.token)).body)
      expect(text).not.toContain('sigilosa')
      expect(text).not.toContain(await administratorId())
      expect((await timeline(who.token)).at(-1)).toMatchObject({ by: 'administration', author: null, notes: null })
    }
    expect((await timeline(admin)).at(-1)).toMatchObject({ notes: 'nota interna sigilosa', author: expect.any(String) })
  })

  test('shows all that was said, asked and decided in one order to both', async () => {
    await says(donor, 'Paguei no dia 9, o comprovante está aí.')
    testApp.clock.advance(60_000)
    expect((await asks({})).status).toBe(201)
    expect((await timeline(donor.token)).at(-1)).toMatchObject({ of: 'receiver', until: '2026-11-15', answered: false })
    testApp.clock.advance(60_000)
    const picture = (await receipt()).toString('base64')
    const said = await says(receiver, 'Olhei de novo.\r\n\r\n\r\nEntrou.', { picture })
    expect(said).toMatchObject({ status: 201 })
    testApp.clock.advance(60_000)
    await resolves('confirm')
    for (const token of [donor.token, receiver.token, admin]) {
      const items = await timeline(token)
      expect(items.map(({ kind, by }) => `${kind} ${by}`)).toEqual([
        'opened receiver',
        'statement donor',
        'request administration',
        'statement receiver',
        'decision administration',
      ])
      expect(items[2]).toMatchObject({ answered: true })
      expect(items[3]).toMatchObject({ text: 'Olhei de novo.\n\nEntrou.', is_own: token === receiver.token })
      for (const { text, proof } of items) expect(wordsAreKept(text, proof)).toBe(true)
      const address = new URL(String(items[3]!['picture']))
      const image = await testApp.app.inject({ url: address.pathname + address.search })
      expect(image.statusCode).toBe(200)
      expect(image.headers['content-type']).toMatch(/^image\//)
    }
    expect(await says(donor, 'Mais uma coisa.')).toMatchObject({ status: 409, body: { code: 'report.ended' } })
    expect(await asks({})).toMatchObject({ status: 409, body: { code: 'report.ended' } })
  })

  test('shows words changed, or put into somebody’s mouth, as not the ledger’s', async () => {
    await says(donor, 'Paguei no dia 9.')
    for (const { text, proof } of await timeline(receiver.token)) expect(wordsAreKept(text, proof)).toBe(true)
    await testApp.services.db.update(caseEntries).set({ text: 'Não paguei.' })
    const [, statement] = await timeline(receiver.token)
    expect(statement).toMatchObject({ by: 'donor', text: 'Não paguei.' })
    expect(wordsAreKept(statement!.text, statement!.proof)).toBe(false)
    await testApp.services.db.update(reports).set({ reason: 'Recebi, sim.' })
    const [opened] = await timeline(receiver.token)
    expect(wordsAreKept(opened!.text, opened!.proof)).toBe(false)
  })

  test('has the hash of every text in the ledger, and no word of it', async () => {
    await says(donor, 'Paguei no dia 9.')
    await asks({})
    await resolves('cancel')
    const rows = await testApp.services.db.select().from(ledger).orderBy(ledger.seq)
    const marks = rows.filter(({ kind }) => kind === 'case.words')
    expect(marks.map(({ payload }) => payload['what'])).toEqual(['reason', 'statement', 'request', 'decision'])
    for (const words of ['Paguei', 'apareceu', 'extrato', 'sigilosa']) expect(JSON.stringify(rows)).not.toContain(words)
    const entries = rows.map(({ at, actorId, previousHash, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      actor_id: actorId,
      previous_hash: previousHash,
    }))
    expect(replayRules(entries).faults).toEqual([])
  })

  test('is told to the administration as it is opened, before anybody has added a word', async () => {
    expect(await noticesOf(await administratorId(), 'case.to_review')).toHaveLength(1)
    const [told] = (await testApp.call('GET /me/notices', admin)).body.data
    expect(told).toMatchObject({ kind: 'case.to_review', to: '/admin/reports' })
    expect(told.text).toContain('Há um caso novo para decidir.')
    for (const who of [donor, receiver]) expect(await noticesOf(who.id, 'case.to_review')).toHaveLength(0)
  })

  test('tells the other side and the administration of what is added, once a day each', async () => {
    const people = [donor.id, receiver.id, await administratorId()]
    const counts = async () => ({
      said: await Promise.all(people.map(async (who) => (await noticesOf(who, 'case.said')).length)),
      review: await Promise.all(people.map(async (who) => (await noticesOf(who, 'case.to_review')).length)),
    })
    for (let n = 1; n <= 3; n += 1) expect((await says(donor, `Parte ${n}.`)).status).toBe(201)
    // Beside the one of its opening, which was today too.
    expect(await counts()).toEqual({ said: [0, 1, 0], review: [0, 0, 2] })
    await daysPass(1)
    await says(donor, 'No outro dia.')
    expect(await counts()).toEqual({ said: [0, 2, 0], review: [0, 0, 3] })
    const [notice] = (await testApp.call('GET /me/notices', receiver.token)).body.data
    expect(notice).toMatchObject({ kind: 'case.said', to: `/reports/${id}` })
    const [review] = (await testApp.call('GET /me/notices', admin)).body.data
    expect(review).toMatchObject({ kind: 'case.to_review', to: `/admin/reports?report=${id}` })
  })

  test('tells whoever is asked for something until when, and the other side that something is new', async () => {
    expect((await asks({})).status).toBe(201)
    const [asked] = (await testApp.call('GET /me/notices', receiver.token)).body.data
    expect(asked).toMatchObject({ kind: 'case.asked', to: `/reports/${id}` })
    expect(asked.text).toContain('até 15/11')
    expect(await noticesOf(donor.id, 'case.said')).toHaveLength(1)
    expect(await noticesOf(donor.id, 'case.asked')).toHaveLength(0)
  })

  test('tells both what was decided', async () => {
    await resolves('confirm')
    for (const who of [donor, receiver]) {
      const found = (await testApp.call('GET /me/notices', who.token)).body.data as { kind: string; text: string }[]
      expect(found.find(({ kind }) => kind === 'case.ended')!.text).toBe(
        'Foi decidido o caso de uma doação sua: a doação foi confirmada. O motivo está no caso.',
      )
    }
  })

  test('takes so many texts of a person in a day, also at once, and bounds each', async () => {
    const answers = await Promise.all(
      Array.from({ length: CASE_ENTRIES_PER_DAY + 3 }, (_, n) => says(donor, `Texto ${n}.`)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(CASE_ENTRIES_PER_DAY)
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 429,
      body: { code: 'report.too_many_today' },
    })
    await daysPass(1)
    for (const [text, message] of [
      ['  ', 'Escreva o que você quer dizer.'],
      ['x'.repeat(2001), 'Escreva até 2000 letras.'],
      ['abc\u202Edef', 'Há caracteres invisíveis neste texto. Digite-o de novo, sem colar.'],
    ] as const)
      expect(await says(donor, text)).toMatchObject({ status: 400, body: { fields: { text: message } } })
    expect((await says(donor, 'No outro dia.')).status).toBe(201)
  })

  test('is asked for an answer on a day that can still come', async () => {
    for (const until of ['2026-11-09', '2027-11-10', 'ontem']) expect((await asks({ until })).status, until).toBe(400)
    expect(await asks({ of: 'ninguém' })).toMatchObject({ status: 400 })
    expect((await asks({ until: '2026-11-10' })).status).toBe(201)
  })

  test('holds a statement once, though the request is repeated', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const once = () =>
      testApp.call('POST /reports/{id}/statements', donor.token, {
        params: { id },
        body: { text: 'Paguei no dia 9.' },
        headers,
      })
    expect((await once()).status).toBe(201)
    expect((await once()).status).toBe(201)
    expect(await timeline(donor.token)).toHaveLength(2)
  })

  test('is the same at an address typed in capitals, to the proof of each text', async () => {
    await says(donor, 'Paguei no dia 9.')
    expect((await reads(donor.token, id.toUpperCase())).body).toEqual((await reads(donor.token)).body)
  })

  test('takes no words twice in a row, sent anew since the answer to them was lost; after others, with another picture or of another, it does', async () => {
    const again = { status: 409, body: { code: 'report.said_already' } }
    const picture = (await receipt()).toString('base64')
    expect((await says(donor, 'Sim.')).status).toBe(201)
    expect(await says(donor, 'Sim.')).toMatchObject(again)
    expect((await says(donor, 'Sim.', { picture })).status).toBe(201)
    expect(await says(donor, 'Sim.', { picture })).toMatchObject(again)
    expect((await says(receiver, 'Sim.', { picture })).status).toBe(201)
    expect((await says(donor, 'Sim.', { picture })).status).toBe(201)
    expect((await asks({})).status).toBe(201)
    expect(await asks({})).toMatchObject(again)
    for (const other of [{ of: 'donor' }, { of: 'donor', until: '2026-11-16' }, { text: 'Mande o recibo.' }])
      expect((await asks(other)).status, JSON.stringify(other)).toBe(201)
    expect(await timeline(donor.token)).toHaveLength(9)
  })

  test('says of the last words that a day holds, sent again, that they are there, and of others that they are too many', async () => {
    for (let n = 1; n <= CASE_ENTRIES_PER_DAY; n += 1) expect((await says(donor, `Texto ${n}.`)).status).toBe(201)
    expect((await says(donor, `Texto ${CASE_ENTRIES_PER_DAY}.`)).body.code).toBe('report.said_already')
    expect((await says(donor, 'Outro texto.')).body.code).toBe('report.too_many_today')
  })

  test('leaves no picture behind when its demonstration is begun anew', async () => {
    const { services } = testApp
    const picture = (await receipt()).toString('base64')
    expect((await says(receiver, 'Veja o extrato.', { picture })).status).toBe(201)
    const [circle] = await services.db.select({ name: circles.name }).from(circles)
    const reset = await testApp.call('POST /admin/circle/reset', admin, { body: { confirmation: circle!.name } })
    expect(reset.status).toBe(201)
    expect(await services.db.$count(caseEntries, isNotNull(caseEntries.pictureSha256))).toBe(0)
  })

  test('in a demonstration shows nobody’s words that could be paid to, and takes no picture of a code', async () => {
    await says(donor, 'Pague para outra@exemplo.com')
    expect((await timeline(donor.token))[1]).toMatchObject({ text: 'Pague para outra@exemplo.com' })
    expect((await timeline(receiver.token))[1]).toMatchObject({ text: COVERED, proof: null })
    const picture = await codePicture('00020126580014br.gov.bcb.pix')
    expect(await says(receiver, 'Veja a imagem.', { picture })).toMatchObject({
      status: 400,
      body: { code: 'file.qr_case' },
    })
    expect(await timeline(receiver.token)).toHaveLength(2)
  })
})

test('of a real roda hears a party who was suspended meanwhile, as their page offers', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
  const people = await openRealRoda(testApp, await testApp.administrator())
  const users = (await testApp.call('GET /users', await testApp.administrator())).body as {
    id: string
    email: string
  }[]
  const [donor, owed] = await firstOwed(testApp, people)
  const receiver = people.find(({ id }) => id === owed.receiverId)!
  await testApp.pays(owed.id, donor.token)
  const reported = { params: { id: owed.id }, body: { reason: 'O valor não apareceu.' } }
  const { id } = (await testApp.call('POST /donations/{id}/report', receiver.token, reported)).body
  const suspended = { params: { id: receiver.id }, body: { reason: 'Sumiu.' } }
  await testApp.call('POST /users/{id}/suspend', await testApp.administrator(), suspended)
  testApp.clock.advance(73 * 3_600_000)
  await runDueJobs(testApp.services)
  const login = { email: users.find((user) => user.id === receiver.id)!.email, password: PASSWORD }
  const { user, access_token: token } = (await testApp.call('POST /auth/login', null, { body: login })).body
  expect(user.status).toBe('SUSPENDED')
  const says = (more: object) => testApp.call('POST /reports/{id}/statements', token, { params: { id }, body: more })
  expect((await testApp.call('GET /reports/{id}', token, { params: { id } })).body.allowed).toContain('add')
  expect((await says({ text: 'Este é o meu extrato.' })).status).toBe(201)
})

/** The first of these people who owes somebody something by now, and what. */
async function firstOwed(testApp: TestApp, people: readonly Person[]): Promise<[Person, Donation]> {
  for (const person of people) {
    const owed = (await testApp.call('GET /donations/to-send', person.token)).body as Donation[]
    const asked = owed.find(({ waiting }) => !waiting)
    if (asked) return [person, asked]
  }
  throw new Error('Nobody owes anything')
}
