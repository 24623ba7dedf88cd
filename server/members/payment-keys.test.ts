import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { verifyLedger } from '#circle/ledger/verify.ts'
import { paymentKeyText } from '#circle/payment-key.ts'
import { presets } from '#circle/plan.ts'
import { makeBrCode, txidOf } from '#contracts/payment/br-code.ts'
import { demonstrationPixKey } from '#contracts/payment/demonstration.ts'
import { planFormOf } from '#contracts/plans.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { registrationOf } from '#server/seed/people.ts'
import { donations } from '#server/tables/donations.ts'
import { ledger } from '#server/tables/ledger.ts'
import { paymentKeys } from '#server/tables/payment-keys.ts'
import { users } from '#server/tables/users.ts'
import { beginsWith } from '#server/testing/begins-with.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { ADMINISTRATOR, PASSWORD } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { commitMissingKeys } from './commit-keys.ts'
import { openKey } from './payment-keys.ts'
import { parseBrCode } from '#contracts/payment/read-br-code.ts'

const HOUR = 3_600_000
const OPERATOR = {
  name: 'Associação da Roda',
  document: '12.345.678/0001-95',
  contact: 'contato@roda.example',
  dataProtectionContact: 'dados@roda.example',
}
const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

type Shown = {
  id: string
  donorId: string
  receiverId: string
  receiver: { pixKey: string; pixOwnerName: string; btcAddress: string | null; usdtAddress: string | null }
  pixCopyPaste: string | null
  payment_commitment: string
  payment_salt: string
}
type Member = { readonly id: string; readonly number: number }

let testApp: TestApp
let members: Member[]

/** A circle with three members who give to one another, and a pull. */
async function makeCircle(mode: 'real' | 'demonstracao') {
  ;({ testApp, members } = await begins[mode]())
}

const begins = {
  real: beginsWith((begun) => foundsCircle(begun, 'real'), { placed: 0 }),
  demonstracao: beginsWith((begun) => foundsCircle(begun, 'demonstracao'), { placed: 0 }),
}

async function foundsCircle(begun: TestApp, mode: 'real' | 'demonstracao'): Promise<{ members: Member[] }> {
  testApp = begun
  const admin = await adminToken()
  const { body: made } = await testApp.call('POST /admin/circles', admin, {
    body: {
      name: 'Roda',
      mode,
      plan: planFormOf(presets.rotativo),
      ...(mode === 'real' ? { operator: OPERATOR, outcome_seen: true } : {}),
    },
  })
  await testApp.call('POST /admin/circles/{id}/open', admin, { params: { id: made.id } })
  const approved: Member[] = []
  for (const number of [1, 2, 3]) {
    const { id } = await testApp.registers(number)
    approved.push({ id, number })
    await selected('PATCH /users/{id}/approve', { params: { id } })
    await selected('POST /queue', { body: { position: number, user_id: id, reason: 'Combinado entre todos' } })
  }
  await selected('POST /donations/admin/generate-monthly-pull', { body: {} })
  return { members: approved }
}

async function adminToken(): Promise<string> {
  return (await testApp.call('POST /auth/login', null, { body: ADMINISTRATOR })).body.access_token as string
}

/** A call by an administrator in the circle that takes registrations. */
async function selected(name: string, sent: Parameters<TestApp['call']>[2] = {}) {
  const admin = await adminToken()
  const { body: list } = await testApp.call('GET /admin/circles', admin)
  const { id } = (list.data as { id: string; open_for_registration: boolean }[]).find(
    (one) => one.open_for_registration,
  )!
  await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id } })
  return testApp.call(name as 'GET /users', admin, sent)
}

/** A call by a member, signed in anew, for a test that moves the clock outlives a token. */
async function as({ number }: Member, name: string, sent: Parameters<TestApp['call']>[2] = {}) {
  const { email } = person(number)
  const { body } = await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
  return testApp.call(name as 'GET /users', body.access_token as string, sent)
}

function person(number: number) {
  return registrationOf({
    firstName: `Pessoa${String.fromCharCode(65 + (number % 26))}A`,
    lastName: 'de Teste',
    number,
  })
}

