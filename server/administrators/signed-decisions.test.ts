import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { addingText } from '#circle/ledger/administrators.ts'
import { deedText } from '#circle/ledger/deeds.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { deviceOf } from '#server/testing/device.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { foundsOrganisedRoda } from '#server/testing/organised-roda.ts'
import { invitationSecret } from '#server/testing/outbox.ts'
import { approvals } from '#server/tables/approvals.ts'
import { deviceKeys } from '#server/tables/device-keys.ts'
import { ADMINISTRATOR, createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

const HOUR_MS = 3_600_000
const reason = 'Combinado entre todos'
const hashText = (text: string) => createHash('sha256').update(text).digest('hex')
const hashOf = (command: Command) => hashText(deedText(command))

/** Cida organises a real roda and takes part in it; she has a device. */
describe('a decision of an organiser who has a device', () => {
  let testApp: TestApp
  let circleId: string
  let cida: Person
  let people: Person[]
  let signs: Awaited<ReturnType<typeof deviceOf>>

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    ;({ circleId, cida } = await foundsOrganisedRoda(testApp, { people: 4 }))
    people = []
    for (let n = 1; n <= 3; n += 1) people.push(await testApp.registers(n))
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
    await testApp.call('POST /donations/admin/generate-monthly-pull', cida.token, { body: {} })
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
