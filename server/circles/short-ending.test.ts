import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkApprovals } from '#circle/ledger/approvals.ts'
import { checkEnding } from '#circle/ledger/endings.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { rodaPlan } from '#circle/plan.ts'
import { dayOf } from '#contracts/age.ts'
import { planFormOf } from '#contracts/plans.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { approvals } from '#server/tables/approvals.ts'
import { donations } from '#server/tables/donations.ts'
import { notices } from '#server/tables/notices.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { amissOnDevice } from '#server/testing/shown-to-device.ts'
import { ADMINISTRATOR, createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

const NAME = 'Roda da Vila'
const DAY_MS = 86_400_000
const reason = 'Ordem combinada na conversa.'

/** A real roda of three of R$ 100: the first received R$ 200, gave R$ 100 and was removed; the third lacks R$ 100. */
describe('a roda whose first receiver does not come back', () => {
  let testApp: TestApp
  let admin: string
  let circleId: string
  let people: Person[]
  let emails: string[]

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    admin = await testApp.administrator()
    const plan = planFormOf(rodaPlan({ amountCents: 10_000, months: 2 }))
    const body = { name: NAME, mode: 'real', plan, operator: OPERATOR, outcome_seen: true, people: 3 }
    circleId = (await testApp.call('POST /admin/circles', admin, { body })).body.id
    await again()
    await testApp.call('POST /admin/circles/{id}/open', admin, { params: { id: circleId } })
    people = []
    for (const position of [1, 2, 3]) {
      const person = await testApp.registers(position)
      await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: person.id } })
      await testApp.call('POST /queue', admin, { body: { position, user_id: person.id, reason } })
      people.push(person)
    }
    const known = (await testApp.call('GET /users', admin)).body as { id: string; email: string }[]
    emails = people.map(({ id }) => known.find((one) => one.id === id)!.email)
    await month()
    const { id } = people[0]!
    await testApp.call('POST /users/{id}/suspend', admin, { params: { id }, body: { reason: 'Sumiu com o dinheiro.' } })
    await passes(4)
    await passes(28)
    await month()
  })

  const again = async () => {
    const body = { email: ADMINISTRATOR.email, password: ADMINISTRATOR.password }
    admin = (await testApp.call('POST /auth/login', null, { body })).body.access_token
    await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: circleId } })
    for (const [index, person] of (people ?? []).entries()) {
      const { body: own } = await testApp.call('POST /auth/login', null, {
        body: { email: emails[index]!, password: PASSWORD },
      })
      people[index] = { ...person, token: own.access_token }
    }
  }
  const passes = async (days: number) => {
    testApp.clock.advance(days * DAY_MS)
    await runDueJobs(testApp.services)
    await again()
  }
  const rows = () => testApp.services.db.select().from(donations).where(eq(donations.circleId, circleId))
  const tokenOf = (wanted: string | null) => people.find(({ id }) => id === wanted)!.token
  const pay = async ({ id, donorId, receiverId }: Awaited<ReturnType<typeof rows>>[number]) => {
    expect((await testApp.pays(id, tokenOf(donorId))).status).toBe(201)
    const confirmed = await testApp.call('PATCH /donations/{id}/confirm', tokenOf(receiverId), { params: { id } })
    expect(confirmed.status).toBe(200)
  }
  const month = async () => {
    expect((await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })).status).toBe(201)
    for (const donation of await rows())
      if (donation.status === 'PENDING_PAYMENT' && donation.type === 'PULL') await pay(donation)
  }
  /** The debt of the one who left, to the one who lacks it. */
  const owed = async () => (await rows()).find(({ type }) => type === 'SETTLEMENT')!
  const close = () => testApp.call('POST /admin/circle/close', admin, { body: { confirmation: NAME } })
  const result = async () => (await testApp.call('GET /circle/result', people[2]!.token)).body
  const closedAt = async () => (await testApp.call('GET /circle', people[2]!.token)).body.closed_at
  const stateOf = async (id: string) =>
    (await testApp.services.db.select().from(approvals).where(eq(approvals.id, id)))[0]!.state
  const faults = async () => {
    const headers = { authorization: `Bearer ${admin}` }
    const book = await testApp.app.inject({ url: '/api/ledger/export', headers })
    return (await verify(readLedger(book.body))).faults
  }

  test('ends when nobody who lacks money objects in fourteen days; what is owed may still be paid after it', async () => {
    expect(await result()).toMatchObject({ over: false, lacking: { members: 1, amount: 100 } })
    const proposed = await close()
    expect(proposed).toMatchObject({ status: 202, body: { approval: { kind: 'close_circle', state: 'proposed' } } })
    expect((await close()).body.code).toBe('approval.already')
    const { id, due_at } = proposed.body.approval as { id: string; due_at: string }
    expect(Date.parse(due_at) - testApp.clock.now()).toBe(14 * DAY_MS)
    const [own] = (await testApp.call('GET /me/approvals', people[2]!.token)).body
    expect(own).toMatchObject({ id, may_object: true })
    expect(own.changes.map(({ field, after }: { field: string; after: string }) => [field, after.slice(-9)])).toEqual([
      ['loses', 'R$\u00a0100,00'],
      ['keeps', 'R$\u00a0100,00'],
    ])
    // The one who kept the money cannot stop it, and neither is told to.
    expect((await testApp.call('GET /me/approvals', people[0]!.token)).body).toEqual([
      expect.objectContaining({ kind: 'suspend_member' }),
    ])
    await passes(13)
    expect(await closedAt()).toBeNull()
    await passes(2)
    expect([await stateOf(id), await closedAt()]).toEqual(['executed', expect.any(String)])
    const foreseen = await testApp.call('GET /circle/forecast', people[2]!.token)
    expect(foreseen).toMatchObject({ status: 200, body: { places: [] } })
    expect(await amissOnDevice(testApp, people[2]!)).toEqual([])
    const told = await testApp.services.db.select().from(notices).where(eq(notices.kind, 'circle.closed'))
    expect(told.map(({ userId }) => userId).toSorted()).toEqual([people[1]!.id, people[2]!.id].toSorted())
    expect((await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })).body.code).toBe(
      'circle.closed',
    )
    await pay(await owed())
    expect(await result()).toMatchObject({ over: true, lacking: null })
    expect(await faults()).toEqual([])
  })

  test('tells of its end also who lacks money and has left: they could object, and it is their loss', async () => {
    const [, even, lacking] = people
    expect((await testApp.call('POST /me/leave', lacking!.token, { body: { password: PASSWORD } })).status).toBe(200)
    expect(await close()).toMatchObject({ status: 202 })
    expect((await testApp.call('GET /me/approvals', lacking!.token)).body).toMatchObject([{ may_object: true }])
    await passes(15)
    expect(await closedAt()).not.toBeNull()
    const told = await testApp.services.db.select().from(notices).where(eq(notices.kind, 'circle.closed'))
    expect(told.map(({ userId }) => userId).toSorted()).toEqual([even!.id, lacking!.id].toSorted())
    // A debt to nobody who is there waits for nobody either.
    expect((await testApp.call('GET /admin/tasks', admin)).body.obligations_without_receiver.count).toBe(0)
    expect(await faults()).toEqual([])
  })

  test('offers who was removed what they may still do, and nothing that is refused them', async () => {
    const { id } = await owed()
    const [own] = (await testApp.call('GET /donations/to-send', people[0]!.token)).body
    expect(own).toMatchObject({ id, allowed: ['send_receipt', 'pay_part'] })
    // A day they said before would keep them from paying until then.
    const schedules = async (day: string | null) =>
      testApp.call('PATCH /donations/{id}/schedule', people[0]!.token, { params: { id }, body: { day } })
    const tomorrow = dayOf(testApp.clock.now() + DAY_MS)
    for (const day of [tomorrow, null])
      expect(await schedules(day)).toMatchObject({ status: 200, body: { scheduled_for: day } })
    const report = { reason: 'wrong_amount', additionalInfo: 'Eu já paguei, e ninguém confirma.' }
    const told = await testApp.call('POST /donations/{id}/report', people[0]!.token, { params: { id }, body: report })
    expect(told).toMatchObject({ status: 403, body: { code: 'session.reading_only' } })
    const [awaited] = (await testApp.call('GET /donations/to-receive', people[2]!.token)).body
    expect(awaited.allowed).toEqual(['report'])
  })

  test('keeps nobody’s data for a debt that nobody is there any more to be paid', async () => {
    await close()
    await passes(15)
    expect(await closedAt()).not.toBeNull()
    const erase = (person: Person) => testApp.call('DELETE /me', person.token, { body: { password: PASSWORD } })
    expect((await erase(people[0]!)).body.code, 'the third still waits for it').toBe('privacy.open_matters')
    expect((await erase(people[2]!)).status).toBe(200)
    expect((await erase(people[0]!)).status).toBe(200)
    expect(await faults()).toEqual([])
  })

  test('does not end while somebody who lacks money objects, nor by anybody’s approval', async () => {
    const { id } = (await close()).body.approval as { id: string }
    const params = { id }
    expect((await testApp.call('POST /me/approvals/{id}/object', people[2]!.token, { params })).status).toBe(200)
    await passes(20)
    expect([await stateOf(id), await closedAt()]).toEqual(['proposed', null])
    await testApp.call('POST /me/approvals/{id}/withdraw-objection', people[2]!.token, { params })
    await passes(1)
    expect(await stateOf(id)).toBe('executed')
    expect(await faults()).toEqual([])
  })

  test('in the ledger, stands only on a proposal of these accounts, fourteen days old, to which nobody objects', async () => {
    expect((await close()).status).toBe(202)
    await passes(15)
    const headers = { authorization: `Bearer ${admin}` }
    const book = await testApp.app.inject({ url: '/api/ledger/export', headers })
    const entries = readLedger(book.body).entries as LedgerEntry[]
    const codes = (told: readonly LedgerEntry[]) =>
      [...checkEnding(told, sha256), ...checkApprovals(told, sha256).faults].map(({ code }) => code)
    const { approvalId } = entries.findLast(({ kind }) => kind === 'approval.proposed')!.payload
    const isOf = ({ payload }: LedgerEntry) => payload['approvalId'] === approvalId
    const isProposal = (entry: LedgerEntry) => entry.kind === 'approval.proposed' && isOf(entry)
    expect(codes(entries)).toEqual([])
    const unproposed = entries.filter((entry) => entry.kind !== 'approval.executed' || !isOf(entry))
    expect(codes(unproposed)).toEqual(['circle.closed_early'])
    const actHash = sha256('{"accounts":[],"kind":"close_circle"}')
    const ofOthers = entries.map((entry) =>
      isOf(entry) ? { ...entry, payload: { ...entry.payload, actHash } } : entry,
    )
    expect(codes(ofOthers)).toEqual(['circle.closed_early'])
    const tooSoon = entries.map((entry) =>
      isProposal(entry) ? { ...entry, at: new Date(Date.parse(entry.at) + 2 * DAY_MS).toISOString() } : entry,
    )
    expect(codes(tooSoon)).toEqual(['approval.unfounded'])
    const objected = entries.flatMap((entry) =>
      isProposal(entry)
        ? [entry, { ...entry, kind: 'approval.objected', payload: { approvalId, memberId: people[2]!.id } }]
        : [entry],
    )
    expect(codes(objected)).toEqual(['approval.unfounded'])
  })

  test('nor where the accounts became others meanwhile', async () => {
    const { id } = (await close()).body.approval as { id: string }
    await pay(await owed())
    await passes(15)
    expect([await stateOf(id), await closedAt()]).toEqual(['failed', null])
    expect((await close()).status).toBe(200)
    expect(await faults()).toEqual([])
  })
})