const editKey = ({ id }: Member, pixKey: string, pixOwnerName = 'Outra Pessoa') =>
  selected('PATCH /users/{id}', {
    params: { id },
    body: { pixKeyType: 'email', pixKey, pixOwnerName, pixCopyPaste: codeFor(pixKey), pixQrCode: null },
  })
const codeFor = (key: string) => makeBrCode({ key, name: 'Outra Pessoa', city: 'BRASIL' })

const pendingOf = async (member: Member) => (await as(member, 'GET /users/profile')).body.pixKeyPending
const rowsOf = ({ id }: Member) =>
  testApp.services.db.select().from(paymentKeys).where(eq(paymentKeys.memberId, id)).orderBy(paymentKeys.createdAt)
const recordsOf = async ({ id }: Member) =>
  (
    await testApp.services.db
      .select()
      .from(ledger)
      .where(and(sql`${ledger.kind} like 'payment_key.%'`, sql`${ledger.payload} ->> 'memberId' = ${id}`))
      .orderBy(ledger.seq)
  ).map(({ kind }) => kind.replace('payment_key.', ''))
const letters = (text: RegExp) =>
  readOutbox(testApp.services.config.dataDir).filter((letter) => text.test(letter)).length

const toSend = async (member: Member) =>
  ((await as(member, 'GET /donations/to-send')).body as Shown[]).filter(({ receiverId }) => receiverId !== null)
const toReceive = async (member: Member) => (await as(member, 'GET /donations/to-receive')).body as Shown[]

/** The commitment that the key shown opens to, with its salt. */
function opened({ receiver: { pixKey, pixOwnerName, btcAddress, usdtAddress }, payment_salt }: Shown): string {
  return sha256(paymentKeyText(payment_salt, { pixKey, pixOwnerName, btcAddress, usdtAddress }))
}

/** The ledger's commitment for a donation, as its parties' apps read it. */
async function promised(member: Member, donationId: string): Promise<string> {
  const { body } = await as(member, 'GET /ledger/payment-keys')
  const found = (body.donations as { donation_id: string; committed: LedgerEntry }[]).find(
    (one) => one.donation_id === donationId,
  )
  return String(found!.committed.payload['commitment'])
}

/** The verdict of a member who trusts nobody but their own device. */
async function verdictOf(member: Member, paymentCommitment?: string) {
  const { body: text } = await as(member, 'GET /ledger/export')
  const [first, ...lines] = String(text).trim().split('\n')
  const { head } = JSON.parse(first!)
  const [shown] = await toSend(member)
  const own = {
    memberId: member.id,
    donations: [
      {
        id: shown!.id,
        amountCents: 10_000,
        status: 'PENDING_PAYMENT',
        paymentCommitment: paymentCommitment ?? shown!.payment_commitment,
        paymentKey: { ...shown!.receiver, salt: shown!.payment_salt },
      },
    ],
  }
  const entries = lines.map((line) => JSON.parse(line) as unknown)
  return verifyLedger({ circleId: head.circle_id, entries, head: { ...head, isSigned: true }, own }, { sha256 }).faults
}

