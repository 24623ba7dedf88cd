import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { registrationOf } from '#server/seed/people.ts'
import { approvals } from '#server/tables/approvals.ts'
import { audit } from '#server/tables/audit.ts'
import { deviceKeys } from '#server/tables/device-keys.ts'
import { notices } from '#server/tables/notices.ts'
import { paymentKeys } from '#server/tables/payment-keys.ts'
import { users } from '#server/tables/users.ts'
import { deviceOf } from '#server/testing/device.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { ADMINISTRATOR, createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

const OWN = 'senha-que-so-eu-conheco'
const typed = (number: number) =>
  registrationOf({ firstName: `Pessoa${String.fromCharCode(65 + number)}A`, lastName: 'de Teste', number })

let testApp: TestApp
let people: Person[]
let [ana, bia, caio, davi]: Person[] = []

beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 0 }), { RATE_LIMIT: 'on' })
  const admin = await testApp.administrator()
  people = await openRealRoda(testApp, admin)
  ;[ana, bia, caio, davi] = people
})

const cpf = typed(1).cpf
const lose = (...codes: string[]) => testApp.call('POST /auth/lost-phone', null, { body: { cpf, codes } })
const back = (...codes: string[]) =>
  testApp.call('POST /auth/lost-phone/return', null, { body: { cpf, codes, newPassword: OWN } })
const paper = async (): Promise<string[]> =>
  (await testApp.call('POST /me/recovery-codes', ana!.token, { body: { password: PASSWORD } })).body.codes
const signIn = (password: string) =>
  testApp.call('POST /auth/login', null, { body: { email: typed(1).email, password } })
/** The code of the last letter, asked for by CPF. */
const byLetter = async (): Promise<string> => {
  await testApp.call('POST /auth/forgot-password', null, { body: { email: cpf } })
  await runDueJobs(testApp.services)
  const letters = readOutbox(testApp.services.config.dataDir)
  return letters.flatMap((letter) => /Com o código (\d{6})/.exec(letter)?.[1] ?? []).at(-1)!
}
const vouches = async (who: Person) => {
  const headers = await (await deviceOf(testApp, who))({ act: 'vouch', donationId: ana!.id })
  await testApp.call('POST /me/vouches', who.token, { body: { member_id: ana!.id }, headers })
}
const codeBy = (who: Person) => testApp.call('POST /known/{id}/lost-phone-code', who.token, { params: { id: ana!.id } })
const told = async (...kinds: (typeof notices.$inferSelect)['kind'][]) =>
  (await testApp.services.db.select().from(notices).where(inArray(notices.kind, kinds))).map(({ userId }) => userId)
const row = async () => (await testApp.services.db.select().from(users).where(eq(users.id, ana!.id)))[0]!
const readBack = async () => {
  const headers = { authorization: `Bearer ${await testApp.administrator()}` }
  return verify(readLedger((await testApp.app.inject({ method: 'GET', url: '/api/ledger/export', headers })).body))
}

