import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { checkAppeals } from '#circle/ledger/appeals.ts'
import { checkApprovals } from '#circle/ledger/approvals.ts'
import { presets } from '#circle/plan.ts'
import { APPROVAL_MS } from '#contracts/approvals.ts'
import { contract } from '#contracts/contract.ts'
import type { Donation } from '#contracts/entities/donation.ts'
import type { CallDefinition } from '#contracts/call.ts'
import { planFormOf } from '#contracts/plans.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { approvals } from '#server/tables/approvals.ts'
import { audit } from '#server/tables/audit.ts'
import { donations } from '#server/tables/donations.ts'
import { ledger } from '#server/tables/ledger.ts'
import { notices } from '#server/tables/notices.ts'
import { users } from '#server/tables/users.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { newId } from '#server/lib/ids.ts'
import { registrationOf } from '#server/seed/people.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { countWaiting } from '#server/testing/count-waiting.ts'
import { beginsWith } from '#server/testing/begins-with.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { lockAdministrators } from '#server/administrators/queries.ts'
import { makeCircle } from '#server/circles/make-circle.ts'
import { transaction } from '#server/database/transaction.ts'
import { beforeAnybodyWaits } from '#server/lib/open-transaction.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { wordsAreKept } from '#server/testing/kept-words.ts'
import { ADMINISTRATOR, createTestApp, NOON, PASSWORD } from '#server/testing/test-app.ts'
import type { Answer, Person, TestApp } from '#server/testing/test-app.ts'
import { everyRow } from '#server/privacy/testing/search.ts'
import { changesOf } from './changes.ts'
import { sealProposal } from './proposal.ts'

type SettlementShown = NonNullable<Donation['settlement']>

const HOUR_MS = 3_600_000
const BIA = { firstName: 'Bia', lastName: 'Nogueira', email: 'bia@exemplo.org', role: 'ADMIN' }
const BIA_PASSWORD = 'outra-senha-bem-boa'