describe('the payment key of a donation', () => {
  test('is shown to both parties with the salt that opens the ledger’s commitment to exactly it', async () => {
    await makeCircle('real')
    for (const member of members) {
      const [shown] = await toSend(member)
      const receiver = members.find(({ id }) => id === shown!.receiverId)!
      expect(shown!.receiver.pixKey).toBe(person(receiver.number).pixKey)
      expect(opened(shown!)).toBe(await promised(member, shown!.id))
      expect(shown!.payment_commitment).toBe(opened(shown!))
      expect(parseBrCode(shown!.pixCopyPaste!)).toMatchObject({ key: shown!.receiver.pixKey, txid: txidOf(shown!.id) })
      const received = (await toReceive(receiver)).find(({ id }) => id === shown!.id)!
      expect(received.receiver).toMatchObject({ pixKey: shown!.receiver.pixKey, pixCopyPaste: null })
      expect([opened(received), await promised(receiver, shown!.id)]).toEqual([opened(shown!), opened(shown!)])
      expect(await verdictOf(member)).toEqual([])
    }
    const list = (await selected('GET /admin/donations/list')).body.data as Shown[]
    expect(list.map(({ payment_salt }) => payment_salt)).toEqual([null, null, null])
  })

  test('in a demonstration is fictitious, and committed to just the same', async () => {
    await makeCircle('demonstracao')
    const [shown] = await toSend(members[0]!)
    expect(shown!.receiver.pixKey).toBe(demonstrationPixKey(shown!.receiverId))
    expect(opened(shown!)).toBe(await promised(members[0]!, shown!.id))
    expect(await verdictOf(members[0]!)).toEqual([])
  })

  test('replaced in the database is another than the ledger’s, whatever the answer says', async () => {
    await makeCircle('real')
    const [donor] = members as [Member]
    const [shown] = await toSend(donor)
    const receiver = members.find(({ id }) => id === shown!.receiverId)!
    const kept = await promised(donor, shown!.id)
    // An operator holds every key of the server, so a forged version opens.
    const [version] = await rowsOf(receiver)
    const sealed = openKey(testApp.services.secrets, version!)!
    const { seal } = await import('#server/lib/sealing.ts')
    const forged = seal(
      testApp.services.secrets,
      JSON.stringify({ ...sealed, pixKey: 'ladrao@banco.com' }),
      `payment key:${version!.id}`,
    )
    await testApp.services.db.update(paymentKeys).set({ sealed: forged }).where(eq(paymentKeys.id, version!.id))
    const [lied] = await toSend(donor)
    expect(lied!.receiver.pixKey).toBe('ladrao@banco.com')
    expect(opened(lied!)).not.toBe(await promised(donor, shown!.id))
    expect(await verdictOf(donor)).toMatchObject([{ code: 'own.other_key', id: shown!.id }])
    // A version of one's own making, in the place of the promised one, is refused by the database and found by the kept
    // promise.
    const other = await rowsOf(members.find(({ id }) => id !== receiver.id && id !== donor.id)!)
    const point = (id: string) =>
      testApp.services.db.update(donations).set({ paymentKeyId: id }).where(eq(donations.id, shown!.id))
    await expect(point(other[0]!.id)).rejects.toMatchObject({
      cause: { message: 'a payment key stays what was promised' },
    })
    await testApp.services.db
      .update(paymentKeys)
      .set({ sealed: version!.sealed })
      .where(eq(paymentKeys.id, version!.id))
    expect(await verdictOf(donor, kept)).toEqual([])
    expect(await verdictOf(donor, other[0]!.commitment)).toMatchObject([{ code: 'own.other_key', id: shown!.id }])
  })
})

