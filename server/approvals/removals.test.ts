import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { checkApprovals } from '#circle/ledger/approvals.ts'
import { checkConsent, checkOwnConsents } from '#circle/ledger/consent.ts'
import { ownProposals } from '#circle/ledger/own-proposals.ts'
import { replayRules } from '#circle/ledger/replay.ts'
import { statesOf } from '#circle/ledger/shown-state.ts'
import { presets } from '#circle/plan.ts'
import { errorMessage } from '#contracts/errors.ts'
import { planFormOf } from '#contracts/plans.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { editCircle } from '#server/circles/edit-circle.ts'
import type { Context } from '#server/context.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { approvals } from '#server/tables/approvals.ts'
import { audit } from '#server/tables/audit.ts'
import { donations } from '#server/tables/donations.ts'
import { entries } from '#server/tables/entries.ts'
import { isOfObjections, ledger } from '#server/tables/ledger.ts'
import { notices } from '#server/tables/notices.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { beginsWith } from '#server/testing/begins-with.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { readOwnData } from '../../scripts/verify-ledger.mjs'
import { ADMINISTRATOR, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { executeDue } from './execute.ts'
import { openProposal, sealProposal } from './proposal.ts'
import type { ApprovalRow } from './proposal.ts'

const HOUR_MS = 3_600_000
const reason = 'Combinado entre todos'

/** A real roda of three that one person administers: somebody has given R$ 200 and received nothing yet. */
describe('one administrator without the machine', () => {
  let testApp: TestApp
  let circleId: string
  let people: Person[]
  let ana: string

  const begins = beginsWith(
    async (begun) => {
      testApp = begun
      ana = await testApp.administrator()
      const plan = planFormOf(presets.roda)
      plan.levels[0].required = 2
      const body = { name: 'Roda de verdade', mode: 'real', plan, operator: OPERATOR, outcome_seen: true, people: 3 }
      const made = await testApp.call('POST /admin/circles', ana, { body })
      expect(made.body).toMatchObject({ name: 'Roda de verdade' })
      circleId = made.body.id
      const params = { id: circleId }
      await testApp.call('POST /admin/circles/{id}/open', ana, { params })
      await testApp.call('POST /admin/circles/{id}/select', ana, { params })
      people = []
      for (let n = 1; n <= 3; n += 1) {
        const person = await testApp.registers(n)
        await testApp.call('PATCH /users/{id}/approve', ana, { params: { id: person.id } })
        expect((await place(person, n)).status).toBe(201)
        people.push(person)
      }
      await pullAndPay()
      return { circleId, three: people, token: ana }
    },
    { placed: 0 },
  )

  beforeEach(async () => {
    const begun = await begins()
    ;({ testApp, circleId, token: ana } = begun)
    people = [...begun.three]
  })

  const place = ({ id }: Person, position: number, is_receiver = false) =>
    testApp.call('POST /queue', ana, { body: { position, donation_number: 1, user_id: id, is_receiver, reason } })
  const rows = async () => testApp.services.db.select().from(donations).orderBy(donations.id)
  const signIn = async (email: string, password = PASSWORD) =>
    (await testApp.call('POST /auth/login', null, { body: { email, password } })).body.access_token as string
  const again = async () => {
    ana = await signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)
    await testApp.call('POST /admin/circles/{id}/select', ana, { params: { id: circleId } })
  }
  /** The month's contributions, each sent and confirmed. */
  const pullAndPay = async () => {
    expect((await testApp.call('POST /donations/admin/generate-monthly-pull', ana, { body: {} })).status).toBe(201)
    for (const { id, donorId, receiverId, status } of await rows()) {
      if (status !== 'PENDING_PAYMENT') continue
      const tokenOf = (wanted: string | null) => people.find((person) => person.id === wanted)!.token
      expect((await testApp.pays(id, tokenOf(donorId))).status).toBe(201)
      await testApp.call('PATCH /donations/{id}/confirm', tokenOf(receiverId), { params: { id } })
    }
  }
  const entriesOf = async () =>
    (await testApp.services.db.select().from(ledger).where(eq(ledger.circleId, circleId)).orderBy(ledger.seq)).map(
      ({ at, actorId, previousHash, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        actor_id: actorId,
        previous_hash: previousHash,
      }),
    )
  const faults = async () => {
    const all = await entriesOf()
    return [...checkApprovals(all, sha256).faults, ...checkConsent(all).faults, ...replayRules(all).faults]
  }
  const positions = async () =>
    Object.fromEntries(
      (await testApp.services.db.select().from(entries).where(eq(entries.circleId, circleId))).map(
        ({ memberId, position }) => [people.findIndex(({ id }) => id === memberId), position],
      ),
    )
  const placeOf = async ({ id }: Person) => {
    const own = and(eq(entries.circleId, circleId), eq(entries.memberId, id))
    return (await testApp.services.db.select().from(entries).where(own))[0]!
  }
  const remove = ({ id }: Person) => testApp.call('POST /users/{id}/remove', ana, { params: { id }, body: { reason } })
  const stateOf = async (id: string) =>
    (await testApp.services.db.select().from(approvals).where(eq(approvals.id, id)))[0]!.state
  const emailOf = async ({ id }: Person) => {
    await again()
    const all = (await testApp.call('GET /users', ana)).body as { id: string; email: string }[]
    return all.find((one) => one.id === id)!.email
  }

  test('who gave and received nothing is not removed: it is proposed, told to them, and their objection stops it', async () => {
    const robbed = people[2]!
    const before = await placeOf(robbed)
    const asked = await remove(robbed)
    expect(asked).toMatchObject({ status: 202, body: { id: robbed.id, approval: { kind: 'suspend_member' } } })
    const { id, due_at } = asked.body.approval as { id: string; due_at: string }
    expect(Date.parse(due_at) - testApp.clock.now()).toBe(72 * HOUR_MS)
    expect(await placeOf(robbed)).toEqual(before)

    const [own] = (await testApp.call('GET /me/approvals', robbed.token)).body
    expect(own).toMatchObject({ id, may_object: true, proposed_by: expect.any(String) })
    expect(own.changes).toContainEqual({
      field: 'money',
      before: null,
      after: expect.stringMatching(/^Deu R\$\s100,00 e recebeu R\$\s0,00$/),
    })
    await runDueJobs(testApp.services)
    const letters = readOutbox(testApp.services.config.dataDir)
    expect(letters.some((text) => /Suspensão\s+ou\s+retirada/i.test(text))).toBe(true)

    expect((await testApp.call('POST /me/approvals/{id}/object', robbed.token, { params: { id } })).status).toBe(200)
    testApp.clock.advance(100 * HOUR_MS)
    await runDueJobs(testApp.services)
    expect(await stateOf(id)).toBe('proposed')

    const token = await signIn(await emailOf(robbed))
    await testApp.call('POST /me/approvals/{id}/withdraw-objection', token, { params: { id } })
    await runDueJobs(testApp.services)
    expect(await stateOf(id)).toBe('executed')
    expect(await faults()).toEqual([])
    const kinds = await testApp.services.db.select().from(notices).where(eq(notices.userId, robbed.id))
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['approval.touches_you', 'account.suspended']))

    // They go on reading, object and take their data along, and change nothing.
    const email = await emailOf(robbed)
    const signed = await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
    expect(signed.status).toBe(200)
    const reader = signed.body.access_token as string
    for (const name of [
      'GET /ledger',
      'GET /me/export',
      'GET /users/profile',
      'GET /me/approvals',
      'GET /circle',
    ] as const)
      expect((await testApp.call(name, reader)).status, name).toBe(200)
    expect(
      (await testApp.call('POST /auth/refresh', null, { body: { refreshToken: signed.body.refresh_token } })).status,
    ).toBe(200)
    const written = await testApp.call('PATCH /me/preferences', reader, { body: { remindersOff: true } })
    expect(written).toMatchObject({ status: 403, body: { code: 'session.reading_only' } })
    const erased = await testApp.call('POST /users/{id}/erase', ana, {
      params: { id: robbed.id },
      body: { password: ADMINISTRATOR.password },
    })
    expect(erased).toMatchObject({ status: 403, body: { code: 'privacy.own_choice' } })
  })

  test('nor suspended by the form of all data, whatever else is edited with it', async () => {
    const before = await placeOf(people[2]!)
    const asked = await testApp.call('PATCH /users/{id}', ana, {
      params: { id: people[2]!.id },
      body: { status: 'SUSPENDED', firstName: 'Outra' },
    })
    expect(asked).toMatchObject({ status: 202, body: { status: 'APPROVED', approval: { kind: 'suspend_member' } } })
    expect(await placeOf(people[2]!)).toEqual(before)
  })

  test('no place changes once the rotation has begun but by two people or 72 hours, by none of the calls', async () => {
    const [friend, , victim] = people as [Person, Person, Person]
    const [own, other] = [await placeOf(friend), await placeOf(victim)]
    const before = await positions()
    const calls = [
      ['PATCH /queue/{id}', { params: { id: own.id }, body: { position: 50 } }],
      ['DELETE /queue/{id}', { params: { id: other.id }, body: {} }],
      ['PATCH /queue/set-receiver/{a}/{b}', { params: { a: other.id, b: own.id }, body: {} }],
      ['PATCH /queue/reorder/{id}', { params: { id: other.id }, body: { position: 1 } }],
      ['PATCH /queue/swap-positions', { body: { firstUserId: friend.id, secondUserId: victim.id } }],
      ['POST /queue/godown/move-user-to-end', { body: { user_id: friend.id, donation_number: 1 } }],
    ] as const
    const answers = []
    for (const [name, input] of calls) answers.push({ name, ...(await testApp.call(name, ana, input as never)) })
    expect(await positions()).toEqual(before)
    // A refusal of the rules comes at once, in their words; the rest waits.
    for (const { name, status, body } of answers)
      expect(status === 202 ? body.approval.kind : body.code, name).toMatch(/^change_queue$|^queue\./)
    expect(answers.filter(({ status }) => status === 202).length).toBeGreaterThanOrEqual(5)

    const swapped = answers.find(({ name }) => name === 'PATCH /queue/swap-positions')!.body.approval.id as string
    for (const { body } of answers.filter((one) => one.body.approval && one.body.approval.id !== swapped))
      await testApp.call('POST /admin/approvals/{id}/withdraw', ana, { params: { id: body.approval.id } })
    expect((await testApp.call('GET /me/approvals', victim.token)).body[0]).toMatchObject({ kind: 'change_queue' })
    testApp.clock.advance(72 * HOUR_MS)
    await runDueJobs(testApp.services)
    expect(await positions()).toEqual({ ...before, 0: before[2], 2: before[0] })
    expect(await faults()).toEqual([])
  })

  test('time alone moves people as they were told, or not at all: sent twice, a swap is not swapped back', async () => {
    const [friend, , victim] = people as [Person, Person, Person]
    const before = await positions()
    const body = { firstUserId: friend.id, secondUserId: victim.id }
    const swap = async () =>
      (await testApp.call('PATCH /queue/swap-positions', ana, { body })).body.approval.id as string
    const ids = [await swap(), await swap()]
    testApp.clock.advance(72 * HOUR_MS)
    await runDueJobs(testApp.services)
    expect(await Promise.all(ids.map(stateOf))).toEqual(['executed', 'failed'])
    expect(await positions()).toEqual({ ...before, 0: before[2], 2: before[0] })
    expect(await faults()).toEqual([])
  })

  /** Two proposals of one exchange of places, both of which are due. */
  const bothDue = async () => {
    const body = { firstUserId: people[0]!.id, secondUserId: people[2]!.id }
    const ids = []
    for (const _ of [1, 2])
      ids.push((await testApp.call('PATCH /queue/swap-positions', ana, { body })).body.approval.id as string)
    testApp.clock.advance(72 * HOUR_MS)
    return ids as [string, string]
  }
  const rowOf = async (id: string) =>
    (await testApp.services.db.select().from(approvals).where(eq(approvals.id, id)))[0]!
  const change = (id: string, values: Partial<ApprovalRow>) =>
    testApp.services.db.update(approvals).set(values).where(eq(approvals.id, id))

  test('of what is due one that cannot be read holds up no other, and the job says that there was one', async () => {
    const before = await positions()
    const [broken, other] = await bothDue()
    await change(broken, { sealed: 'x' })
    await expect(executeDue(testApp.services)).rejects.toThrow('1 proposals could not be carried out')
    expect([await stateOf(broken), await stateOf(other)]).toEqual(['proposed', 'executed'])
    expect(await positions()).toEqual({ ...before, 0: before[2], 2: before[0] })
  })

  test('what was proposed is carried out to the letter: with another reason, other people or no text at all, nothing is done', async () => {
    const before = await positions()
    const [first, second] = await bothDue()
    const { secrets } = testApp.services
    const opened = openProposal({ secrets }, await rowOf(first))!
    const others = { firstUserId: people[1]!.id, secondUserId: people[2]!.id }
    const lies = [
      { ...opened, input: null },
      { ...opened, input: { ...opened.input!, body: Object.assign({}, opened.input!.body, { reason: 'Outro' }) } },
      { ...opened, input: { ...opened.input!, body: others } },
      { ...opened, salt: `${opened.salt}x` },
    ]
    const failure = errorMessage('approval.changed')
    for (const lie of lies) {
      await change(first, { state: 'proposed', sealed: sealProposal({ secrets }, first, lie as never) })
      await executeDue(testApp.services)
      expect(await rowOf(first), JSON.stringify(lie)).toMatchObject({ state: 'failed', failure })
    }
    // The other is done, and what was asked for is kept no longer.
    expect(await stateOf(second)).toBe('executed')
    expect(openProposal({ secrets }, await rowOf(second))).toMatchObject({ input: null, changes: opened.changes })
    expect(await positions()).toEqual({ ...before, 0: before[2], 2: before[0] })
  })

  test('somebody new in the middle of a rotation waits, also behind all others: they would be served before the last', async () => {
    const person = await testApp.registers(9)
    await testApp.call('PATCH /users/{id}/approve', ana, { params: { id: person.id } })
    const { id, due_at } = (await place(person, 4)).body.approval as { id: string; due_at: string }
    expect(Date.parse(due_at) - testApp.clock.now()).toBe(72 * HOUR_MS)
    // Those who would wait for it were told, and may object.
    expect((await testApp.call('GET /me/approvals', people[2]!.token)).body).toMatchObject([{ id, may_object: true }])
    testApp.clock.advance(72 * HOUR_MS)
    await runDueJobs(testApp.services)
    expect(await stateOf(id)).toBe('executed')
    expect((await placeOf(person)).position).toBe(4)
    expect(await faults()).toEqual([])
  })

  test('done behind the server’s back in the same ledger, each is named by the verifier at its entry', async () => {
    const { id: adminId } = (await testApp.call('GET /users/profile', ana)).body as Person
    const by = { id: adminId, circleId, via: 'password' } as Context['actor']
    const alone = { ...testApp.services, actor: by, actorId: adminId }
    const does = (command: Command) =>
      withCircle({ ...alone, isProposal: true }, circleId, ({ perform }) => perform(command))
    const other = await placeOf(people[2]!)
    await expect(
      withCircle(alone, circleId, ({ perform }) => perform({ kind: 'reorder', entryId: other.id, position: 1 })),
    ).rejects.toMatchObject({ code: 'approval.needed' })
    await does({ kind: 'reorder', entryId: other.id, position: 1 })
    await does({ kind: 'depart_member', memberId: people[1]!.id, how: 'suspended' })
    await does({ kind: 'depart_member', memberId: people[2]!.id, how: 'left' })
    expect((await faults()).map(({ code }) => code).toSorted()).toEqual([
      'approval.missing',
      'approval.missing',
      'approval.missing',
      'member.made_to_leave',
    ])
  })

  test('whatever waits and touches somebody is missed by their own device, where the server keeps it from them', async () => {
    const [first, second, third] = people as [Person, Person, Person]
    const proposes = async (call: Promise<{ body: { approval: { id: string } } }>) => (await call).body.approval.id
    const entry = await placeOf(third)
    const removed = await proposes(remove(second))
    const places = { params: { id: entry.id }, body: { position: 1, reason } }
    const moved = await proposes(testApp.call('PATCH /queue/reorder/{id}', ana, places))
    const operator = { ...OPERATOR, name: 'Outra Associação' }
    const changed = await proposes(testApp.call('PATCH /admin/circle', ana, { body: { operator } }))
    const all = await entriesOf()
    const ledgerOf = { entries: all, stateAt: statesOf(all) }
    const missedBy = (person: Person) =>
      ownProposals(ledgerOf, { memberId: person.id, donationIds: [] }, sha256).map(({ id }) => id)
    for (const person of people) {
      const shown = (await testApp.call('GET /me/approvals', person.token)).body as { id: string }[]
      expect(shown.map(({ id }) => id)).toEqual(expect.arrayContaining(missedBy(person)))
    }
    expect(missedBy(second)).toContain(removed)
    expect(missedBy(third)).toContain(moved)
    expect(people.map((person) => missedBy(person).includes(changed))).toEqual([true, true, true])
    expect([first, third].map((person) => missedBy(person).includes(removed))).toEqual([false, false])
    const id = removed
    expect((await testApp.call('POST /admin/approvals/{id}/withdraw', ana, { params: { id } })).status).toBe(200)
    const later = await entriesOf()
    const member = { memberId: second.id, donationIds: [] }
    const left = ownProposals({ entries: later, stateAt: statesOf(later) }, member, sha256)
    expect(left.map((one) => one.id)).not.toContain(removed)
  })

  test('an objection is shaken off neither by proposing the same several times nor by withdrawing it and proposing anew', async () => {
    const robbed = people[2]!
    const [first, second] = [(await remove(robbed)).body.approval, (await remove(robbed)).body.approval]
    const own = (id: string, what: 'object' | 'withdraw-objection', token: string) =>
      testApp.call(`POST /me/approvals/{id}/${what}`, token, { params: { id } })
    expect((await own(first.id, 'object', robbed.token)).status).toBe(200)
    testApp.clock.advance(100 * HOUR_MS)
    await runDueJobs(testApp.services)
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['proposed', 'proposed'])
    await again()
    for (const { id } of [first, second])
      expect((await testApp.call('POST /admin/approvals/{id}/withdraw', ana, { params: { id } })).status).toBe(200)
    const third = (await remove(robbed)).body.approval
    testApp.clock.advance(100 * HOUR_MS)
    await runDueJobs(testApp.services)
    expect(await stateOf(third.id)).toBe('proposed')
    const token = await signIn(await emailOf(robbed))
    const [shown] = (await testApp.call('GET /me/approvals', token)).body
    // It holds, but the ledger has no word about this one: they are asked for it, so that every verifier reads it too.
    expect(shown).toMatchObject({ id: third.id, objected_at: null })
    const objections = () => testApp.services.db.$count(ledger, eq(ledger.kind, 'approval.objected'))
    const before = await objections()
    expect((await own(third.id, 'object', token)).body.objected_at).toEqual(expect.any(String))
    await own(third.id, 'object', token)
    expect(await objections()).toBe(before + 1)
    testApp.clock.advance(100 * HOUR_MS)
    await runDueJobs(testApp.services)
    expect(await stateOf(third.id)).toBe('proposed')
    // A change of mind is said once, on the newest.
    const later = await signIn(await emailOf(robbed))
    expect((await own(third.id, 'withdraw-objection', later)).body.objected_at).toBeNull()
    await runDueJobs(testApp.services)
    expect(await stateOf(third.id)).toBe('executed')
    expect(await faults()).toEqual([])
  })

  test('an objection is entered, noted and told once, and so is that it is withdrawn', async () => {
    const robbed = people[2]!
    const { id } = (await remove(robbed)).body.approval as { id: string }
    const say = (what: 'object' | 'withdraw-objection', params = { id }) =>
      testApp.call(`POST /me/approvals/{id}/${what}`, robbed.token, { params })
    const { db } = testApp.services
    const traces = async () => {
      const told = await db.select().from(notices).where(eq(notices.kind, 'approval.objected')).orderBy(notices.id)
      const noted = await db.select().from(audit).where(eq(audit.kind, 'approval.objected'))
      const entered = (await entriesOf()).flatMap(({ kind, actor_id }) =>
        /^approval.objec/.test(kind) && actor_id === robbed.id ? [kind] : [],
      )
      return { told: told.map(({ facts }) => facts), noted, entered }
    }
    expect((await say('withdraw-objection')).body.objected_at).toBeNull()
    expect(await traces()).toEqual({ told: [], noted: [], entered: [] })
    await say('object')
    await say('object')
    const own = { circleId, actorId: robbed.id, subjectId: robbed.id }
    const once = await traces()
    expect(once).toMatchObject({
      told: [{ change: 'suspend_member', approvalId: id, isObjecting: true }],
      noted: [own],
      entered: ['approval.objected'],
    })
    await say('withdraw-objection')
    await say('withdraw-objection')
    expect(await traces()).toMatchObject({
      told: [...once.told, { change: 'suspend_member', approvalId: id, isObjecting: false }],
      noted: [own, own],
      entered: ['approval.objected', 'approval.objection_withdrawn'],
    })
    expect(await say('object', { id: 'nenhuma' })).toMatchObject({ status: 404, body: { code: 'resource.not_found' } })
  })

  test('to withdraw one objection takes back no other that was said by itself', async () => {
    const robbed = people[2]!
    const [first, second] = [(await remove(robbed)).body.approval.id, (await remove(robbed)).body.approval.id]
    const say = (what: 'object' | 'withdraw-objection', id: string) =>
      testApp.call(`POST /me/approvals/{id}/${what}`, robbed.token, { params: { id } })
    await say('object', first)
    await say('object', second)
    await say('withdraw-objection', first)
    const shown = (await testApp.call('GET /me/approvals', robbed.token)).body as { id: string; objected_at: unknown }[]
    expect(Object.fromEntries(shown.map((one) => [one.id, one.objected_at]))).toEqual({
      [first]: null,
      [second]: expect.any(String),
    })
    testApp.clock.advance(100 * HOUR_MS)
    await runDueJobs(testApp.services)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['executed', 'proposed'])
  })

  test('a member’s objections are read by an index of their own, however long the ledger is', async () => {
    const found = await testApp.services.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const isOwn = and(eq(ledger.circleId, circleId), isOfObjections, eq(ledger.actorId, people[0]!.id))
      const query = tx.select().from(ledger).where(isOwn).orderBy(ledger.seq).getSQL()
      return (await tx.execute(sql`explain ${query}`)).rows
    })
    expect(JSON.stringify(found)).toContain('ledger_objections')
  })

  test('a friend who never accepts the new terms gives nothing and receives nothing, until they do', async () => {
    const { id: adminId } = (await testApp.call('GET /users/profile', ana)).body as Person
    const by = { id: adminId, circleId, via: 'password' } as Context['actor']
    const context = { ...testApp.services, actor: by, actorId: adminId, address: '', device: '' } as Context
    await editCircle(context, { operator: { ...OPERATOR, name: 'Bento Luz' } })
    const version = async () => (await testApp.call('GET /circle', ana)).body.terms_version as string
    const accept = async ({ token }: Person) =>
      testApp.call('POST /me/terms', token, { body: { terms_version: await version() } })
    testApp.clock.advance(31 * 24 * HOUR_MS)
    const emails = [await emailOf(people[0]!), await emailOf(people[1]!), await emailOf(people[2]!)]
    for (const [index, person] of people.entries()) people[index] = { ...person, token: await signIn(emails[index]!) }
    // The friend is next to receive, and does not accept.
    const waiting = people.findIndex((_, index) => index === 1)
    for (const [index, person] of people.entries()) if (index !== waiting) await accept(person)
    const friend = people[waiting]!
    const before = (await rows()).filter(({ receiverId }) => receiverId === friend.id).length
    await testApp.call('POST /donations/admin/generate-monthly-pull', ana, { body: {} })
    const received = async () => (await rows()).filter(({ receiverId }) => receiverId === friend.id).length
    expect(await received()).toBe(before)
    const withoutApproval = async () => (await faults()).filter(({ code }) => code !== 'approval.missing')
    expect(await withoutApproval()).toEqual([])

    expect((await accept(friend)).status).toBe(200)
    testApp.clock.advance(31 * 24 * HOUR_MS)
    await again()
    await testApp.call('POST /donations/admin/generate-monthly-pull', ana, { body: {} })
    expect((await entriesOf()).map(({ kind }) => kind)).toContain('member.served_again')
    expect(await received()).toBeGreaterThan(before)
    expect(await withoutApproval()).toEqual([])
    // Told as before, the pull would leave the friend where they are paid: the verifier names it.
    const told = (await entriesOf()).map((entry) => {
      const { command, ...more } = entry.payload as { command?: { kind: string; unserved?: true } }
      if (command?.kind !== 'generate_pull') return entry
      const { unserved: _, ...asBefore } = command
      return { ...entry, payload: { ...more, command: asBefore } }
    })
    expect(checkConsent(told).faults.map(({ code }) => code)).toContain('consent.unequal')
  })

  test('the terms name who founded the circle, so that the hash that each member accepts covers them', async () => {
    const { administrators, terms_version } = (await testApp.call('GET /circle', people[0]!.token)).body
    const { id } = (await testApp.call('GET /users/profile', ana)).body as Person
    expect(administrators).toEqual([{ id, name: expect.stringMatching(/\S/) }])
    const naming = (await entriesOf()).find(({ kind }) => kind === 'circle.administrators_named')
    expect(naming?.payload).toMatchObject({ userIds: id })
    const own = readOwnData(JSON.stringify((await testApp.call('GET /me/export', people[0]!.token)).body))
    const [consent] = own.consents!
    expect(consent).toMatchObject({ hash: terms_version, document: { administrators } })
    const whose = { circleId, memberId: people[0]!.id }
    expect(checkOwnConsents(await entriesOf(), whose, [consent!], sha256)).toEqual([])
    // An accomplice left out of what members read, or put in, is found by their own data.
    const other = { ...consent!, document: { ...consent!.document, administrators: [] } }
    expect(checkOwnConsents(await entriesOf(), whose, [other], sha256)).toHaveLength(1)
  })
})