describe('a lost phone', () => {
  test('is closed by a code from paper: sessions, devices and the key; the ledger and everybody it touches are told', async () => {
    await deviceOf(testApp, ana!)
    const [one, two] = await paper()
    const pixKey = { pixKeyType: 'email', pixKey: 'ladrao@exemplo.invalid', pixOwnerName: 'Outra Pessoa' }
    await testApp.call('POST /me/pix-key', ana!.token, { body: pixKey })
    expect((await lose(one!)).status).toBe(200)
    expect((await testApp.call('GET /users/profile', ana!.token)).status).toBe(401)
    expect((await signIn(PASSWORD)).body.code).toBe('session.phone_lost')
    const [device] = await testApp.services.db.select().from(deviceKeys).where(eq(deviceKeys.userId, ana!.id))
    expect(device!.removedAt).not.toBeNull()
    const keys = await testApp.services.db.select().from(paymentKeys).where(eq(paymentKeys.memberId, ana!.id))
    expect(keys.map(({ state }) => state).toSorted()).toEqual(['current', 'dropped'])
    const edit = await testApp.call('PATCH /users/{id}', await testApp.administrator(), {
      params: { id: ana!.id },
      body: { ...pixKey, pixQrCode: null, reason: 'Ela pediu' },
    })
    expect(edit.status).not.toBe(200)
    expect(await told('access.phone_lost')).toEqual([ana!.id])
    // All four are in one month: each of the others has something open with her.
    expect((await told('party.phone_lost')).toSorted()).toEqual([bia!.id, caio!.id, davi!.id].toSorted())
    expect(await told('administration.phone')).toHaveLength(1)
    expect((await readBack()).faults).toEqual([])
    // Said again it changes nothing; the same code is spent.
    expect((await lose(one!)).body.code).toBe('recovery.code_wrong')
    expect((await lose(two!)).status).toBe(200)
    expect(await told('access.phone_lost')).toHaveLength(1)
  })

  test('of somebody whom no ledger names is told to who administers without sending them there', async () => {
    const waiting = await testApp.registers(9)
    const { body } = await testApp.call('POST /me/recovery-codes', waiting.token, { body: { password: PASSWORD } })
    const lost = { cpf: typed(9).cpf, codes: [body.codes[0]] }
    expect((await testApp.call('POST /auth/lost-phone', null, { body: lost })).status).toBe(200)
    const [notice] = await testApp.services.db.select().from(notices).where(eq(notices.kind, 'administration.phone'))
    expect(notice!.facts).toEqual({ what: 'lost', isOutside: true })
  })

  test('of who administers takes back what they proposed: else time alone did it in the name of who has the phone', async () => {
    const admin = await testApp.administrator()
    const { id } = (await testApp.call('GET /users/profile', admin)).body
    const body = { firstName: 'Olga', lastName: 'Reis', cpf: '52998224725' }
    expect((await testApp.call('PATCH /users/{id}', admin, { params: { id }, body })).status).toBe(200)
    const own = { body: { password: ADMINISTRATOR.password } }
    const [code] = (await testApp.call('POST /me/recovery-codes', admin, own)).body.codes
    const suspends = { params: { id: ana!.id }, body: { reason: 'Porque sim.' } }
    expect((await testApp.call('POST /users/{id}/suspend', admin, suspends)).body.approval.due_at).not.toBeNull()
    const lost = { cpf: body.cpf, codes: [code] }
    expect((await testApp.call('POST /auth/lost-phone', null, { body: lost })).status).toBe(200)
    testApp.clock.advance(73 * 3_600_000)
    await runDueJobs(testApp.services)
    expect(await testApp.services.db.select().from(approvals)).toMatchObject([{ state: 'withdrawn' }])
    expect((await row()).status).toBe('APPROVED')
    expect(await told('approval.ended')).toEqual([ana!.id])
    const signedIn = await signIn(PASSWORD)
    const headers = { authorization: `Bearer ${signedIn.body.access_token}` }
    const book = await testApp.app.inject({ url: '/api/ledger/export', headers })
    expect((await verify(readLedger(book.body))).faults).toEqual([])
  })

  test('and its person comes back by another code with a new password, on a device that signs anew', async () => {
    const [one, two, three] = await paper()
    await lose(one!)
    expect((await back(one!)).body.code).toBe('recovery.code_wrong')
    const answer = await back(two!)
    expect(answer.status).toBe(200)
    expect(await row()).toMatchObject({ phoneLostAt: null, phoneLostBy: null })
    expect((await signIn(PASSWORD)).status).toBe(401)
    expect((await signIn(OWN)).status).toBe(200)
    await deviceOf(testApp, { id: ana!.id, token: answer.body.access_token as string })
    expect((await told('access.phone_back', 'party.phone_back')).toSorted()).toEqual(
      people.map(({ id }) => id).toSorted(),
    )
    expect((await readBack()).faults).toEqual([])
    // An account that is open is not opened again, whatever code is shown.
    expect((await back(three!)).body.code).toBe('recovery.code_wrong')
  })

  test('a letter closes it too, but opens nothing that paper closed: it may be read on the stolen phone', async () => {
    const [one, two] = await paper()
    await lose(one!)
    expect((await back(await byLetter())).body.code).toBe('recovery.code_wrong')
    expect((await row()).phoneLostAt).not.toBeNull()
    expect((await back(two!)).status).toBe(200)
    testApp.clock.moveTo(testApp.clock.now() + 5 * 60_000)
    expect((await lose(await byLetter())).status).toBe(200)
    testApp.clock.moveTo(testApp.clock.now() + 5 * 60_000)
    expect((await back(await byLetter())).status).toBe(200)
  })

  test('two members who know the person close it together; one alone, or one twice, does nothing but tell them', async () => {
    expect((await codeBy(bia!)).body.code).toBe('lost.not_known')
    await vouches(bia!)
    await vouches(caio!)
    const first = (await codeBy(bia!)).body.code as string
    expect(await told('access.phone_code')).toEqual([ana!.id])
    // The giver is one of the members, and not the administration.
    const { data } = (await testApp.call('GET /me/access-log', ana!.token)).body
    expect(data[0]).toMatchObject({ kind: 'phone.code_given', by: 'member', name: 'PessoaCA de Teste' })
    expect(data.find(({ kind }: { kind: string }) => kind === 'user.approved').by).toBe('administration')
    expect((await lose(first)).body.code).toBe('recovery.code_wrong')
    const signedIn = { email: typed(1).email, code: first }
    expect((await testApp.call('POST /auth/recovery-code', null, { body: signedIn })).body.code).toBe(
      'recovery.code_wrong',
    )
    const again = (await codeBy(bia!)).body.code as string
    expect((await lose(first, again)).body.code).toBe('recovery.code_wrong')
    expect((await lose(again, again)).body.code).toBe('recovery.code_wrong')
    expect(await told('access.phone_code')).toHaveLength(1)
    const second = (await codeBy(caio!)).body.code as string
    expect((await row()).phoneLostAt).toBeNull()
    testApp.clock.moveTo(testApp.clock.now() + 61 * 60_000)
    expect((await lose(again, second)).body.code).toBe('recovery.code_wrong')
    const codes = [await fresh(2), await fresh(3)] as const
    expect((await lose(...codes)).status).toBe(200)
    expect((await row()).phoneLostBy).toBe('members')
    expect((await lose(...codes)).body.code).toBe('recovery.code_wrong')
  })

  test('a code of the paper is not used up by signing in with it, which is refused: it still brings its person back', async () => {
    const [first, second] = (await paper()) as [string, string]
    expect((await lose(first)).status).toBe(200)
    const signsIn = () =>
      testApp.call('POST /auth/recovery-code', null, { body: { email: typed(1).email, code: second } })
    expect([(await signsIn()).body.code, (await signsIn()).body.code]).toEqual([
      'session.phone_lost',
      'session.phone_lost',
    ])
    expect((await back(second)).status).toBe(200)
    expect((await signsIn()).body.code).toBe('recovery.code_wrong')
  })

  /** A code by somebody who signs in anew, for the clock outlived their token. */
  const fresh = async (number: number): Promise<string> => {
    const body = { email: typed(number).email, password: PASSWORD }
    const { body: session } = await testApp.call('POST /auth/login', null, { body })
    return (await codeBy({ id: '', token: session.access_token as string })).body.code as string
  }

  test('answers a stranger alike for a CPF that nobody has, after five tries with a wait, and writes nothing', async () => {
    const before = await testApp.services.db.$count(notices)
    const unknown = await testApp.call('POST /auth/lost-phone', null, {
      body: { cpf: typed(99).cpf, codes: ['123456'] },
    })
    const wrong = await lose('123456')
    expect([wrong.status, wrong.body]).toEqual([unknown.status, { ...unknown.body, requestId: wrong.body.requestId }])
    for (let tries = 0; tries < 4; tries += 1) await lose('abcd-efgh-jkmn')
    await lose('abcd-efgh-jkmn')
    expect((await lose('abcd-efgh-jkmn')).status).toBe(429)
    expect((await testApp.call('GET /users/profile', ana!.token)).status).toBe(200)
    expect(await testApp.services.db.$count(notices)).toBe(before)
    expect(await testApp.services.db.$count(audit, eq(audit.kind, 'phone.lost'))).toBe(0)
  })
})
