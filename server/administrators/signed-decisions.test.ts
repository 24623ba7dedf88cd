import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { addingText } from '#circle/ledger/administrators.ts'
import { mayBeDecided, recordText } from '#circle/ledger/decided-records.ts'
import type { DecidedRecord } from '#circle/ledger/decided-records.ts'
import { deedText } from '#circle/ledger/deeds.ts'
import type { CallName } from '#contracts/contract.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import { newId } from '#server/lib/ids.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { beginsWith } from '#server/testing/begins-with.ts'
import { deviceOf } from '#server/testing/device.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { foundsOrganisedRoda } from '#server/testing/organised-roda.ts'
import { invitationSecret } from '#server/testing/outbox.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { approvals } from '#server/tables/approvals.ts'
import { deviceKeys } from '#server/tables/device-keys.ts'
import { users } from '#server/tables/users.ts'
import { notices } from '#server/tables/notices.ts'
import { ADMINISTRATOR, createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

const HOUR_MS = 3_600_000
const reason = 'Combinado entre todos'
const hashText = (text: string) => createHash('sha256').update(text).digest('hex')
const hashOf = (decision: Command | DecidedRecord) =>
  hashText(mayBeDecided(decision.kind) ? recordText(decision.kind, decision) : deedText(decision as Command))

type Sent = Parameters<TestApp['call']>[2]

/** Cida organises a real roda and takes part in it; she has a device. */
describe('a decision of an organiser who has a device', () => {
  let testApp: TestApp
  let circleId: string
  let cida: Person
  let people: Person[]
  let signs: Awaited<ReturnType<typeof deviceOf>>

  const begins = beginsWith(
    async (begun) => {
      const roda = await foundsOrganisedRoda(begun, { people: 4 })
      return { ...roda, people: [await begun.registers(1), await begun.registers(2), await begun.registers(3)] }
    },
    { placed: 0 },
  )

  beforeEach(async () => {
    ;({ testApp, circleId, cida, people } = await begins())
    signs = await deviceOf(testApp, cida)
  })

  const signed = async (command: Command) =>
    signs({ act: 'administer', image: hashOf(command) }, {}, { id: cida.id, token: cida.token })
  const approve = (person: Person, headers: Record<string, string> = {}) =>
    testApp.call('PATCH /users/{id}/approve', cida.token, { params: { id: person.id }, headers })
  const verdict = async () => {
    const headers = { authorization: `Bearer ${cida.token}` }
    return verify(readLedger((await testApp.app.inject({ url: '/api/ledger/export', headers })).body))
  }
  const codes = async () => (await verdict()).faults.map(({ code }) => code)

  test('is done by its signature alone: who lets somebody in, and whom', async () => {
    const [first, second] = people as [Person, Person]
    const command = { kind: 'approve_member', memberId: first.id } as const
    expect((await approve(first)).body.code).toBe('signature.needed')
    const headers = await signed(command)
    // Her signature for one person lets no other one in.
    expect((await approve(second, headers)).body.code).toBe('signature.invalid')
    expect((await approve(first, await signed(command))).status).toBe(200)
    const { faults, signatures } = await verdict()
    expect([faults, signatures!.signed, signatures!.unsignedFound]).toEqual([[], 1, 0])
  })

  test('that a server writes in her name is found by every verifier', async () => {
    await signedApproval(people[0]!)
    await inHerName(({ perform }) => perform({ kind: 'approve_member', memberId: people[1]!.id }))
    expect(await codes()).toEqual(['act.unsigned'])
  })

  test('proposed is signed once, and is done in her name when another approves it', async () => {
    for (const person of people) await signedApproval(person)
    const bia = await secondAdministrator()
    await testApp.call('POST /draws', cida.token, { body: { join_hours: 1, open_hours: 1 } })
    await later(3)
    const pull = { body: {}, headers: await signed({ kind: 'generate_pull' }) }
    await testApp.call('POST /donations/admin/generate-monthly-pull', cida.token, pull)
    const asked = { params: { id: people[0]!.id }, body: { reason } }
    expect((await testApp.call('POST /users/{id}/suspend', cida.token, asked)).body.code).toBe('signature.needed')
    const headers = await signed({ kind: 'depart_member', memberId: people[0]!.id, how: 'suspended' })
    const proposed = await testApp.call('POST /users/{id}/suspend', cida.token, { ...asked, headers })
    expect(proposed.status).toBe(202)
    const params = { id: proposed.body.approval.id as string }
    expect((await testApp.call('POST /admin/approvals/{id}/approve', await bia(), { params })).body.state).toBe(
      'executed',
    )
    expect(await codes()).toEqual([])
  })

  test('to approve what another proposed is signed over the very proposal', async () => {
    for (const person of people) await signedApproval(person)
    const token = await (await secondAdministrator())()
    const operator = { ...OPERATOR, name: 'Outra Associação' }
    await testApp.call('PATCH /admin/circle', token, { body: { operator } })
    const [{ id, body_hash }] = (await testApp.call('GET /admin/approvals', cida.token)).body.data
    const approval = async (headers: Record<string, string> = {}) =>
      testApp.call('POST /admin/approvals/{id}/approve', cida.token, { params: { id }, headers })
    const act = { act: 'approve', donationId: id, image: body_hash } as const
    const by = { id: cida.id, token: cida.token }
    expect((await approval()).body.code).toBe('signature.needed')
    expect((await approval(await signs({ ...act, image: 'ab'.repeat(32) }, {}, by))).body.code).toBe(
      'signature.invalid',
    )
    expect((await approval(await signs(act, {}, by))).body.state).toBe('executed')
    expect(await codes()).toEqual([])
  })

  test('to have somebody else administer is signed too, by who proposes and by who approves it', async () => {
    for (const person of people) await signedApproval(person)
    const bia = await secondAdministrator()
    const invite = (token: string, body: object, headers: Record<string, string> = {}) =>
      testApp.call('POST /admin/administrators', token, { body, headers })
    const DORA = { firstName: 'Dora', lastName: 'Lima', email: 'dora@exemplo.org', role: 'ADMIN' } as const
    expect((await invite(cida.token, DORA)).body.code).toBe('signature.needed')
    // An auditor changes nothing: that one is signed for is no leave to add an administrator.
    expect((await invite(cida.token, DORA, await signsAdding('AUDITOR'))).body.code).toBe('signature.invalid')
    expect((await invite(cida.token, DORA, await signsAdding('ADMIN'))).status).toBe(202)
    const proposed = await invite(await bia(), { ...DORA, email: 'eva@exemplo.org' })
    expect(proposed.status).toBe(202)
    const { id } = proposed.body.approval
    const approval = { params: { id } }
    expect((await testApp.call('POST /admin/approvals/{id}/approve', cida.token, approval)).body.code).toBe(
      'signature.needed',
    )
    expect(await codes()).toEqual([])
    const { bodyHash, actHash } = (await testApp.services.db.select().from(approvals).where(eq(approvals.id, id)))[0]!
    await inHerName(async ({ note }) => {
      await note({ kind: 'approval.approved', approvalId: id, bodyHash })
      const another = '0192f3a0-0000-7000-8000-000000000001'
      await note({ kind: 'approval.proposed', approvalId: another, change: 'add_administrator', bodyHash, actHash })
    })
    expect(await codes()).toEqual(['act.unsigned', 'act.unsigned'])
  })

  const signsAdding = (role: 'ADMIN' | 'AUDITOR') =>
    signs({ act: 'administer', image: hashText(addingText(role)) }, {}, { id: cida.id, token: cida.token })

  /** Writes in Cida's name as whoever owns the machine can: its database knows no device of hers. */
  async function inHerName(work: (circle: LockedCircle) => Promise<unknown>): Promise<void> {
    const { services } = testApp
    await services.db.delete(deviceKeys)
    const actor = { id: cida.id, via: 'password', circleId } as never
    await withCircle({ ...services, actor, actorId: cida.id }, circleId, work)
  }

  async function signedApproval(person: Person): Promise<void> {
    const headers = await signed({ kind: 'approve_member', memberId: person.id })
    expect((await approve(person, headers)).status).toBe(200)
  }
  /** Time passes with what it brings, and she signs in again. */
  async function later(hours: number): Promise<void> {
    testApp.clock.advance(hours * HOUR_MS)
    await runDueJobs(testApp.services)
    const { body } = await testApp.call('POST /auth/login', null, { body: ADMINISTRATOR })
    cida = { id: cida.id, token: body.access_token }
    await testApp.call('POST /admin/circles/{id}/select', cida.token, { params: { id: circleId } })
  }
  /** Bia administers too, has no part in the circle, and has been there long enough; answers how she signs in. */
  async function secondAdministrator(): Promise<() => Promise<string>> {
    const BIA = { firstName: 'Bia', lastName: 'Nogueira', email: 'bia@exemplo.org', role: 'ADMIN' }
    await testApp.call('POST /admin/administrators', cida.token, { body: BIA, headers: await signsAdding('ADMIN') })
    await later(73)
    const secret = invitationSecret(testApp.services.config.dataDir)
    const body = { secret, cpf: '11144477735', password: 'senha-boa-da-bia' }
    await testApp.call('POST /invitations/accept', null, { body })
    await later(73)
    return async () => {
      const login = { email: BIA.email, password: body.password }
      const { access_token: token } = (await testApp.call('POST /auth/login', null, { body: login })).body
      await testApp.call('POST /admin/circles/{id}/select', token, { params: { id: circleId } })
      return token as string
    }
  }
})

/** Ana administers a real roda without a part in it, from its beginning on, and has a device since it runs. */
describe('a decision of somebody who only administers, once they have a device', () => {
  let testApp: TestApp
  let circleId: string
  let ana: Person
  let people: Person[]
  let newcomer: Person
  const cpf = '52998224725'
  let signs: Awaited<ReturnType<typeof deviceOf>>

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    const token = await testApp.administrator()
    ana = { id: (await testApp.call('GET /users/profile', token)).body.id, token }
    await testApp.call('PATCH /users/{id}', token, { params: { id: ana.id }, body: { cpf } })
    people = await openRealRoda(testApp, token)
    newcomer = await testApp.registers(5)
    signs = await deviceOf(testApp, ana)
    circleId = (await testApp.call('GET /circle', token)).body.id
  })

  const verdict = async () => verify(readLedger((await testApp.call('GET /ledger/export', ana.token)).body))
  const codes = async () => (await verdict()).faults.map(({ code }) => code)
  const signed = (decision: Command | DecidedRecord) => signs({ act: 'administer', image: hashOf(decision) })
  const owed = async () =>
    (await testApp.call('GET /admin/donations/list', ana.token)).body.data[0] as { readonly id: string }

  test('is done by its signature alone, whatever it decides, and the ledger holds', async () => {
    const { id } = await owed()
    const [first, second, third, fourth] = people as [Person, Person, Person, Person]
    const places = (await testApp.call('GET /queue', ana.token)).body as { id: string; user_id: string }[]
    const placeOf = (person: Person) => places.find(({ user_id }) => user_id === person.id)!.id
    const exchanged = { firstUserId: first.id, secondUserId: second.id, reason }
    const place = { memberId: newcomer.id, level: 1, position: 5, isReceiver: false } as const
    const decisions: [CallName, Sent, Command | DecidedRecord][] = [
      ['PATCH /users/{id}/approve', of(newcomer.id, {}), { kind: 'approve_member', memberId: newcomer.id }],
      ['POST /queue', { body: { user_id: newcomer.id, position: 5, reason } }, { kind: 'place', ...place }],
      ['POST /admin/donations/{id}/open-case', of(id), { kind: 'open_case', reportId: '', donationId: id }],
      ['POST /users/{id}/suspend', of(second.id), { kind: 'depart_member', memberId: second.id, how: 'suspended' }],
      [
        'PATCH /queue/swap-positions',
        { body: exchanged },
        { kind: 'swap', entryId: placeOf(first), otherEntryId: placeOf(second) },
      ],
      ['POST /fiscals', { body: { member_id: first.id } }, { kind: 'fiscal.named', memberId: first.id }],
      ['POST /fiscals/withdraw', { body: { member_id: first.id } }, { kind: 'fiscal.withdrawn', memberId: first.id }],
      [
        'PATCH /admin/circle/calendar',
        { body: { calendar: { day: 7, hour: 9 } } },
        { kind: 'circle.calendar_set', day: '7', hour: '9' },
      ],
      ['PATCH /admin/circle/calendar', { body: { calendar: null } }, { kind: 'circle.calendar_removed' }],
      ['PATCH /admin/circle/answer-days', { body: { days: 9 } }, { kind: 'circle.answer_days_set', days: '9' }],
      [
        'POST /users/{id}/helper',
        of(third.id, { helper_id: fourth.id, paperBase64: await receiptPicture('o papel') }),
        { kind: 'helper.named', memberId: third.id, helperId: fourth.id },
      ],
      [
        'DELETE /users/{id}/helper',
        { params: { id: third.id } },
        { kind: 'helper.ended', memberId: third.id, helperId: fourth.id },
      ],
      [
        'PATCH /users/{id}',
        of(first.id, { password: 'outra-senha-boa' }),
        { kind: 'member.access_reset', memberId: first.id },
      ],
      [
        'PATCH /users/{id}',
        of(first.id, { email: 'outro@exemplo.org' }),
        { kind: 'member.email_changed', memberId: first.id },
      ],
    ]
    for (const [name, sent, command] of decisions) {
      expect([name, (await testApp.call(name, ana.token, sent)).body.code]).toEqual([name, 'signature.needed'])
      expect((await testApp.call(name, ana.token, { ...sent, headers: await signed(OTHER) })).body.code).toBe(
        'signature.invalid',
      )
      const headers = await signed(command)
      expect([name, (await testApp.call(name, ana.token, { ...sent, headers })).status]).toEqual([
        name,
        expect.toSatisfy((status: number) => status < 300),
      ])
    }
    const [{ id: reportId }] = (await testApp.call('GET /admin/donations/reports', ana.token)).body.data
    const settled = {
      resolution: 'RESOLVED',
      donation_outcome: 'keep',
      resolution_message: reason,
      admin_notes: reason,
    }
    const resolve = (headers: Record<string, string>) =>
      testApp.call('POST /admin/donations/reports/{id}/resolve', ana.token, { ...of(reportId, settled), headers })
    const keep = { kind: 'resolve_report', reportId, resolution: 'RESOLVED', outcome: 'keep' } as const
    expect((await resolve(await signed({ ...keep, outcome: 'cancel' }))).body.code).toBe('signature.invalid')
    expect((await resolve(await signed(keep))).body).toMatchObject({ id: reportId })
    const { faults, signatures } = await verdict()
    expect([faults, signatures!.signed, signatures!.unsignedFound]).toEqual([[], 15, 0])
  })

  test('that a server writes in their name is found by every verifier, and was none before they had one', async () => {
    expect(await codes()).toEqual([])
    await signed({ kind: 'approve_member', memberId: newcomer.id }).then((headers) =>
      testApp.call('PATCH /users/{id}/approve', ana.token, { ...of(newcomer.id, {}), headers }),
    )
    const { services } = testApp
    const { id } = await owed()
    await services.db.delete(deviceKeys)
    const actor = { id: ana.id, via: 'password', circleId } as never
    await withCircle({ ...services, actor, actorId: ana.id }, circleId, ({ perform }) =>
      perform({ kind: 'open_case', reportId: newId(testApp.clock), donationId: id, bounded: true }),
    )
    expect(await codes()).toEqual(['act.unsigned'])
  })

  test('about who administers stands in the ledger of every circle, and is signed in each', async () => {
    const choose = (id: string) => testApp.call('POST /admin/circles/{id}/select', ana.token, { params: { id } })
    await openRealRoda(testApp, ana.token, [])
    const other = (await testApp.call('GET /circle', ana.token)).body.id as string
    const ground = (id: string) => testApp.call('GET /me/acts/ground', ana.token, { query: `?circle_id=${id}` })
    expect((await ground(other)).status).toBe(404)
    const signsThere = await deviceOf(testApp, ana)
    const act = { act: 'administer', image: hashText(addingText('ADMIN')) } as const
    const there = (await signsThere(act))['ciranda-signature']!
    await choose(circleId)
    expect((await ground(other)).body.circle_id).toBe(other)
    const here = (await signs(act))['ciranda-signature']!
    const body = { firstName: 'Dora', lastName: 'Lima', email: 'dora@exemplo.org', role: 'ADMIN' }
    const invite = (signature: string) =>
      testApp.call('POST /admin/administrators', ana.token, { body, headers: { 'ciranda-signature': signature } })
    expect((await invite(here)).body.code).toBe('signature.needed')
    expect((await invite(`${here}, ${there}`)).status).toBe(202)
    for (const id of [circleId, other]) {
      await choose(id)
      const { faults, signatures } = await verdict()
      expect([faults, signatures!.signed, signatures!.unsignedFound]).toEqual([[], 1, 0])
    }
  })

  test('from a second device is no secret to whoever else administers', async () => {
    const { db } = testApp.services
    await db.update(users).set({ role: 'ADMIN' }).where(eq(users.id, newcomer.id))
    await deviceOf(testApp, ana)
    const told = await db.select().from(notices).where(eq(notices.kind, 'key.waits_of_other'))
    expect(told.map(({ userId }) => userId).toSorted()).toEqual([...people, newcomer].map(({ id }) => id).toSorted())
  })

  test('from a second device waits until the first admits it; taken away with a lost phone, it signs no more', async () => {
    const approved = { kind: 'approve_member', memberId: newcomer.id } as const
    const approve = async (by: typeof signs) =>
      testApp.call('PATCH /users/{id}/approve', ana.token, {
        ...of(newcomer.id, {}),
        headers: await by({ act: 'administer', image: hashOf(approved) }),
      })
    const newer = await deviceOf(testApp, ana)
    expect((await approve(newer)).body.code).toBe('device.waits')
    const told = await testApp.services.db.select().from(notices).where(eq(notices.kind, 'key.waits_of_other'))
    expect(told.map(({ facts }) => facts)).toEqual(people.map(() => ({ position: null, administers: true })))
    const [{ id, public_key }] = (await testApp.call('GET /me/device-keys', ana.token)).body
    const hash = hashText(public_key)
    const headers = await signs({ act: 'admit_key', donationId: id, image: hash })
    const admitted = { params: { id }, body: { hash }, headers }
    expect((await testApp.call('POST /me/device-keys/{id}/admit', ana.token, admitted)).body.holds_at).toBeNull()
    expect((await approve(newer)).status).toBe(200)
    expect(await codes()).toEqual([])
    // Her account is of another circle; the phone signed in this one.
    const { body } = await testApp.call('POST /me/recovery-codes', ana.token, {
      body: { password: ADMINISTRATOR.password },
    })
    await testApp.call('POST /auth/lost-phone', null, { body: { cpf, codes: [body.codes[0]] } })
    const keys = await testApp.services.db.select().from(deviceKeys)
    expect(keys.map((key) => [key.circleId, key.removedAt !== null])).toEqual([
      [circleId, true],
      [circleId, true],
    ])
  })
})

/** A decision that none of them is. */
const OTHER = { kind: 'fiscal.named', memberId: 'x' } as const

const of = (id: string, body: object = { reason }): Sent => ({ params: { id }, body })