/** A real circle of three with one reported donation that has a receipt, and the administrators on it. */
describe('what two people decide', () => {
  let testApp: TestApp
  let circleId: string
  let people: Person[]

  const founds = async (begun: TestApp) => {
    testApp = begun
    const first = await testApp.administrator()
    const made = await testApp.call('POST /admin/circles', first, {
      body: {
        name: 'Roda de verdade',
        mode: 'real',
        plan: planFormOf(presets.rotativo),
        operator: OPERATOR,
        outcome_seen: true,
      },
    })
    circleId = made.body.id
    await testApp.call('POST /admin/circles/{id}/open', first, { params: { id: circleId } })
  }
  /** The roda that Ana alone administers. */
  const founded = beginsWith(
    async (begun) => {
      await founds(begun)
      return { circleId, people: [], at: NOON }
    },
    { placed: 0 },
  )
  /** In it something is reported. */
  const reported = beginsWith(
    async (begun) => {
      await founds(begun)
      return { circleId, ...(await report()), people, at: NOON }
    },
    { placed: 0 },
  )
  /** The same, where Bia counts as a second person. */
  const reportedToTwo = beginsWith(
    async (begun) => {
      await founds(begun)
      await addBia()
      testApp.clock.advance(72 * HOUR_MS)
      return { circleId, ...(await report()), people, at: testApp.clock.now() + 1000 }
    },
    { placed: 0 },
  )
  const begin = async <Made extends { circleId: string; people: Person[]; at: number }>(
    begins: () => Promise<Made & { testApp: TestApp }>,
  ) => {
    const begun = await begins()
    ;({ testApp, circleId, people } = begun)
    testApp.clock.moveTo(begun.at)
    return begun
  }

  const login = async (email: string, password: string) =>
    (await testApp.call('POST /auth/login', null, { body: { email, password } })).body.access_token as string
  const inRealCircle = async (token: string) => {
    const selected = await testApp.call('POST /admin/circles/{id}/select', token, { params: { id: circleId } })
    expect(selected.status).toBe(200)
    return token
  }
  /** The first administrator, signed in anew, with the real circle on screen. */
  const ana = async () => inRealCircle(await login(ADMINISTRATOR.email, ADMINISTRATOR.password))
  const bia = async () => inRealCircle(await login(BIA.email, BIA_PASSWORD))
  const outbox = async (wanted: RegExp) => {
    await runDueJobs(testApp.services)
    return readOutbox(testApp.services.config.dataDir).filter((text) => wanted.test(text))
  }
  const again = async (person: Person) => {
    const [row] = await testApp.services.db.select().from(donations).limit(1)
    expect(row).toBeDefined()
    const everybody = (await testApp.call('GET /users', await ana())).body as { id: string; email: string }[]
    return login(everybody.find(({ id }) => id === person.id)!.email, PASSWORD)
  }
  const ledgerKinds = async () => {
    const rows = await testApp.services.db
      .select()
      .from(ledger)
      .where(eq(ledger.circleId, circleId))
      .orderBy(ledger.seq)
    return rows
  }

  /** The faults that the verifier finds in the ledger as the server wrote it. */
  const faults = async () =>
    checkApprovals(
      (await ledgerKinds()).map(({ at, actorId, previousHash, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        actor_id: actorId,
        previous_hash: previousHash,
      })),
      sha256,
    ).faults

  /** Ana alone invites Bia: 72 hours later the invitation goes out, and 72 hours after her coming Bia counts. */
  const addBia = async () => {
    const proposed = await testApp.call('POST /admin/administrators', await ana(), { body: BIA })
    expect(proposed.status).toBe(202)
    testApp.clock.advance(72 * HOUR_MS)
    const [letter] = await outbox(new RegExp(`Para: ${BIA.email}[^]*convite#`))
    const secret = letter!.match(/convite#([\w-]{43})/)![1]!
    const accepted = await testApp.call('POST /invitations/accept', null, {
      body: { secret, cpf: '52998224725', password: BIA_PASSWORD },
    })
    expect(accepted.status).toBe(201)
  }

  /** Three members, their first donation paid and reported by its receiver. */
  const report = async () => {
    const admin = await ana()
    people = []
    for (let n = 1; n <= 3; n += 1) {
      const person = await testApp.registers(n)
      await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: person.id } })
      const placed = await testApp.call('POST /queue', admin, {
        body: {
          position: n,
          donation_number: 1,
          user_id: person.id,
          is_receiver: false,
          reason: 'Combinado entre todos',
        },
      })
      expect(placed.status).toBe(201)
      people.push(person)
    }
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    const [row] = (await testApp.services.db.select().from(donations)).filter(({ receiverId }) => receiverId !== null)
    const donor = people.find(({ id }) => id === row!.donorId)!
    const receiver = people.find(({ id }) => id === row!.receiverId)!
    expect((await testApp.pays(row!.id, donor.token)).status).toBe(201)
    const sent = await testApp.call('POST /donations/{id}/report', receiver.token, {
      params: { id: row!.id },
      body: { reason: 'não recebi' },
    })
    expect(sent.status).toBe(201)
    return { donationId: row!.id, reportId: sent.body.id as string, donor, receiver }
  }
  const resolve = (token: string, reportId: string, donation_outcome = 'confirm') =>
    testApp.call('POST /admin/donations/reports/{id}/resolve', token, {
      params: { id: reportId },
      body: {
        resolution: 'RESOLVED',
        resolution_message: 'Vimos o extrato.',
        admin_notes: 'nota interna sigilosa',
        donation_outcome,
      },
    })
  const statusOf = async (donationId: string) =>
    (await testApp.services.db.select().from(donations).where(eq(donations.id, donationId)))[0]!.status
  const decide = (what: 'approve' | 'reject' | 'withdraw', token: string, id: string) =>
    testApp.call(`POST /admin/approvals/{id}/${what}`, token, { params: { id } })
  /** The kinds of a person's notices, oldest first. */
  const toldTo = async ({ id }: Person) =>
    (await testApp.services.db.select().from(notices).where(eq(notices.userId, id)).orderBy(notices.id)).map(
      ({ kind }) => kind,
    )
  const stateOf = async (id: string) =>
    (await testApp.services.db.select().from(approvals).where(eq(approvals.id, id)))[0]!

  test('every call whose contract asks for approval has its change, and no other has', () => {
    const asking = Object.entries<CallDefinition>(contract).filter(([, call]) => call.approval !== undefined)
    expect(asking.map(([name]) => name).toSorted()).toEqual([
      'DELETE /queue/{id}',
      'PATCH /admin/circle',
      'PATCH /admin/circle/plan',
      'PATCH /queue/next-receiver/{id}',
      'PATCH /queue/reorder/{id}',
      'PATCH /queue/set-receiver/{a}/{b}',
      'PATCH /queue/swap-positions',
      'PATCH /queue/{id}',
      'PATCH /users/{id}',
      'POST /admin/administrators',
      'POST /admin/circle/close',
      'POST /admin/donations/reports/{id}/decide-appeal',
      'POST /admin/donations/reports/{id}/resolve',
      'POST /admin/donations/{id}/pause',
      'POST /admin/substitutes/{id}/approve',
      'POST /queue',
      'POST /queue/changes/undo',
      'POST /queue/godown/move-user-to-end',
      'POST /users/{id}/remove',
      'POST /users/{id}/suspend',
    ])
    type Shown = { shape?: object; options?: readonly Shown[] }
    const fieldsOf = ({ shape = {}, options = [] }: Shown): string[] => [
      ...Object.keys(shape),
      ...options.flatMap(fieldsOf),
    ]
    for (const [name, call] of asking) {
      expect(changesOf(name)[0]!.handler).toBeDefined()
      expect(fieldsOf(call.answer as unknown as Shown), name).toContain('approval')
    }
    expect(() => changesOf('GET /users')).toThrow('GET /users')
  })

  test('a report resolved with confirm is only proposed; the second person makes it happen, once', async () => {
    const { donationId, reportId, donor, receiver } = await begin(reportedToTwo)
    const [first, second] = [await ana(), await bia()]
    const proposed = await resolve(first, reportId)
    expect(proposed.status).toBe(202)
    // The specification's fields are those of the report as it still is.
    expect(proposed.body).toMatchObject({ id: reportId, status: 'PENDING', report_resolved: false })
    const { approval } = proposed.body
    expect(approval).toMatchObject({ kind: 'resolve_report', state: 'proposed', due_at: null })
    expect(await statusOf(donationId)).toBe('PENDING_CONFIRMATION')
    for (const { token } of [donor, receiver]) {
      const [mine] = (await testApp.call('GET /me/approvals', token)).body
      expect(mine).toMatchObject({ id: approval.id, may_object: true, proposed_by: 'Administração da Ciranda' })
      expect(JSON.stringify(mine)).not.toContain('sigilosa')
    }
    expect(await outbox(/Uma mudança que toca você foi proposta/)).toHaveLength(2)
    const waits = async (token: string) => (await testApp.call('GET /admin/tasks', token)).body.proposals
    expect(await waits(second)).toEqual({
      count: 1,
      items: [
        {
          id: approval.id,
          kind: 'resolve_report',
          proposed_by: 'Administração da Ciranda',
          since: approval.proposed_at,
          due_at: null,
        },
      ],
    })
    // One's own proposal waits for somebody else.
    expect(await waits(first)).toEqual({ count: 0, items: [] })
    expect((await decide('approve', first, approval.id)).body.code).toBe('approval.own')
    expect((await decide('reject', first, approval.id)).body.code).toBe('approval.own')
    expect((await decide('withdraw', second, approval.id)).body.code).toBe('approval.not_own')
    expect((await decide('approve', donor.token, approval.id)).status).toBe(403)
    const clicks = await Promise.all([decide('approve', second, approval.id), decide('approve', second, approval.id)])
    expect(clicks.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await waits(second)).toEqual({ count: 0, items: [] })
    // The decision's own notice says what was done, and why; that it had been proposed is no second piece of news.
    for (const party of [donor, receiver])
      expect((await toldTo(party)).filter((kind) => /^(approval|case)\./.test(kind)).slice(-2)).toEqual([
        'approval.touches_you',
        'case.ended',
      ])
    expect(await statusOf(donationId)).toBe('CONFIRMED')
    expect(await stateOf(approval.id)).toMatchObject({ state: 'executed', failure: null })
    const rows = await ledgerKinds()
    const from = rows.findIndex(({ kind }) => kind === 'approval.proposed' && rows.length > 0)
    expect(rows.slice(-rows.length + from).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'approval.proposed',
        'approval.approved',
        'approval.executed',
        'command',
        'report.ended',
      ]),
    )
    const of = (kind: string) => rows.findLast((row) => row.kind === kind)!
    expect(of('approval.proposed').actorId).not.toBe(of('approval.approved').actorId)
    expect(of('approval.executed').payload['bodyHash']).toBe(of('approval.proposed').payload['bodyHash'])
    const command = rows[rows.findIndex((row) => row === of('approval.executed')) + 1]!
    expect(command.payload).toMatchObject({ command: { kind: 'resolve_report', reportId, outcome: 'confirm' } })
    // The ledger holds no words and no key of what was proposed.
    expect(JSON.stringify(rows)).not.toMatch(/extrato|sigilosa/)
    expect(await faults()).toEqual([])
    const stored = await stateOf(approval.id)
    expect(stored.sealed).not.toContain('sigilosa')
  })

  test('the reason of a decision survives the waiting, and both read it with what the administration did', async () => {
    const { donationId, reportId, donor, receiver } = await begin(reportedToTwo)
    const { approval } = (await resolve(await ana(), reportId)).body
    for (const { token } of [donor, receiver]) {
      const waiting = (await testApp.call('GET /reports/{id}', token, { params: { id: reportId } })).body
      expect(waiting).toMatchObject({ report_resolved: false, timeline: [{ kind: 'opened' }] })
    }
    expect((await decide('approve', await bia(), approval.id)).status).toBe(200)
    for (const { token } of [donor, receiver]) {
      const found = (await testApp.call('GET /donations/history', token)).body.data as { id: string }[]
      const settled = found.find(({ id }) => id === donationId) as never as Record<'settlement', SettlementShown>
      expect(settled.settlement).toMatchObject({ outcome: 'confirm', reason: 'Vimos o extrato.' })
      expect(wordsAreKept(settled.settlement.reason, settled.settlement.proof)).toBe(true)
      const { timeline } = (await testApp.call('GET /reports/{id}', token, { params: { id: reportId } })).body
      expect(timeline.at(-1)).toMatchObject({ kind: 'decision', text: 'Vimos o extrato.', by: 'administration' })
    }
    expect(await faults()).toEqual([])
  })

  const appeals = (who: { token: string }, reportId: string) =>
    testApp.call('POST /reports/{id}/appeal', who.token, { params: { id: reportId }, body: { reason: 'Não entrou.' } })
  const decidesAppeal = (token: string, reportId: string, donation_outcome = 'keep') =>
    testApp.call('POST /admin/donations/reports/{id}/decide-appeal', token, {
      params: { id: reportId },
      body: {
        decision: donation_outcome === 'keep' ? 'UPHELD' : 'CHANGED',
        message: 'Olhamos de novo.',
        admin_notes: '',
        donation_outcome,
      },
    })
  const appealFaults = async () =>
    checkAppeals(
      (await ledgerKinds()).map(({ at, actorId, previousHash, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        actor_id: actorId,
        previous_hash: previousHash,
      })),
    )

  test('an appeal against one’s own decision waits 72 hours where nobody else administers, and says who decided it', async () => {
    const { donationId, reportId, donor, receiver } = await begin(reported)
    expect((await resolve(await ana(), reportId, 'keep')).status).toBe(201)
    expect((await appeals(receiver, reportId)).status).toBe(201)
    const proposed = await decidesAppeal(await ana(), reportId)
    expect(proposed).toMatchObject({ status: 202, body: { approval: { kind: 'decide_appeal', state: 'proposed' } } })
    expect(Date.parse(proposed.body.approval.due_at)).toBe(testApp.clock.now() + 72 * HOUR_MS)
    const seen = (await testApp.call('GET /reports/{id}', donor.token, { params: { id: reportId } })).body
    expect(seen).toMatchObject({ appeal: 'open', proposal: { of: 'appeal', outcome: 'keep' } })
    testApp.clock.advance(72 * HOUR_MS)
    await runDueJobs(testApp.services)
    const after = (await testApp.call('GET /reports/{id}', await again(donor), { params: { id: reportId } })).body
    expect(after).toMatchObject({ appeal: 'decided', proposal: null })
    expect(after.timeline.at(-1)).toMatchObject({ kind: 'appeal_decision', decision: 'UPHELD', by_same: true })
    expect(await statusOf(donationId)).toBe('PENDING_CONFIRMATION')
    expect([await faults(), await appealFaults()]).toEqual([[], []])
  })

  test('an appeal is decided at once by another administrator who lets things be, and by two where it moves the donation', async () => {
    const { donationId, reportId, receiver, donor } = await begin(reportedToTwo)
    expect((await resolve(await ana(), reportId, 'keep')).status).toBe(201)
    expect((await appeals(donor, reportId)).status).toBe(201)
    expect((await appeals(receiver, reportId)).body.code).toBe('appeal.once')
    // Ana decided first, and Bia could decide now.
    expect((await decidesAppeal(await ana(), reportId)).body.code).toBe('appeal.own_decision')
    const { approval } = (await decidesAppeal(await bia(), reportId, 'confirm')).body
    expect(await statusOf(donationId)).toBe('PENDING_CONFIRMATION')
    const details = await testApp.call('GET /admin/donations/reports/{id}', await ana(), { params: { id: reportId } })
    expect(details.body.case.proposal).toEqual({ of: 'appeal', outcome: 'confirm', due_at: null })
    expect((await decide('approve', await ana(), approval.id)).status).toBe(200)
    expect(await statusOf(donationId)).toBe('CONFIRMED')
    const [settled] = (await testApp.call('GET /donations/history', donor.token)).body.data
    expect(settled.settlement).toMatchObject({ outcome: 'confirm', reason: 'Olhamos de novo.' })
    expect(wordsAreKept(settled.settlement.reason, settled.settlement.proof)).toBe(true)
    expect([await faults(), await appealFaults()]).toEqual([[], []])
  })

  test('whoever approved that a case is dismissed with its donation took part in that, and decides no appeal alone', async () => {
    const { donationId, reportId, donor, receiver } = await begin(reportedToTwo)
    const rejected = await testApp.call('POST /donations/{id}/reject-receipt', receiver.token, {
      params: { id: donationId },
      body: { reason: 'não recebi' },
    })
    expect(rejected.status).toBe(201)
    expect((await testApp.call('POST /me/leave', donor.token, { body: { password: PASSWORD } })).status).toBe(200)
    const dismissed = await testApp.call('POST /admin/donations/reports/{id}/resolve', await ana(), {
      params: { id: reportId },
      body: { resolution: 'REJECTED', resolution_message: 'Não entrou.', admin_notes: 'n', donation_outcome: 'keep' },
    })
    expect(dismissed.status).toBe(202)
    // It says so in the case meanwhile, and what would become of the donation: it ends with its case.
    const proposal = { of: 'report', outcome: 'cancel', due_at: null }
    expect(dismissed.body.case.proposal).toEqual(proposal)
    const seen = await testApp.call('GET /reports/{id}', receiver.token, { params: { id: reportId } })
    expect(seen.body.proposal).toEqual(proposal)
    expect((await decide('approve', await bia(), dismissed.body.approval.id)).body.state).toBe('executed')
    expect(await statusOf(donationId)).toBe('CANCELLED')
    // The decision kept it, and it ended with its case: that is what both read.
    const { body: read } = await testApp.call('GET /reports/{id}', receiver.token, { params: { id: reportId } })
    expect(read.donation_outcome).toBe('keep')
    expect(read.timeline.at(-1)).toMatchObject({ kind: 'decision', outcome: 'cancel' })
    const isEnd = and(eq(notices.kind, 'case.ended'), eq(notices.userId, receiver.id))
    const [end] = await testApp.services.db.select().from(notices).where(isEnd)
    expect(end!.facts).toMatchObject({ outcome: 'cancel', isDismissed: true })
    expect((await appeals(donor, reportId)).status).toBe(201)
    expect((await decidesAppeal(await bia(), reportId)).status).toBe(202)
    expect([await faults(), await appealFaults()]).toEqual([[], []])
  })

  test('a report whose decision is proposed says so to whoever opens it again, and to both parties', async () => {
    const { reportId, donor } = await begin(reported)
    const { approval } = (await resolve(await ana(), reportId)).body
    const proposal = { of: 'report', outcome: 'confirm', due_at: approval.due_at }
    const details = await testApp.call('GET /admin/donations/reports/{id}', await ana(), { params: { id: reportId } })
    expect(details.body.case.proposal).toEqual(proposal)
    const seen = await testApp.call('GET /reports/{id}', donor.token, { params: { id: reportId } })
    expect(seen.body.proposal).toEqual(proposal)
    await decide('withdraw', await ana(), approval.id)
    const later = await testApp.call('GET /reports/{id}', donor.token, { params: { id: reportId } })
    expect(later.body.proposal).toBeNull()
  })

  test('one administrator alone waits 72 hours, and an objection stops it until it is withdrawn', async () => {
    const { donationId, reportId, donor, receiver } = await begin(reported)
    const { approval } = (await resolve(await ana(), reportId)).body
    expect(Date.parse(approval.due_at)).toBe(testApp.clock.now() + 72 * HOUR_MS)
    expect(await outbox(/se ninguém discordar, isso acontece em/)).toHaveLength(2)
    const outsider = people.find(({ id }) => id !== donor.id && id !== receiver.id)!
    const object = (token: string, what: 'object' | 'withdraw-objection') =>
      testApp.call(`POST /me/approvals/{id}/${what}`, token, { params: { id: approval.id } })
    expect((await object(outsider.token, 'object')).status).toBe(404)
    expect((await testApp.call('GET /me/approvals', outsider.token)).body).toEqual([])
    expect((await object(receiver.token, 'object')).body.objected_at).not.toBeNull()
    expect((await object(receiver.token, 'object')).status).toBe(200)
    testApp.clock.advance(72 * HOUR_MS)
    await runDueJobs(testApp.services)
    expect(await statusOf(donationId)).toBe('PENDING_CONFIRMATION')
    const [waiting] = (await testApp.call('GET /admin/approvals', await ana())).body.data
    expect(waiting).toMatchObject({ id: approval.id, objections: [{ name: expect.any(String) }], may_approve: false })
    expect((await object(await again(receiver), 'withdraw-objection')).body.objected_at).toBeNull()
    // Two processes at the same moment.
    await Promise.all([runDueJobs(testApp.services), runDueJobs({ ...testApp.services, stateCache: new Map() })])
    expect(await statusOf(donationId)).toBe('CONFIRMED')
    const rows = await ledgerKinds()
    expect(rows.filter(({ kind }) => kind.startsWith('approval.')).map(({ kind }) => kind)).toEqual([
      'approval.proposed',
      'approval.objected',
      'approval.objection_withdrawn',
      'approval.executed',
    ])
    expect(rows.filter(({ kind }) => kind === 'report.ended')).toHaveLength(1)
    expect(await faults()).toEqual([])
    expect((await object(await again(receiver), 'object')).body.code).toBe('approval.ended')
  })

  test('a proposal that nobody decides in thirty days ends undone, which both hear, and is decided by nobody any more', async () => {
    const { donationId, reportId, donor, receiver } = await begin(reportedToTwo)
    const { approval } = (await resolve(await ana(), reportId)).body
    const proposedAt = testApp.clock.now()
    const ended = { status: 409, body: { code: 'approval.ended' } }
    testApp.clock.moveTo(proposedAt + APPROVAL_MS - 60_000)
    await runDueJobs(testApp.services)
    expect(await stateOf(approval.id)).toMatchObject({ state: 'proposed', endedAt: null })
    // From that moment on nobody approves it, also where the jobs have not come by yet.
    testApp.clock.moveTo(proposedAt + APPROVAL_MS)
    expect(await decide('approve', await bia(), approval.id)).toMatchObject(ended)
    await runDueJobs(testApp.services)
    expect(await stateOf(approval.id)).toMatchObject({ state: 'expired', decidedBy: null, failure: null })
    for (const [what, token] of [
      ['approve', await bia()],
      ['reject', await bia()],
      ['withdraw', await ana()],
    ] as const)
      expect(await decide(what, token, approval.id), what).toMatchObject(ended)
    expect((await ledgerKinds()).filter(({ payload }) => payload['approvalId'] === approval.id)).toMatchObject([
      { kind: 'approval.proposed' },
      { kind: 'approval.expired', actorId: null },
    ])
    const told = await testApp.services.db.select().from(notices).where(eq(notices.kind, 'approval.ended'))
    const facts = { change: 'resolve_report', approvalId: approval.id, state: 'expired', reason: null }
    expect(told.map((one) => [one.userId, one.facts]).toSorted()).toEqual(
      [donor, receiver].map(({ id }) => [id, facts]).toSorted(),
    )
    expect(await statusOf(donationId)).toBe('PENDING_CONFIRMATION')
    expect(await faults()).toEqual([])
  })

  test('each decision about a proposal stands in the access log, and a rejected one is not done', async () => {
    const { donationId, reportId } = await begin(reportedToTwo)
    const { db } = testApp.services
    const decisions = () => db.select().from(audit).where(eq(audit.kind, 'approval.decided')).orderBy(audit.id)
    const before = (await decisions()).length
    const [first, second] = [await ana(), await bia()]
    const asked = (await resolve(first, reportId)).body.approval
    expect((await decide('reject', second, asked.id)).body.state).toBe('rejected')
    const anew = (await resolve(first, reportId)).body.approval
    expect((await decide('withdraw', first, anew.id)).body.state).toBe('withdrawn')
    const last = (await resolve(first, reportId)).body.approval
    expect(await statusOf(donationId)).toBe('PENDING_CONFIRMATION')
    expect((await decide('approve', second, last.id)).body.state).toBe('executed')
    const { proposedBy, decidedBy } = await stateOf(last.id)
    expect(await stateOf(asked.id)).toMatchObject({ state: 'rejected', decidedBy })
    expect((await decisions()).slice(before)).toMatchObject(
      [decidedBy, proposedBy, decidedBy].map((actorId) => ({ circleId, actorId, subjectId: null })),
    )
    const kinds = (await ledgerKinds()).flatMap(({ kind }) => (kind.startsWith('approval.') ? [kind] : []))
    expect(kinds.slice(-7)).toEqual([
      'approval.proposed',
      'approval.rejected',
      'approval.proposed',
      'approval.withdrawn',
      'approval.proposed',
      'approval.approved',
      'approval.executed',
    ])
    expect(await faults()).toEqual([])
  })

  test('an hour before the 72 nothing happens, and nothing at all where the proposal was withdrawn', async () => {
    const { donationId, reportId } = await begin(reported)
    const { approval } = (await resolve(await ana(), reportId)).body
    testApp.clock.advance(71 * HOUR_MS)
    await runDueJobs(testApp.services)
    expect(await statusOf(donationId)).toBe('PENDING_CONFIRMATION')
    expect((await decide('withdraw', await ana(), approval.id)).body.state).toBe('withdrawn')
    testApp.clock.advance(24 * HOUR_MS)
    await runDueJobs(testApp.services)
    expect(await statusOf(donationId)).toBe('PENDING_CONFIRMATION')
    // The database itself holds that nobody alone is faster, and that nobody is both people.
    const { id, proposedBy } = await stateOf(approval.id)
    const forge = (values: object) =>
      testApp.services.db
        .update(approvals)
        .set({ state: 'executed', ...values })
        .where(eq(approvals.id, id))
    await expect(forge({ decidedBy: proposedBy })).rejects.toThrow()
    await expect(forge({ decidedBy: null })).rejects.toThrow()
  })

  test('somebody whom one person alone added needs 72 hours before they are a second person', async () => {
    await begin(founded)
    await addBia()
    const { reportId } = await report()
    const { approval } = (await resolve(await ana(), reportId)).body
    // Bia does not count yet, so that Ana is alone, and Bia may not approve.
    expect(approval.due_at).not.toBeNull()
    expect((await decide('approve', await bia(), approval.id)).body.code).toBe('approval.too_new')
    testApp.clock.advance(71 * HOUR_MS)
    expect((await decide('approve', await bia(), approval.id)).body.code).toBe('approval.too_new')
    expect((await decide('reject', await bia(), approval.id)).body.state).toBe('rejected')
  })

  test('a proposal waits for whoever may approve it, and not for an auditor, who reads of it', async () => {
    const { reportId } = await begin(reportedToTwo)
    const lia = { firstName: 'Lia', lastName: 'Moura', email: 'lia@exemplo.org', role: 'AUDITOR' }
    const invited = await testApp.call('POST /admin/administrators', await ana(), { body: lia })
    expect((await decide('approve', await bia(), invited.body.approval.id)).body.state).toBe('executed')
    const [letter] = await outbox(new RegExp(`Para: ${lia.email}[^]*convite#`))
    const body = { secret: letter!.match(/convite#([\w-]{43})/)![1]!, cpf: '11144477735', password: BIA_PASSWORD }
    const accepted = await testApp.call('POST /invitations/accept', null, { body })
    const auditor = await inRealCircle(accepted.body.access_token as string)
    expect((await resolve(await ana(), reportId)).status).toBe(202)
    const waits = async (token: string) => (await testApp.call('GET /admin/tasks', token)).body.proposals.count
    expect([await waits(await bia()), await waits(auditor)]).toEqual([1, 0])
    const [told] = await testApp.services.db
      .select()
      .from(notices)
      .where(and(eq(notices.kind, 'approval.waits_for_you'), eq(notices.userId, accepted.body.user.id)))
    expect(told!.facts).toMatchObject({ reader: 'other' })
    // Nor of a new case, which somebody else decides.
    const open = await testApp.services.db.select().from(donations).where(eq(donations.status, 'PENDING_PAYMENT'))
    const owed = open.find(({ donorId, receiverId }) => receiverId !== null && people.some(({ id }) => id === donorId))!
    const toldOfIt = { params: { id: owed.id }, body: { reason: 'Combinamos outra coisa.' } }
    expect(
      (await testApp.call('POST /donations/{id}/report', await again({ id: owed.donorId } as Person), toldOfIt)).status,
    ).toBe(201)
    const ofCases = await testApp.services.db.select().from(notices).where(eq(notices.kind, 'case.to_review'))
    const hears = (id: string) => ofCases.filter(({ userId }) => userId === id).length
    const biaId = (await stateOf(invited.body.approval.id)).decidedBy!
    expect([hears(biaId), hears(accepted.body.user.id as string)]).toEqual([2, 0])
  })

  test('what the verb refuses by now ends as not done, with its sentence, told to both', async () => {
    const { donationId, reportId, receiver } = await begin(reportedToTwo)
    const [first, second] = [await ana(), await bia()]
    const { approval } = (await resolve(first, reportId)).body
    // The receiver confirms in the meantime, which ends the report.
    expect(
      (await testApp.call('PATCH /donations/{id}/confirm', receiver.token, { params: { id: donationId } })).status,
    ).toBe(200)
    const answer = await decide('approve', second, approval.id)
    expect(answer).toMatchObject({
      status: 200,
      body: { state: 'failed', failure: expect.stringMatching(/já foi encerrad/) },
    })
    expect(await outbox(/o que estava proposto não pôde ser feito\. Est/)).toHaveLength(4)
    // A call that the verb refuses is refused at once, and no proposal is made.
    const refused = await resolve(first, reportId)
    expect([refused.status, refused.body.code]).toEqual([409, 'donation.ended'])
  })

  test('another member’s key is proposed, masked, sealed, and only where it is another; one’s own name is not', async () => {
    await begin(founded)
    const alone = await testApp.registers(4)
    const other = registrationOf({ firstName: 'Laranja', lastName: 'Qualquer', number: 8 })
    // While Ana is alone, the key waits by its own 72 hours.
    const waits = await testApp.call('PATCH /users/{id}', await ana(), {
      params: { id: alone.id },
      body: { pixKeyType: other.pixKeyType, pixKey: other.pixKey, pixCopyPaste: other.pixCopyPaste, pixQrCode: null },
    })
    expect([waits.status, waits.body.approval]).toEqual([200, undefined])
    await addBia()
    testApp.clock.advance(72 * HOUR_MS)
    await report()
    const admin = await ana()
    const [target] = people as [Person]
    const edit = (body: object) => testApp.call('PATCH /users/{id}', admin, { params: { id: target.id }, body })
    const { body: before } = await testApp.call('GET /users/profile', target.token)
    expect((await edit({ firstName: 'Outra' })).status).toBe(200)
    expect((await edit({ pixKeyType: before.pixKeyType, pixKey: before.pixKey })).status).toBe(200)
    const wrong = await edit({ pixKeyType: 'email', pixKey: 'isto não é' })
    expect(wrong.status).toBe(400)
    const { pixKeyType, pixKey, pixCopyPaste } = registrationOf({
      firstName: 'Laranja',
      lastName: 'Qualquer',
      number: 9,
    })
    const proposed = await edit({ pixKeyType, pixKey, pixCopyPaste, pixQrCode: null })
    expect(proposed.status).toBe(202)
    expect(proposed.body).toMatchObject({ pixKey: before.pixKey, firstName: 'Outra' })
    const { body: mine } = await testApp.call('GET /me/approvals', target.token)
    const shown = mine[0].changes.find(({ field }: { field: string }) => field === 'pixKey')
    expect([shown.before, shown.after]).toEqual([expect.stringContaining('•••'), expect.stringContaining('•••')])
    for (const key of [before.pixKey, pixKey]) expect(JSON.stringify(mine)).not.toContain(key)
    expect((await testApp.call('GET /users/profile', target.token)).body.pixKey).toBe(before.pixKey)
    const row = await stateOf(proposed.body.approval.id)
    expect(row.sealed).not.toContain(pixKey)
    expect((await decide('approve', await bia(), row.id)).status).toBe(200)
    expect((await toldTo(target)).slice(-2)).toEqual(['approval.touches_you', 'key.asked'])
  })

  test('whoever may approve opens what was proposed: a new key whole, which its member reads in the log, and of a case its command alone', async () => {
    const { reportId } = await begin(reportedToTwo)
    const [first, second] = [await ana(), await bia()]
    const [target] = people as [Person]
    const { pixKeyType, pixKey, pixCopyPaste } = registrationOf({ firstName: 'Laranja', lastName: 'Doce', number: 9 })
    const key = { pixKeyType, pixKey, pixCopyPaste, pixQrCode: null }
    const asked = await testApp.call('PATCH /users/{id}', first, { params: { id: target.id }, body: key })
    const { id } = asked.body.approval
    const open = (token: string, of = id) =>
      testApp.call('GET /admin/approvals/{id}/opening', token, { params: { id: of } })
    const looks = async () =>
      (await testApp.services.db.select().from(audit).where(eq(audit.kind, 'user.viewed'))).filter(
        ({ subjectId, circleId: of }) => subjectId === target.id && of === circleId,
      )
    const before = (await looks()).length
    expect((await open(first)).body.code).toBe('approval.own')
    const opened = (await open(second)).body
    expect(JSON.parse(opened.body)).toMatchObject({ call: 'PATCH /users/{id}', body: { pixKey } })
    expect([opened.act, opened.people.map((one: { id: string }) => one.id)]).toEqual([null, [target.id]])
    const { actorId } = (await looks())[before]!
    expect((await looks()).length).toBe(before + 1)
    const { approval } = (await resolve(first, reportId)).body
    const known = (await open(second, approval.id)).body
    expect([JSON.parse(known.act).kind, known.body, known.people.length]).toEqual(['resolve_report', null, 2])
    expect((await looks()).length).toBe(before + 1)
    await decide('approve', second, id)
    expect((await stateOf(id)).decidedBy).toBe(actorId)
    expect((await open(second)).body.code).toBe('approval.ended')
  })

  test('an erased person’s key is in no proposal any more, and what was open about it is not done', async () => {
    await begin(founded)
    await addBia()
    testApp.clock.advance(72 * HOUR_MS)
    const target = await testApp.registers(1)
    const admin = await ana()
    const { pixKeyType, pixKey, pixCopyPaste } = registrationOf({
      firstName: 'Laranja',
      lastName: 'Qualquer',
      number: 9,
    })
    const proposed = await testApp.call('PATCH /users/{id}', admin, {
      params: { id: target.id },
      body: { pixKeyType, pixKey, pixCopyPaste, pixQrCode: null },
    })
    expect(proposed.status).toBe(202)
    expect((await testApp.call('DELETE /me', target.token, { body: { password: PASSWORD } })).status).toBe(200)
    expect(await stateOf(proposed.body.approval.id)).toMatchObject({ state: 'proposed', sealed: null })
    await decide('approve', await bia(), proposed.body.approval.id)
    expect(await stateOf(proposed.body.approval.id)).toMatchObject({ state: 'failed' })
    expect(
      (await testApp.call('GET /admin/approvals', await ana(), { query: '?state=ended' })).body.data[0],
    ).toMatchObject({
      changes: [],
      failure: 'O que foi proposto já não é o que aconteceria. Proponha de novo.',
    })
  })

  test('of an erased person no proposal keeps the name, an address or why they were to go, nor an invitation that waits', async () => {
    await begin(founded)
    await addBia()
    testApp.clock.advance(72 * HOUR_MS)
    const [admin, second] = [await ana(), await bia()]
    const target = await testApp.registers(1)
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: target.id } })
    const place = { position: 1, donation_number: 1, user_id: target.id, is_receiver: false, reason: 'Combinado' }
    expect((await testApp.call('POST /queue', admin, { body: place })).status).toBe(201)
    const { firstName, lastName, email } = (await testApp.call('GET /users/profile', target.token)).body
    const suspends = { params: { id: target.id }, body: { reason: `${firstName} sumiu` } }
    const suspension = (await testApp.call('POST /users/{id}/suspend', admin, suspends)).body.approval
    await decide('reject', second, suspension.id)
    const invites = async () =>
      (await testApp.call('POST /admin/administrators', admin, { body: { firstName, lastName, email, role: 'ADMIN' } }))
        .body.approval.id as string
    expect((await decide('approve', second, await invites())).body.state).toBe('executed')
    await invites()
    // The end of a roda names everybody, and touches those alone who would lose by it.
    const [of] = await testApp.services.db.select().from(approvals).where(eq(approvals.id, suspension.id))
    const id = newId(testApp.clock)
    const changes = [{ field: 'keeps', before: null, after: `${firstName} ${lastName}: R$ 100,00` }]
    const failure = `O 1º lugar já é de ${firstName} ${lastName}.`
    const sealed = sealProposal(testApp.services, id, { salt: '', input: null, changes })
    await testApp.services.db.insert(approvals).values({ ...of!, id, kind: 'close_circle', sealed, failure })
    expect((await testApp.call('DELETE /me', target.token, { body: { password: PASSWORD } })).status).toBe(200)
    const rows = await everyRow(testApp.services.db, testApp.services.secrets)
    expect(rows.filter((row) => row.includes(firstName) || row.includes(email))).toEqual([])
    const ended = (await testApp.call('GET /admin/approvals', await ana(), { query: '?state=ended' })).body.data
    expect(ended.find((one: { kind: string }) => one.kind === 'close_circle').changes).toEqual([
      { field: 'keeps', before: null, after: 'Participante que saiu: R$ 100,00' },
    ])
  })

  test('plan and operator of a real circle wait; its name, and everything in a demonstration, does not', async () => {
    await begin(founded)
    const admin = await ana()
    const member = await testApp.registers(1)
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: member.id } })
    const plan = { ...planFormOf(presets.rotativo), deadline_days: 9 }
    const change = await testApp.call('PATCH /admin/circle/plan', admin, { body: plan })
    expect([change.status, change.body.plan.deadline_days]).toEqual([202, planFormOf(presets.rotativo).deadline_days])
    const operator = await testApp.call('PATCH /admin/circle', admin, {
      body: { operator: { ...OPERATOR, name: 'Outra associação' } },
    })
    expect(operator.status).toBe(202)
    expect((await testApp.call('PATCH /admin/circle', admin, { body: { name: 'Roda da praça' } })).status).toBe(200)
    expect((await testApp.call('PATCH /admin/circle', admin, { body: { operator: OPERATOR } })).status).toBe(200)
    const { data, total } = (await testApp.call('GET /admin/approvals', admin)).body
    expect(total).toBe(2)
    expect(data[0].changes).toEqual([
      { field: 'operator_name', before: 'Associação do Bairro', after: 'Outra associação' },
    ])
    expect(data[1].changes).toEqual([{ field: 'deadline_days', before: expect.any(String), after: '9' }])
    testApp.clock.advance(72 * HOUR_MS)
    await runDueJobs(testApp.services)
    expect((await testApp.call('GET /admin/circle', await ana())).body).toMatchObject({
      plan: { deadline_days: 9 },
      circle: { operator: { name: 'Outra associação' } },
    })
    expect((await toldTo(member)).filter((kind) => /^(approval|terms)\./.test(kind))).toEqual([
      'approval.touches_you',
      'approval.touches_you',
      'terms.changed',
      'terms.changed',
    ])
    expect(await faults()).toEqual([])
    const demonstration = await testApp.administrator().then(async (token) => {
      const all = (await testApp.call('GET /admin/circles', token)).body.data as { id: string; mode: string }[]
      const { id } = all.find(({ mode }) => mode === 'demonstracao')!
      await testApp.call('POST /admin/circles/{id}/select', token, { params: { id } })
      return token
    })
    const direct = await testApp.call('PATCH /admin/circle/plan', demonstration, { body: plan })
    expect([direct.status, direct.body.approval]).toEqual([200, undefined])
    // An administrator concerns every circle, whichever is on screen.
    expect((await testApp.call('POST /admin/administrators', demonstration, { body: BIA })).status).toBe(202)
  })

  test('what was proposed in the name of somebody who no longer administers is not done', async () => {
    const { donationId, reportId } = await begin(reportedToTwo)
    const { approval } = (await resolve(await bia(), reportId)).body
    const first = await ana()
    const { administrators } = (await testApp.call('GET /admin/administrators', first)).body
    const biaId = administrators.find(({ email }: { email: string }) => email === BIA.email).id
    expect((await testApp.call('DELETE /admin/administrators/{id}', first, { params: { id: biaId } })).status).toBe(200)
    expect((await decide('approve', first, approval.id)).body).toMatchObject({
      state: 'failed',
      failure: 'Quem propôs não administra mais.',
    })
    expect(await statusOf(donationId)).toBe('PENDING_CONFIRMATION')
  })

  test('an administrator written into the database and the ledger by somebody who holds every key is found', async () => {
    const { reportId } = await begin(reportedToTwo)
    // Nothing is found in what honest people did, from the first administrator to the second.
    expect((await ledgerKinds()).slice(0, 4).map(({ kind }) => kind)).toEqual([
      'command',
      'circle.created',
      'circle.terms_changed',
      'circle.administrators_named',
    ])
    expect(await faults()).toEqual([])
    const { services, clock } = testApp
    const eve = newId(clock)
    const [model] = await services.db
      .select()
      .from(users)
      .where(eq(users.id, (await ledgerKinds())[0]!.actorId!))
    const { emailIndex: _, ...columns } = model!
    await services.db.insert(users).values({ ...columns, id: eve, emailIndex: 'f'.repeat(64), createdAt: new Date(0) })
    const asEve = { ...services, actorId: eve, actor: { via: 'password' } } as const
    await withCircle(asEve, circleId, ({ note }) => note({ kind: 'administrator.added', userId: eve, role: 'ADMIN' }))
    const forged = (await ledgerKinds()).at(-1)!.seq
    expect(await faults()).toEqual([{ code: 'administrator.unapproved', seq: forged }])
    // Nor does anything that they do in the administration's name go unseen.
    await withCircle(asEve, circleId, ({ perform }) =>
      perform({ kind: 'set_report_status', reportId, status: 'INVESTIGATING' }),
    )
    expect(await faults()).toEqual([
      { code: 'administrator.unapproved', seq: forged },
      { code: 'administrator.unknown', seq: forged + 1 },
    ])
  })

  test('an invitation that holds when a real circle is made ends there, since nobody approved it in that circle', async () => {
    const before = await createTestApp(await openTestDatabase({ placed: 0 }))
    const admin = await before.administrator()
    expect((await before.call('POST /admin/administrators', admin, { body: BIA })).status).toBe(201)
    const made = await before.call('POST /admin/circles', admin, {
      body: {
        name: 'Roda nova',
        mode: 'real',
        plan: planFormOf(presets.rotativo),
        operator: OPERATOR,
        outcome_seen: true,
      },
    })
    expect(made.status).toBe(201)
    expect((await before.call('GET /admin/administrators', admin)).body.invitations).toEqual([])
    await runDueJobs(before.services)
    const [letter] = readOutbox(before.services.config.dataDir).filter((text) => text.includes('convite#'))
    const secret = letter!.match(/convite#([\w-]{43})/)![1]!
    const accepted = await before.call('POST /invitations/accept', null, {
      body: { secret, cpf: '52998224725', password: BIA_PASSWORD },
    })
    expect(accepted.body.code).toBe('administrator.invitation_over')
  })

  test('an invitation asked for while a real circle is being made waits for it, and is then refused', async () => {
    const before = await createTestApp(await openTestDatabase({ placed: 0 }))
    const admin = await before.administrator()
    const { db } = before.services
    let invited: Promise<Answer> | undefined
    await transaction(db, async (tx) => {
      await lockAdministrators(tx)
      const answer = { isHere: false }
      const inviting = () => before.call('POST /admin/administrators', admin, { body: BIA })
      invited = beforeAnybodyWaits(inviting).finally(() => (answer.isHere = true))
      const isWaiting = async () => (await countWaiting(db)) > 0
      while (!answer.isHere && !(await beforeAnybodyWaits(isWaiting))) continue
      const [user] = await tx.select().from(users).where(eq(users.role, 'ADMIN'))
      const proof = { sessionId: user!.id, via: 'password', helperId: null, confirmedAt: new Date(NOON) } as const
      const actor = { ...user!, administers: true, takesPart: false, ...proof }
      await makeCircle(
        { ...before.services, db: tx, actor, actorId: user!.id, address: '', device: '' },
        {
          name: 'Roda nova',
          mode: 'real',
          plan: planFormOf(presets.rotativo),
          operator: OPERATOR,
          outcome_seen: true,
        },
      )
    })
    expect((await invited!).body.code).toBe('administrator.circle_founded')
    expect((await before.call('GET /admin/administrators', admin)).body.invitations).toEqual([])
    const proposed = await before.call('POST /admin/administrators', admin, { body: BIA })
    expect(proposed.status).toBe(202)
  })

  test('a proposal to add somebody, older than another real circle, is not carried out: that circle never heard of it', async () => {
    await begin(founded)
    const { approval } = (await testApp.call('POST /admin/administrators', await ana(), { body: BIA })).body
    await testApp.call('POST /admin/circles', await ana(), {
      body: {
        name: 'Roda nova',
        mode: 'real',
        plan: planFormOf(presets.rotativo),
        operator: OPERATOR,
        outcome_seen: true,
      },
    })
    testApp.clock.advance(72 * HOUR_MS)
    await runDueJobs(testApp.services)
    expect(await stateOf(approval.id)).toMatchObject({ state: 'failed' })
    expect(await faults()).toEqual([])
  })
})
