import { beforeEach, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { approvals } from '#server/tables/approvals.ts'
import { donations } from '#server/tables/donations.ts'
import { notices } from '#server/tables/notices.ts'
import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { moneyText } from '#contracts/money-text.ts'
import { planFormOf } from '#contracts/plans.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

const HOUR_MS = 3_600_000

let testApp: TestApp
let admin: string
let people: Person[]

const pause = (id: string) => testApp.call('POST /admin/donations/{id}/pause', admin, { params: { id } })
const foreseen = async (id: string) =>
  (await testApp.call('GET /admin/donations/{id}/pause', admin, { params: { id } })).body
const row = async () => (await testApp.services.db.select().from(donations).orderBy(donations.id))[0]!
const told = () => testApp.services.db.select().from(notices).where(eq(notices.kind, 'donation.paused'))
const faults = async () => {
  const headers = { authorization: `Bearer ${admin}` }
  return verify(readLedger((await testApp.app.inject({ method: 'GET', url: '/api/ledger/export', headers })).body))
    .faults
}
const pull = () => testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })

describe('a month’s pause', () => {
  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase(), {}, presets.roda)
    people = await testApp.placed(4)
    admin = await testApp.administrator()
    await pull()
  })

  test('leaves nobody to be waited for this month: the month is said to be paid once all others have', async () => {
    const ring = async () => (await testApp.call('GET /circle/result', admin)).body.ring
    expect((await ring()).people).toEqual({ asked: 4, paid: 0 })
    const { id, donorId } = await row()
    await pause(id)
    for (const person of people) {
      if (person.id === donorId) continue
      const [owed] = (await testApp.call('GET /donations/to-send', person.token)).body
      expect((await testApp.pays(owed.id, person.token)).status).toBe(201)
    }
    const { people: counted, gifts, places } = await ring()
    expect(counted).toEqual({ asked: 3, paid: 3 })
    expect([gifts.length, places.length]).toEqual([4, 4])
    expect(gifts.filter(({ late }: { late: boolean }) => late)).toMatchObject([{ status: 'PENDING_PAYMENT' }])
  })

  test('moves the deadline behind the rotation, tells both, stops every reminder, and the verifier agrees', async () => {
    const { id, donorId, receiverId, deadlineAt } = await row()
    const { changes } = await foreseen(id)
    const everybody = (await testApp.call('GET /users', admin)).body as {
      id: string
      firstName: string
      lastName: string
    }[]
    const [donor, receiver] = [donorId, receiverId].map((wanted) => {
      const { firstName, lastName } = everybody.find((one) => one.id === wanted)!
      return `${firstName} ${lastName}`
    })
    expect(changes).toEqual([
      { field: 'donation', before: null, after: `${moneyText(100)}, de ${donor} para ${receiver}` },
      { field: 'deadline', before: '10/12/2026', after: '30/10/2027' },
      { field: 'turn_ends', before: 'fevereiro de 2027', after: `outubro de 2027 (${receiver})` },
      { field: 'pauses', before: null, after: '1 de 2' },
      { field: 'ahead', before: null, after: `deu ${moneyText(0)}, recebeu ${moneyText(0)}` },
    ])
    expect(await row()).toMatchObject({ deadlineAt, pausedUntil: null })
    const { status, body } = await pause(id)
    expect(status).toBe(201)
    expect(body.deadline > deadlineAt.toISOString()).toBe(true)
    expect((await told()).map(({ userId }) => userId).toSorted()).toEqual([donorId, receiverId].toSorted())
    const { donations: reminded } = (
      await testApp.call('POST /admin/donations/remind', admin, { body: { who: 'unpaid' } })
    ).body
    const others = (await testApp.services.db.select().from(donations)).length - 1
    expect(reminded).toBe(others)
    const standing = (await testApp.call('GET /admin/standing', admin)).body as { unpaid: number }[]
    expect(standing.reduce((sum, { unpaid }) => sum + unpaid, 0)).toBe(others)
    expect([(await pause(id)).body.code, (await foreseen(id)).code]).toEqual(['pause.already', 'pause.already'])
    const ended = (await testApp.services.db.select().from(donations).orderBy(donations.id))[1]!
    const tokenOf = (wanted: string | null) => people.find((person) => person.id === wanted)!.token
    await testApp.pays(ended.id, tokenOf(ended.donorId))
    await testApp.call('PATCH /donations/{id}/confirm', tokenOf(ended.receiverId), { params: { id: ended.id } })
    expect((await foreseen(ended.id)).code).toBe('donation.already_confirmed')
    expect(await faults()).toEqual([])
  })

  test('is over on its day, as both were told: the contribution is asked for again, once, and reminded of before its deadline', async () => {
    const { id, donorId } = await row()
    await pause(id)
    const { pausedUntil, deadlineAt } = await row()
    const kinds = async () => {
      const own = await testApp.services.db
        .select()
        .from(notices)
        .where(eq(notices.userId, donorId))
        .orderBy(notices.id)
      return own.flatMap(({ kind }) => (/^donation\.(to_pay|due)$/.test(kind) ? [kind] : []))
    }
    // Of the same month nobody else is asked again.
    await testApp.services.db.update(donations).set({ deadlineAt }).where(eq(donations.status, 'PENDING_PAYMENT'))
    testApp.clock.moveTo(pausedUntil!.getTime() - 60_000)
    await runDueJobs(testApp.services)
    expect(await kinds()).toEqual(['donation.to_pay'])
    testApp.clock.moveTo(pausedUntil!.getTime() + 60_000)
    for (const _ of [1, 2]) await runDueJobs(testApp.services)
    expect(await kinds()).toEqual(['donation.to_pay', 'donation.to_pay'])
    testApp.clock.moveTo(deadlineAt.getTime() - 2 * 24 * HOUR_MS)
    for (const _ of [1, 2]) await runDueJobs(testApp.services)
    expect(await kinds()).toEqual(['donation.to_pay', 'donation.to_pay', 'donation.due'])
  })

  test('stands on a paper with who waits for how much, from which month, until when, by whom, and where to sign', async () => {
    const { id, donorId, receiverId } = await row()
    const { token } = people.find((person) => person.id === receiverId)!
    const paper = (as: string, query: string) =>
      testApp.call('GET /donations/{id}/pause/paper', as, { params: { id }, query })
    expect((await paper(token, '')).status).toBe(404)
    const { deadline } = (await pause(id)).body
    const { body } = await paper(token, '?format=json')
    expect(body).toMatchObject({ paper: 'pause', amount: 100, month: '2026-11', pauses: 1, deadline })
    expect(body.decided_by).toHaveLength(1)
    const other = people.find((person) => person.id !== receiverId && person.id !== donorId)!
    expect((await paper(other.token, '?format=json')).status).toBe(404)
    const pdf = await testApp.app.inject({
      url: `/api/donations/${id}/pause/paper`,
      headers: { authorization: `Bearer ${token}` },
    })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.rawPayload)))
    for (const signs of [`Paga depois: ${body.donor}`, `Espera: ${body.receiver}`, `Decidiu: ${body.decided_by[0]}`])
      expect(text.join(' ')).toContain(signs)
  })

  test('is kept when the state is loaded again', async () => {
    const { id, circleId } = await row()
    await pause(id)
    const other = { ...testApp.services, actorId: null, actor: { via: 'job' as const }, signed: null }
    const kept = await withCircle(other, circleId, async ({ state }) => [...state.obligations.values()])
    expect(kept.filter(({ pausedUntil }) => pausedUntil !== null)).toHaveLength(1)
  })
})