describe('a key changed by its member, in a real circle', () => {
  test('holds after 24 hours and not before; open donations keep theirs, later ones get it; everybody is told', async () => {
    await makeCircle('real')
    const [donor] = members as [Member]
    const [before] = await toSend(donor)
    const receiver = members.find(({ id }) => id === before!.receiverId)!
    const body = { pixKeyType: 'email', pixKey: 'Nova@Exemplo.com', pixOwnerName: 'Pessoa Nova' }
    const asked = await as(receiver, 'POST /me/pix-key', { body })
    expect(asked.status).toBe(200)
    expect(asked.body.pixKeyPending).toMatchObject({ key: 'n•••@exemplo.com', by: 'member', ownerName: 'Pessoa Nova' })
    expect(asked.body.pixKey).toBe(before!.receiver.pixKey)
    const { id, opens, commitment } = asked.body.pixKeyPending
    // Their device finds the commitment from the key that it shows, and would not sign for another.
    expect(opens).toMatchObject({ pixKey: 'nova@exemplo.com', pixOwnerName: 'Pessoa Nova' })
    expect(createHash('sha256').update(paymentKeyText(opens.salt, opens)).digest('hex')).toBe(commitment)
    // A stolen session must not be able to hasten it.
    expect((await as(receiver, 'POST /me/pix-key/{id}/confirm', { params: { id } })).body.code).toBe('key.own_waits')
    testApp.clock.advance(24 * HOUR - 1_000)
    await runDueJobs(testApp.services)
    expect(await pendingOf(receiver)).not.toBeNull()
    expect(letters(/Sua chave de pagamento vai mudar em /)).toBe(1)
    testApp.clock.advance(1_000)
    await Promise.all([runDueJobs(testApp.services), runDueJobs(testApp.services)])
    await runDueJobs(testApp.services)
    expect(await recordsOf(receiver)).toEqual(['committed', 'change_asked', 'committed'])
    expect(letters(/Sua nova chave de pagamento está valendo/)).toBe(1)
    expect(letters(/trocou a chave de pagamento\. A sua doação em aberto continua/)).toBe(
      (await toReceive(receiver)).length,
    )
    const profile = (await as(receiver, 'GET /users/profile')).body
    expect(profile).toMatchObject({ pixKey: 'nova@exemplo.com', pixOwnerName: 'Pessoa Nova', pixKeyPending: null })
    expect(await toSend(donor)).toMatchObject([{ receiver: before!.receiver, pixCopyPaste: before!.pixCopyPaste }])
    // The administration sees the key that this donation is paid on, on the screen and in the file.
    const seen = await selected('GET /admin/donations/{id}', { params: { id: before!.id } })
    expect(seen.body.receiver.pixKey ?? seen.body.donation.receiver.pixKey).toBe(before!.receiver.pixKey)
    const admin = await adminToken()
    const { body: list } = await testApp.call('GET /admin/circles', admin)
    const { id: real } = (list.data as { id: string; mode: string }[]).find(({ mode }) => mode === 'real')!
    await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: real } })
    const file = await testApp.app.inject({
      url: `/api/admin/donations/export?receiverId=${receiver.id}`,
      headers: { authorization: `Bearer ${admin}` },
    })
    expect(file.body).toContain(before!.receiver.pixKey)
    expect(file.body).not.toContain('nova@exemplo.com')
    expect(await verdictOf(donor)).toEqual([])

    testApp.clock.moveTo(Date.UTC(2026, 11, 1, 15))
    await selected('POST /donations/admin/generate-monthly-pull', { body: {} })
    const later = (await toReceive(receiver)).filter(
      ({ payment_commitment }) => payment_commitment !== before!.payment_commitment,
    )
    expect(later.length).toBeGreaterThan(0)
    for (const shown of later) {
      expect(shown.receiver.pixKey).toBe('nova@exemplo.com')
      expect(opened(shown)).toBe(await promised(receiver, shown.id))
    }
  })

  test('ends by their own no, and not by asking for the key of before; what the ledger says otherwise is found', async () => {
    await makeCircle('real')
    const [donor] = members as [Member]
    const [shown] = await toSend(donor)
    const receiver = members.find(({ id }) => id === shown!.receiverId)!
    const asks = (pixKey: string, pixOwnerName = 'Pessoa Nova') =>
      as(receiver, 'POST /me/pix-key', { body: { pixKeyType: 'email', pixKey, pixOwnerName } })
    await asks('nova@exemplo.com')
    const before = person(receiver.number)
    expect((await asks(before.pixKey, before.pixOwnerName)).body.code).toBe('key.change_waits')
    const { id } = await pendingOf(receiver)
    await as(receiver, 'POST /me/pix-key/{id}/object', { params: { id } })
    expect(await recordsOf(receiver)).toEqual(['committed', 'change_asked', 'objected'])
    expect(await verdictOf(donor)).toEqual([])

    const { commitment } = (await asks('outra@exemplo.com')).body.pixKeyPending
    const [version] = await rowsOf(receiver)
    const author = { ...testApp.services, actorId: receiver.id, actor: { via: 'password' as const } }
    const record = { kind: 'payment_key.withdrawn' as const, memberId: receiver.id, commitment }
    await withCircle(author, version!.circleId, ({ note }) => note(record))
    expect(await verdictOf(donor)).toMatchObject([{ code: 'payment_key.held_back' }])
  })

  test('of which the ledger says no more, after its time, is found by every verifier', async () => {
    await makeCircle('real')
    const [donor] = members as [Member]
    const [shown] = await toSend(donor)
    const receiver = members.find((one) => one.id === shown!.receiverId)!
    const body = { pixKeyType: 'email', pixKey: 'nova@exemplo.com', pixOwnerName: 'Pessoa Nova' }
    const { commitment } = (await as(receiver, 'POST /me/pix-key', { body })).body.pixKeyPending
    const { db } = testApp.services
    await db.update(paymentKeys).set({ state: 'dropped' }).where(eq(paymentKeys.commitment, commitment))
    testApp.clock.advance(24 * HOUR)
    await editKey(donor, 'um@exemplo.com')
    expect(await verdictOf(donor)).toEqual([])
    testApp.clock.advance(25 * HOUR)
    await editKey(donor, 'dois@exemplo.com')
    expect(await verdictOf(donor)).toMatchObject([{ code: 'payment_key.held_back' }])
  })

  test('in a demonstration holds at once', async () => {
    await makeCircle('demonstracao')
    const [member] = members as [Member]
    const body = { pixKeyType: 'email', pixKey: 'nova@exemplo.com', pixOwnerName: 'Pessoa Nova' }
    expect((await as(member, 'POST /me/pix-key', { body })).body).toMatchObject({
      pixKey: 'nova@exemplo.com',
      pixKeyPending: null,
    })
    expect((await editKey(member, 'outra@exemplo.com')).body.pixKey).toBe('outra@exemplo.com')
    expect(await recordsOf(member)).toEqual(['committed'])
  })
})

