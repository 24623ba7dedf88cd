import { createHash } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import { carriedJournalText, continued, parseCarriedJournal } from '#circle/ledger/carried-journal.ts'
import { recordText } from '#circle/ledger/decided-records.ts'
import type { DecidedRecord } from '#circle/ledger/decided-records.ts'
import type { SignedHead } from '#circle/ledger/entry.ts'
import type { Journal, JournalAct } from '#circle/ledger/journal.ts'
import { DAY_MS } from '#circle/period.ts'
import { CHANGED_NOTHING } from '#contracts/call.ts'
import { receipt } from '#server/files/testing/pictures.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { makeKey, signatureHeader, spoken } from '#server/testing/device.ts'
import type { ActToSign, Changed } from '#server/testing/device.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { invitationSecret } from '#server/testing/outbox.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { ADMINISTRATOR, createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Answer, Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, readOwnData, sentenceOf, verify } from '../../scripts/verify-ledger.mjs'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A browser of somebody's, with all that it keeps: a key, a journal and the heads that it verified. */
class Device {
  readonly heads: SignedHead[] = []
  journal: Journal | null = null
  keyId = ''
  readonly #app: TestApp
  readonly #person: Person
  /** Somebody who only administers has no donations to hold the ledger to. */
  readonly #takesPart: boolean
  readonly #key: { point: string; privateKey: KeyObject } = makeKey()

  constructor(app: TestApp, person: Person, takesPart = true) {
    this.#app = app
    this.#person = person
    this.#takesPart = takesPart
  }