describe('in a real roda', () => {
  let params: { id: string }
  const signIn = async () => {
    admin = await testApp.administrator()
    await testApp.call('POST /admin/circles/{id}/select', admin, { params })
  }
  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    admin = await testApp.administrator()
    const plan = planFormOf(presets.roda)
    plan.levels[0].required = 2
    const body = { name: 'Roda de verdade', mode: 'real', plan, operator: OPERATOR, outcome_seen: true, people: 3 }
    params = { id: (await testApp.call('POST /admin/circles', admin, { body })).body.id as string }
    await testApp.call('POST /admin/circles/{id}/open', admin, { params })
    await testApp.call('POST /admin/circles/{id}/select', admin, { params })
    people = []
    for (let n = 1; n <= 3; n += 1) {
      const person = await testApp.registers(n)
      await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: person.id } })
      await testApp.call('POST /queue', admin, {
        body: { position: n, donation_number: 1, user_id: person.id, is_receiver: false, reason: 'Combinado' },
      })
      people.push(person)
    }
    await pull()
  })

  test('it is only proposed by one person, with whose turn it delays, and both whom it touches read it', async () => {
    const { id, donorId, receiverId, deadlineAt } = await row()
    const { status, body } = await pause(id)
    expect([status, body.approval.kind]).toEqual([202, 'pause_month'])
    expect((await row()).deadlineAt).toEqual(deadlineAt)
    const turnOf = people.find((person) => person.id === receiverId)!
    const [proposal] = (await testApp.call('GET /me/approvals', turnOf.token)).body
    const fields = proposal.changes.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(expect.arrayContaining(['donation', 'deadline', 'turn_ends', 'pauses']))
    const donor = people.find((person) => person.id === donorId)!
    expect((await testApp.call('GET /me/approvals', donor.token)).body).toHaveLength(1)
  })

  test('it is proposed by who is alone as long as the 72 hours end before the deadline, and not where they could only be in vain', async () => {
    const { id, deadlineAt } = await row()
    testApp.clock.moveTo(deadlineAt.getTime() - 72 * HOUR_MS + 60_000)
    await signIn()
    const late = await pause(id)
    expect([late.status, late.body.code]).toEqual([409, 'pause.too_late'])
    testApp.clock.moveTo(deadlineAt.getTime() - 73 * HOUR_MS)
    await signIn()
    expect((await pause(id)).body.approval).toMatchObject({ expires_at: deadlineAt.toISOString() })
    testApp.clock.moveTo(deadlineAt.getTime() - HOUR_MS)
    await runDueJobs(testApp.services)
    expect((await row()).pausedUntil).not.toBeNull()
  })

  test('it is not done, and says why as soon as the money is sent or the deadline is over, though somebody objects', async () => {
    const stateOf = async () => (await testApp.services.db.select().from(approvals))[0]!
    const { id, donorId, receiverId, deadlineAt } = await row()
    const tokenOf = (wanted: string | null) => people.find((person) => person.id === wanted)!.token
    const proposal = (await pause(id)).body.approval.id as string
    await testApp.call('POST /me/approvals/{id}/object', tokenOf(receiverId), { params: { id: proposal } })
    await testApp.pays(id, tokenOf(donorId))
    await runDueJobs(testApp.services)
    expect(await stateOf()).toMatchObject({ state: 'failed', failure: expect.stringContaining('Já há um comprovante') })

    testApp.clock.advance(5 * 60_000)
    const other = (await testApp.services.db.select().from(donations).orderBy(donations.id))[1]!
    const { approval } = (await pause(other.id)).body
    await testApp.call('POST /me/approvals/{id}/object', tokenOf(other.receiverId), { params: { id: approval.id } })
    testApp.clock.moveTo(deadlineAt.getTime() + 60_000)
    await runDueJobs(testApp.services)
    const [ended] = await testApp.services.db.select().from(approvals).where(eq(approvals.id, approval.id))
    expect(ended).toMatchObject({ state: 'failed', failure: expect.stringContaining('prazo') })
    await signIn()
    expect(await faults()).toEqual([])
  })

  test('done behind the server’s back, the verifier names it', async () => {
    const { id, circleId, donorId } = await row()
    const author = {
      actorId: donorId,
      actor: { via: 'password' },
      signed: null,
      isProposal: true,
      isTried: true,
    } as const
    await withCircle({ ...testApp.services, ...author }, circleId, ({ perform }) =>
      perform({ kind: 'pause_month', donationId: id }),
    )
    // And that its own donor, who does not administer, decided it.
    const codes = new Set((await faults()).map(({ code }) => code))
    expect(codes).toEqual(
      new Set(['administrator.unknown', 'administrator.unsaid', 'approval.own_matter', 'approval.missing']),
    )
  })
})