describe('a key changed by an administrator, in a real circle', () => {
  beforeEach(() => makeCircle('real'))

  test('holds when the member confirms it, once however often they click', async () => {
    const [member] = members as [Member]
    const changed = await editKey(member, 'nova@exemplo.com')
    expect(changed.body.pixKey).toBe(person(member.number).pixKey)
    const { id, by } = await pendingOf(member)
    expect(by).toBe('administration')
    const twice = await Promise.all([1, 2].map(() => as(member, 'POST /me/pix-key/{id}/confirm', { params: { id } })))
    expect(twice.map(({ status, body }) => [status, body.pixKey])).toEqual([
      [200, 'nova@exemplo.com'],
      [200, 'nova@exemplo.com'],
    ])
    expect(await recordsOf(member)).toEqual(['committed', 'change_asked', 'confirmed', 'committed'])
    expect((await as(member, 'POST /me/pix-key/{id}/object', { params: { id } })).body.code).toBe('key.not_pending')
    expect(await verdictOf(members[1]!)).toEqual([])
  })

  test('holds after 72 hours without objection; with one it is dropped and its key forgotten', async () => {
    const [one, other] = members as [Member, Member]
    await editKey(one, 'nova@exemplo.com')
    await editKey(other, 'golpe@exemplo.com')
    const { id } = await pendingOf(other)
    testApp.clock.advance(71 * HOUR)
    await runDueJobs(testApp.services)
    expect((await as(other, 'POST /me/pix-key/{id}/object', { params: { id } })).body.pixKeyPending).toBeNull()
    expect((await as(other, 'POST /me/pix-key/{id}/object', { params: { id } })).status).toBe(200)
    testApp.clock.advance(HOUR)
    await runDueJobs(testApp.services)
    expect(await recordsOf(one)).toEqual(['committed', 'change_asked', 'committed'])
    expect(await recordsOf(other)).toEqual(['committed', 'change_asked', 'objected'])
    expect((await as(other, 'GET /users/profile')).body.pixKey).toBe(person(other.number).pixKey)
    expect((await rowsOf(other)).map(({ state, sealed }) => [state, sealed === null])).toEqual([
      ['current', false],
      ['dropped', true],
    ])
    expect(await verdictOf(members[2]!)).toEqual([])
    // A replaced key is kept for 184 days, and beyond that only while a donation bound to it is open.
    const kept = async () => (await rowsOf(one)).map(({ state, sealed }) => [state, sealed !== null])
    testApp.clock.advance(184 * 24 * HOUR)
    await runDueJobs(testApp.services)
    expect(await kept()).toEqual([
      ['former', true],
      ['current', true],
    ])
    testApp.clock.advance(1)
    await runDueJobs(testApp.services)
    expect(await kept()).toEqual([
      ['former', false],
      ['current', true],
    ])
  })

  test('is replaced by a later one, and withdrawn by changing it back; only the last is pending', async () => {
    const [member] = members as [Member]
    // Two administrators at once: one of the changes replaces the other, or finds the person edited meanwhile.
    const both = await Promise.all([editKey(member, 'um@exemplo.com'), editKey(member, 'dois@exemplo.com')])
    expect(both.map(({ status }) => status)).toContain(200)
    await editKey(member, 'tres@exemplo.com')
    expect(await pendingOf(member)).toMatchObject({ key: 't•••@exemplo.com' })
    expect((await rowsOf(member)).filter(({ state }) => state === 'pending')).toHaveLength(1)
    const own = person(member.number)
    await editKey(member, own.pixKey, own.pixOwnerName)
    expect(await pendingOf(member)).toBeNull()
    testApp.clock.advance(100 * HOUR)
    await runDueJobs(testApp.services)
    expect((await as(member, 'GET /users/profile')).body.pixKey).toBe(own.pixKey)
    expect((await recordsOf(member)).at(-1)).toBe('withdrawn')
    expect(await verdictOf(members[1]!)).toEqual([])
  })

  test('does not undo the member’s own: changing back leaves it, and what else was edited holds at once', async () => {
    const [member] = members as [Member]
    const body = { pixKeyType: 'email', pixKey: 'minha@exemplo.com', pixOwnerName: 'Eu' }
    await as(member, 'POST /me/pix-key', { body })
    const own = person(member.number)
    await editKey(member, own.pixKey, own.pixOwnerName)
    expect(await pendingOf(member)).toMatchObject({ by: 'member' })
    const edited = await selected('PATCH /users/{id}', {
      params: { id: member.id },
      body: { pixOwnerName: 'Ladrao', addressNumber: '77' },
    })
    expect(edited.body).toMatchObject({ addressNumber: '77', pixOwnerName: own.pixOwnerName })
    expect(await pendingOf(member)).toMatchObject({ by: 'administration', ownerName: 'Ladrao' })
  })

  test('goes with a member who is erased while it is pending, and no salt stays', async () => {
    const last = members[2]!
    await selected('POST /donations/admin/generate-monthly-pull', { body: {} })
    await editKey(last, 'nova@exemplo.com')
    const gone = await as(last, 'DELETE /me', { body: { password: PASSWORD } })
    expect(gone.status).toBe(200)
    expect((await rowsOf(last)).map(({ state, sealed }) => [state, sealed])).toEqual([
      ['former', null],
      ['dropped', null],
    ])
    testApp.clock.advance(100 * HOUR)
    await runDueJobs(testApp.services)
    expect(await recordsOf(last)).toEqual(['committed', 'change_asked'])
    expect(await verdictOf(members[1]!)).toEqual([])
  })
})

describe('an installation from before there were commitments', () => {
  test('gets them at its next start for everybody, open donations included, once however many processes start', async () => {
    await makeCircle('real')
    const { services } = testApp
    await services.database.asOwner(async (owner) => {
      await owner.query('alter table donations disable trigger donations_keep_payment_key')
      await owner.query('update donations set payment_key_id = null')
      await owner.query('alter table donations enable trigger donations_keep_payment_key')
      await owner.query('delete from payment_keys')
    })
    expect((await toSend(members[0]!))[0]!.receiver.pixKey).toBeNull()
    await Promise.all([commitMissingKeys(services), commitMissingKeys(services)])
    await commitMissingKeys(services)
    for (const member of members) {
      const [row, ...more] = await rowsOf(member)
      expect(more).toEqual([])
      expect(await recordsOf(member)).toEqual(['committed', 'committed'])
      expect(row!.state).toBe('current')
      expect((await toSend(member))[0]!.receiver.pixKey).toContain('@')
    }
    const waiting = await services.db
      .select()
      .from(donations)
      .where(sql`${donations.paymentKeyId} is null`)
    expect(waiting).toEqual([])
    expect(await services.db.$count(users)).toBe(4)
  })
})