  async add(): Promise<this> {
    const body = { public_key: this.#key.point }
    this.keyId = (await this.#app.call('POST /me/device-keys', this.#person.token, { body })).body.id
    return this
  }

  /** The ledger as the server has it, or as it had it at a head. */
  async read() {
    const { body } = await this.#app.call('GET /ledger/export', this.#person.token)
    return readLedger(body)
  }

  /** A visit: the ledger is held to everything that is kept here, and kept on where nothing is wrong. Answers its faults. */
  async visit(shown?: Awaited<ReturnType<Device['read']>>): Promise<string[]> {
    const ledger = shown ?? (await this.read())
    const hasOwn = this.#takesPart && !shown
    const body = hasOwn ? (await this.#app.call('GET /me/export', this.#person.token)).body : null
    const { faults } = verify({
      ...ledger,
      kept: this.heads,
      own: hasOwn ? readOwnData(JSON.stringify(body)) : undefined,
      journals: this.journal ? [this.journal] : [],
      now: this.#app.clock.now(),
    })
    const { circle_id: circleId, key: logKey, seq: since } = ledger.head
    if (faults.length === 0) {
      this.heads.push(ledger.head)
      if (this.keyId)
        this.journal ??= { circleId, logKey, memberId: this.#person.id, since, own: this.keyId, known: [], acts: [] }
    }
    // Each says what is wrong, in words.
    expect(faults.map(sentenceOf).every((sentence) => sentence.endsWith('.'))).toBe(true)
    return faults.map(({ code }) => code)
  }

  /** The header of an act, which stands in the journal before it is sent; `off`: by how many hours this clock is wrong. */
  async signs(act: ActToSign, { off = 0, ...changed }: Changed & { off?: number } = {}) {
    const { journal } = this
    const count = (journal!.acts.at(-1)?.count ?? 0) + 1
    const at = new Date(this.#app.clock.now() + off * 3_600_000).toISOString()
    const signer = { id: this.keyId, privateKey: this.#key.privateKey, count }
    const header = await signatureHeader(this.#app, this.#person, signer, act, { at, ...changed })
    const sig = /sig=(.*)$/.exec(header['ciranda-signature']!)![1]!
    const line = { about: null, at, key: this.keyId, count, text: '', sig, state: 'sent', receipt: null } as const
    this.journal = { ...journal!, acts: [...journal!.acts, { ...line, act: act.act }] }
    return header
  }

  /** The last act was answered: it is in the ledger, or refused. */
  ended(state: JournalAct['state']): void {
    const { acts } = this.journal!
    this.journal = { ...this.journal!, acts: [...acts.slice(0, -1), { ...acts.at(-1)!, state }] }
  }

  know(keyId: string): void {
    this.journal = { ...this.journal!, known: [...this.journal!.known, keyId] }
  }

  takePast(older: Device): void {
    const carried = parseCarriedJournal(carriedJournalText(sha256, older.journal!))!
    this.journal = continued(this.journal!, carried)!
    older.know(this.keyId)
  }

  get hash() {
    return sha256(this.#key.point)
  }
}

test('a month of a hundred honest visits raises no false alarm, and each true one says what to do', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
  const { clock } = testApp
  const BIA = { email: 'bia@exemplo.org', password: 'senha-boa-da-bia' }
  const invited = { firstName: 'Bia', lastName: 'Nogueira', email: BIA.email, role: 'ADMIN' }
  await testApp.call('POST /admin/administrators', await testApp.administrator(), { body: invited })
  await runDueJobs(testApp.services)
  const secret = invitationSecret(testApp.services.config.dataDir)
  const accepted = { secret, cpf: '11144477735', password: BIA.password }
  await testApp.call('POST /invitations/accept', null, { body: accepted })
  const people = await openRealRoda(testApp, await testApp.administrator())
  const { id: circleId } = (await testApp.call('GET /circle', await testApp.administrator())).body
  const administers = async (person: { id: string; token: string }, login: typeof BIA) => {
    const { user, access_token: token } = (await testApp.call('POST /auth/login', null, { body: login })).body
    await testApp.call('POST /admin/circles/{id}/select', token, { params: { id: circleId } })
    Object.assign(person, { id: user.id, token })
  }
  const emails = new Map<string, string>()
  for (const { id, email } of (await testApp.call('GET /users', await testApp.administrator())).body)
    emails.set(id, email)
  const later = async (days: number) => {
    clock.advance(days * DAY_MS)
    for (const person of people) {
      const body = { email: emails.get(person.id)!, password: PASSWORD }
      Object.assign(person, { token: (await testApp.call('POST /auth/login', null, { body })).body.access_token })
    }
  }
  let visits = 0
  const alarms: string[] = []
  const visit = async (device: Device, ...expected: string[]) => {
    visits += 1
    const faults = await device.visit()
    alarms.push(...faults)
    expect(faults).toEqual(expected)
  }
  const acts = async (device: Device, call: Promise<Answer>) => {
    const { status, body, headers } = await call
    const changedNothing = CHANGED_NOTHING.toLowerCase() in headers
    device.ended(status < 300 && !changedNothing ? 'answered' : 'refused')
    return changedNothing ? 'nothing' : (body.code ?? 'done')
  }

  // Everybody has a phone; three have a second device, which the first admits and tells its past.
  const phones: Device[] = []
  for (const person of people) phones.push(await new Device(testApp, person).add())
  for (const phone of phones) await visit(phone)
  const second = async (phone: Device, person: Person, takesPart = true) => {
    const tablet = await new Device(testApp, person, takesPart).add()
    const { keyId: id, hash } = tablet
    await visit(phone, 'journal.unknown_device')
    const headers = await phone.signs({ act: 'admit_key', donationId: id, image: hash })
    const sent = { params: { id }, body: { hash }, headers }
    expect(await acts(phone, testApp.call('POST /me/device-keys/{id}/admit', person.token, sent))).toBe('done')
    await visit(tablet)
    tablet.takePast(phone)
    return tablet
  }
  const tablets = []
  for (const [n, person] of people.slice(0, 3).entries()) tablets.push(await second(phones[n]!, person))

  // Ana and Bia administer without a part in it, each on two devices, and decide on either.
  const [ana, bia] = [
    { id: '', token: '' },
    { id: '', token: '' },
  ]
  const comeIn = async () => {
    await administers(ana, ADMINISTRATOR)
    await administers(bia, BIA)
  }
  await comeIn()
  const desks = []
  for (const person of [ana, bia]) {
    const phone = await new Device(testApp, person, false).add()
    await visit(phone)
    desks.push(phone, await second(phone, person, false))
  }
  const [anaPhone, anaDesk, biaPhone, biaDesk] = desks as [Device, Device, Device, Device]
  const decides = async (device: Device, decision: DecidedRecord) =>
    device.signs({ act: 'administer', image: sha256(recordText(decision.kind, decision)) })
  const answers = async (days: string, device: Device) => {
    const headers = await decides(device, { kind: 'circle.answer_days_set', days })
    return acts(
      device,
      testApp.call('PATCH /admin/circle/answer-days', ana.token, { body: { days: Number(days) }, headers }),
    )
  }
  expect(await answers('5', anaPhone)).toBe('nothing')
  expect(await answers('6', anaPhone)).toBe('done')
  const everybody = [...phones, ...tablets]
  const allVisit = async () => {
    for (const device of everybody) await visit(device)
  }
  // A double press, another tab, or an answer that was lost: what was done already says that it changed nothing.
  const vouches = async () => {
    const headers = await phones[3]!.signs({ act: 'vouch', donationId: people[1]!.id })
    const body = { member_id: people[1]!.id }
    return acts(phones[3]!, testApp.call('POST /me/vouches', people[3]!.token, { body, headers }))
  }
  expect([await vouches(), await vouches()]).toEqual(['done', 'nothing'])
  await allVisit()

  // Two pay and are confirmed: one by a phone that is a day ahead, one on a tablet that is a day behind.
  const owing = []
  for (const [n, person] of people.entries())
    for (const owed of (await testApp.call('GET /donations/to-send', person.token)).body)
      if (!owed.waiting)
        owing.push({ n, id: owed.id as string, receiver: people.findIndex(({ id }) => id === owed.receiverId) })
  const picture = await receipt()
  const image = createHash('sha256').update(picture).digest('hex')
  for (const [turn, { n, id, receiver }] of owing.slice(0, 2).entries()) {
    await later(1)
    const off = turn === 0 ? 24 : 0
    const headers = await phones[n]!.signs({ act: 'send_receipt', donationId: id, image }, { off })
    const body = { comprovanteBase64: picture.toString('base64') }
    const sent = testApp.call('POST /donations/{id}/comprovante', people[n]!.token, { params: { id }, body, headers })
    expect(await acts(phones[n]!, sent)).toBe('done')
    await allVisit()
    await later(1)
    const device = tablets[receiver] ?? phones[receiver]!
    const confirms = await device.signs({ act: 'confirm', donationId: id }, { off: -24 })
    const done = testApp.call('PATCH /donations/{id}/confirm', people[receiver]!.token, {
      params: { id },
      headers: confirms,
    })
    // The answer of the second is lost on the way: the device does not know how it ended.
    if (turn === 0) expect(await acts(device, done)).toBe('done')
    else expect((await done).status).toBe(200)
    await allVisit()
  }

  // A window that keeps nothing sees the ledger, and what weighs is refused there.
  const { n, id } = owing[2]!
  const window = new Device(testApp, people[n]!)
  await visit(window)
  const reason = 'Não encontro a chave'
  const report = (more: object, headers = {}) =>
    testApp.call('POST /donations/{id}/report', people[n]!.token, {
      params: { id },
      body: { reason, ...more },
      headers,
    })
  expect((await report({})).body.code).toBe('signature.needed')

  // A page from before the update signs no words: it is refused, and its person loads it anew.
  expect(await acts(phones[n]!, report({}, await phones[n]!.signs({ act: 'report', donationId: id })))).toBe(
    'signature.needed',
  )
  const said = spoken(id, reason)
  const signed = await phones[n]!.signs({ act: 'report', donationId: id, image: said.image })
  expect(await acts(phones[n]!, report({ words_salt: said.words_salt }, signed))).toBe('done')
  await allVisit()

  // A phone whose storage was cleared has another key, which the tablet does not know until its person says that it is theirs.
  await later(1)
  const cleared = await new Device(testApp, people[0]!).add()
  everybody[0] = cleared
  await visit(cleared)
  await visit(tablets[0]!, 'journal.unknown_device')
  tablets[0]!.know(cleared.keyId)
  await allVisit()
  await later(2)
  for (let left = Math.ceil((100 - visits) / everybody.length); left > 0; left -= 1) {
    await allVisit()
    await later(1)
  }
  expect(visits).toBeGreaterThanOrEqual(100)
  expect(alarms).toEqual(Array.from({ length: 6 }, () => 'journal.unknown_device'))

  // A month later one proposes at her desk what the other approves on her phone.
  await comeIn()
  expect(await answers('9', anaDesk)).toBe('done')
  const operator = { ...OPERATOR, name: 'Outra Associação' }
  const { body: proposed } = await testApp.call('PATCH /admin/circle', ana.token, { body: { operator } })
  const params = { id: proposed.approval.id as string }
  const [proposal] = (await testApp.call('GET /admin/approvals', bia.token)).body.data
  const headers = await biaPhone.signs({ act: 'approve', donationId: params.id, image: proposal.body_hash })
  const approved = testApp.call('POST /admin/approvals/{id}/approve', bia.token, { params, headers })
  expect(await acts(biaPhone, approved)).toBe('done')
  for (const device of [anaPhone, anaDesk, biaPhone, biaDesk, cleared]) await visit(device)

  // The operator restores the backup of yesterday: whoever saw more is told that it is gone, announced or not.
  const { entries } = await cleared.read()
  const before = tablets[1]!.heads.find(({ seq }) => seq < entries.length)!
  const restored = { head: before, entries: entries.slice(0, before.seq) }
  const gone = ['kept.cut', 'journal.swallowed', 'journal.past_differs', 'journal.device_lost']
  for (const device of everybody) {
    const faults = await device.visit(restored)
    expect(faults).toContain('kept.cut')
    expect(faults.filter((code) => !gone.includes(code))).toEqual([])
  }
})
