import { createHash, sign, verify as verifyBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ActKind } from '#circle/ledger/act-kinds.ts'
import { isHashOf } from '#circle/ledger/known-log.ts'
import { parseCheckpoint, parseNote } from '#circle/ledger/checkpoint.ts'
import { receiptText } from '#circle/ledger/receipt.ts'
import { firstActText } from '#circle/ledger/signed-act.ts'
import { sha256Bytes } from '#server/lib/signing.ts'
import { beginsWith } from '#server/testing/begins-with.ts'
import { makeKey, signatureHeader } from '#server/testing/device.ts'
import type { Changed } from '#server/testing/device.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { deviceKeys } from '#server/tables/device-keys.ts'
import { ledger } from '#server/tables/ledger.ts'
import { neverAccepted } from '#server/testing/never-accepted.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

const MINUTE_MS = 60_000

let testApp: TestApp
let admin: string
let people: Person[]
/** A donation that is open, its donor, and its receiver. */
let donation: { id: string; donorId: string; receiverId: string }
let donor: Person
let receiver: Person

const begins = beginsWith(
  async (begun) => {
    const token = await begun.administrator()
    const placed = await begun.placed(5)
    await begun.call('POST /donations/admin/generate-monthly-pull', token, { body: {} })
    const lists = await Promise.all(placed.map((one) => begun.call('GET /donations/to-send', one.token)))
    const asked = lists.flatMap(({ body }) => body).find(({ waiting }: { waiting: boolean }) => !waiting)
    return { token, placed, asked }
  },
  { placed: 5 },
)

beforeEach(async () => {
  ;({ testApp, token: admin, placed: people, asked: donation } = await begins())
  donor = people.find(({ id }) => id === donation.donorId)!
  receiver = people.find(({ id }) => id === donation.receiverId)!
})

type Key = ReturnType<typeof makeKey>
type Device = Key & { readonly id: string }

const add = ({ token }: Person, { point }: Key) =>
  testApp.call('POST /me/device-keys', token, { body: { public_key: point } })
const remove = ({ token }: Person, id: string) => testApp.call('DELETE /me/device-keys/{id}', token, { params: { id } })

async function deviceOf(person: Person): Promise<Device> {
  const key = makeKey()
  const { status, body } = await add(person, key)
  expect(status).toBe(201)
  return { ...key, id: body.id }
}

let count = 0

/** The header of a signature over an act about the donation, as the app makes it; `changed` makes another of it. */
const signature = (device: Device, act: ActKind, changed: Changed = {}) =>
  signatureHeader(testApp, receiver, { ...device, count: (count += 1) }, { act, donationId: donation.id }, changed)

/** The header of a confirmation as pages of before signed it. */
async function firstFormat({ id, privateKey }: Device) {
  const { circle_id, hash: head } = (await testApp.call('GET /ledger/head', receiver.token)).body
  const at = new Date(testApp.clock.now()).toISOString()
  const act = { act: 'confirm', donationId: donation.id, level: null, image: null } as const
  const text = Buffer.from(firstActText(circle_id, act, { at, head }))
  const sig = sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return { 'ciranda-signature': `key=${id}; at=${at}; head=${head}; sig=${sig}` }
}

const confirm = (headers: Record<string, string> = {}, id = donation.id) =>
  testApp.call('PATCH /donations/{id}/confirm', receiver.token, { params: { id }, headers })

const send = async (headers: Record<string, string>, picture: string) =>
  testApp.call('POST /donations/{id}/comprovante', donor.token, {
    params: { id: donation.id },
    body: { comprovanteBase64: picture },
    headers,
  })

/** The words of everybody's verifier about the ledger as it is downloaded. */
async function verdict() {
  const { body } = await testApp.app.inject({
    method: 'GET',
    url: '/api/ledger/export',
    headers: { authorization: `Bearer ${receiver.token}` },
  })
  return verify(readLedger(body))
}

const commands = async () =>
  (await testApp.services.db.select().from(ledger).orderBy(ledger.seq)).filter(({ kind }) => kind === 'command')
const historyOf = async ({ token }: Person) =>
  (await testApp.call('GET /donations/history', token)).body.data.find(({ id }: { id: string }) => id === donation.id)

describe('a device that signs', () => {
  test('is in the ledger by its public key, listed to its member alone, and twice the same is one', async () => {
    const key = makeKey()
    const first = await add(donor, key)
    expect([first.status, (await add(donor, key)).body]).toEqual([201, first.body])
    const entries = await testApp.services.db.select().from(ledger).where(eq(ledger.kind, 'member.key_added'))
    expect(entries.map(({ actorId, payload }) => [actorId, payload])).toEqual([
      [donor.id, { memberId: donor.id, keyId: first.body.id, publicKey: key.point, via: 'password' }],
    ])
    expect((await testApp.call('GET /me/device-keys', donor.token)).body).toEqual([first.body])
    expect((await testApp.call('GET /me/device-keys', receiver.token)).body).toEqual([])
    expect((await testApp.call('GET /me/device-keys', admin)).body).toEqual([])
    expect((await testApp.call('GET /me/export', donor.token)).body.device_keys).toEqual([first.body])
    expect((await verdict()).faults).toEqual([])
  })

  test('is not added with what is no point of the curve, with another’s key, nor again after it was removed', async () => {
    const off = Buffer.from(makeKey().point, 'base64url').fill(7, 40).toString('base64url')
    expect((await add(donor, { ...makeKey(), point: off })).body.code).toBe('device.invalid')
    expect((await add(donor, { ...makeKey(), point: 'curto' })).body.code).toBe('request.invalid')
    const key = makeKey()
    const { body } = await add(donor, key)
    expect((await add(receiver, key)).body.code).toBe('device.taken')
    expect((await remove(receiver, body.id)).status).toBe(404)
    expect((await remove(donor, body.id)).body.removed_at).not.toBeNull()
    expect((await remove(donor, body.id)).status).toBe(200)
    expect((await add(donor, key)).body.code).toBe('device.taken')
    const kinds = (await testApp.services.db.select().from(ledger).orderBy(ledger.seq)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind.startsWith('member.key'))).toEqual(['member.key_added', 'member.key_removed'])
    expect((await verdict()).faults).toEqual([])
  })

  test('is one of twenty a day at most', async () => {
    for (let n = 0; n < 20; n += 1) {
      const { body } = await add(donor, makeKey())
      if (n % 2 === 0) await remove(donor, body.id)
    }
    expect((await add(donor, makeKey())).body.code).toBe('device.too_many')
    testApp.clock.advance(25 * 60 * MINUTE_MS)
    const again = await testApp.call('POST /auth/login', null, {
      body: { email: (await ownProfile(donor)).email, password: PASSWORD },
    })
    expect((await add({ ...donor, token: again.body.access_token }, makeKey())).status).toBe(201)
  })

  test('keeps its public key when its member is erased, and loses the label that tells of them', async () => {
    const erased = await testApp.registers(40)
    expect((await add(erased, makeKey())).body.code).toBe('access.not_approved')
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: erased.id } })
    const device = await deviceOf(erased)
    expect((await testApp.call('DELETE /me', erased.token, { body: { password: PASSWORD } })).status).toBe(200)
    const [row] = await testApp.services.db.select().from(deviceKeys).where(eq(deviceKeys.id, device.id))
    expect(row).toMatchObject({ publicKey: device.point, device: '', userId: erased.id })
  })
})

const ownProfile = async ({ token }: Person) => {
  const { body, status } = await testApp.call('GET /users/profile', token)
  if (status === 200) return body
  const everybody = (await testApp.call('GET /users', await testApp.administrator())).body
  return everybody.find(({ id }: { id: string }) => id === donor.id)
}

describe('whom it tells', () => {
  const told = async ({ token }: Person) =>
    (await testApp.call('GET /me/notices', token)).body.data.map(({ text }: { text: string }) => text) as string[]
  const letters = async () => {
    await runDueJobs(testApp.services)
    return readOutbox(testApp.services.config.dataDir)
  }

  test('a new device and one removed are told to their member, by letter too, even with e-mails switched off', async () => {
    await testApp.call('PATCH /me/preferences', donor.token, { body: { remindersOff: true } })
    const device = await deviceOf(donor)
    expect((await told(donor))[0]).toMatch(/^Novo aparelho: .+ agora assina por você\. Se não foi você, /)
    await remove(donor, device.id)
    expect((await told(donor))[0]).toMatch(/^Aparelho retirado: /)
    const { email } = await ownProfile(donor)
    const [own, ...more] = (await letters()).filter(
      (text) => text.startsWith(`Para: ${email}\n`) && /Novo ap/.test(text),
    )
    expect([more, own]).toEqual([[], expect.stringMatching(/Novo aparelho[^]+Aparelho retirado/)])
    expect((await told(receiver)).join()).not.toMatch(/aparelho/i)
  })

  test('an act without a signature is told to a member who has a device, and to nobody who has none', async () => {
    const device = await deviceOf(receiver)
    await testApp.pays(donation.id, donor.token)
    expect((await told(donor)).join()).not.toMatch(/Sem assinatura/)
    await confirm()
    expect((await told(receiver))[0]).toMatch(
      /^Sem assinatura de um aparelho seu: uma doação foi confirmada em seu nome/,
    )
    await remove(receiver, device.id)
    const before = (await told(receiver)).length
    await testApp.call('POST /me/leave', receiver.token, { body: { password: PASSWORD } })
    expect((await told(receiver)).slice(0, -before).join()).not.toMatch(/Sem assinatura/)
  })
})

describe('a signed act', () => {
  test('of two devices stands in the ledger, verifies there, and is shown to both parties', async () => {
    const [phone, other] = [await deviceOf(donor), await deviceOf(receiver)]
    await deviceOf(receiver)
    const picture = await receiptPicture(donation.id)
    const image = createHash('sha256').update(Buffer.from(picture, 'base64')).digest('hex')
    expect((await send(await signature(phone, 'send_receipt', { image }), picture)).status).toBe(201)
    expect((await confirm(await signature(other, 'confirm'))).status).toBe(200)
    const { faults, signatures } = await verdict()
    expect(faults).toEqual([])
    expect(signatures).toEqual({ signed: 2, unchecked: 0, unsigned: [], unsignedFound: 0 })
    for (const person of [donor, receiver])
      expect(await historyOf(person)).toMatchObject({ receipt_signed: true, confirmation_signed: true })
    // Lost and removed, it signs no more, and what it signed before stays valid.
    await remove(receiver, other.id)
    expect((await verdict()).faults).toEqual([])
  })

  test('is the specification’s plain call without a signature: done, recorded as unsigned, and listed', async () => {
    await deviceOf(receiver)
    await testApp.pays(donation.id, donor.token)
    expect((await confirm()).status).toBe(200)
    const last = (await commands()).at(-1)!
    expect(last.payload).not.toHaveProperty('signature')
    expect(await historyOf(donor)).toMatchObject({ receipt_signed: false, confirmation_signed: false })
    const { faults, signatures } = await verdict()
    expect(faults).toEqual([])
    // The donor had no device: nobody asks.
    expect(signatures!.unsigned).toEqual([
      { seq: last.seq, memberId: receiver.id, act: 'confirm', donationId: donation.id },
    ])
  })

  test('repeated on a flaky network is the same act, although its count was used', async () => {
    const phone = await deviceOf(donor)
    const picture = await receiptPicture(donation.id)
    const image = createHash('sha256').update(Buffer.from(picture, 'base64')).digest('hex')
    const headers = {
      ...(await signature(phone, 'send_receipt', { image })),
      'idempotency-key': 'uma-vez-so-por-favor',
    }
    const first = await send(headers, picture)
    testApp.clock.advance(11 * MINUTE_MS)
    const again = await send(headers, picture)
    expect([again.status, again.body]).toEqual([first.status, first.body])
    const sent = (await commands()).filter(({ payload }) => payload['signature'])
    expect(sent).toHaveLength(1)
    expect((await verdict()).faults).toEqual([])
  })

  test('covers the upgrade’s level, a report and leaving too', async () => {
    const phone = await deviceOf(donor)
    const reported = await testApp.call('POST /donations/{id}/report', donor.token, {
      params: { id: donation.id },
      body: { reason: 'Não encontro a chave' },
      headers: await signature(phone, 'report'),
    })
    expect(reported.status).toBe(201)
    const wrongLevel = await testApp.call('POST /donations/accept-upgrade', donor.token, {
      body: { from_level: 1, to_level: 2 },
      headers: await signature(phone, 'accept_upgrade', { donationId: null, level: 3 }),
    })
    expect(wrongLevel.body.code).toBe('signature.invalid')
    const tooEarly = await testApp.call('POST /donations/accept-upgrade', donor.token, {
      body: { from_level: 1, to_level: 2 },
      headers: await signature(phone, 'accept_upgrade', { donationId: null, level: 2 }),
    })
    expect(tooEarly.body.code).toBe('upgrade.not_available')
    const left = await testApp.call('POST /me/leave', donor.token, {
      body: { password: PASSWORD },
      headers: await signature(phone, 'leave', { donationId: null }),
    })
    expect(left.status).toBe(200)
    const { faults, signatures } = await verdict()
    expect([faults, signatures]).toEqual([[], { signed: 2, unchecked: 0, unsigned: [], unsignedFound: 0 }])
  })
})

describe('a receipt', () => {
  const receiptOf = ({ token }: Person, key: string, number: number) =>
    testApp.call('GET /me/acts/receipt', token, { query: `?key=${key}&count=${number}` })

  test('says which entry has the act, signed by the log’s key, with the proof that it is in the ledger', async () => {
    const phone = await deviceOf(receiver)
    await testApp.pays(donation.id, donor.token)
    const headers = await signature(phone, 'confirm', { count: 7 })
    await confirm(headers)
    const { status, body } = await receiptOf(receiver, phone.id, 7)
    expect(status).toBe(200)
    const entry = (await commands()).find(({ payload }) => payload['signature'])!
    expect(body.receipt).toMatchObject({ seq: entry.seq, hash: entry.hash })
    const { note, key } = body.checkpoint
    const head = parseCheckpoint(parseNote(note)!.text)!
    expect(isHashOf(sha256Bytes, body.receipt, body.proof, head)).toBe(true)
    const sig = /sig=(.*)$/.exec(headers['ciranda-signature']!)![1]!
    const logKey = { key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' } as const
    const isOf = (signed: string) =>
      verifyBytes(
        null,
        Buffer.from(receiptText(body.circle_id, body.receipt, signed)),
        logKey,
        Buffer.from(body.receipt.signature, 'base64url'),
      )
    expect([isOf(sig), isOf(`${sig}x`)]).toEqual([true, false])
  })

  test('is of one’s own acts alone, and of none that the ledger does not have', async () => {
    const phone = await deviceOf(receiver)
    await testApp.pays(donation.id, donor.token)
    await confirm(await signature(phone, 'confirm', { count: 7 }))
    for (const [person, number] of [
      [donor, 7],
      [receiver, 8],
    ] as const) {
      const { body } = await receiptOf(person, phone.id, number)
      expect([body.receipt, body.entry, body.proof]).toEqual([null, null, null])
      expect(parseNote(body.checkpoint.note)).not.toBeNull()
    }
  })

  test('comes with the proof that the ledger goes on from what the device keeps, never from more than there is', async () => {
    const { body } = await testApp.call('GET /me/acts/ground', receiver.token, { query: '?from=3' })
    expect(body.continues.length).toBeGreaterThan(0)
    const { seq } = body.end
    const beyond = await testApp.call('GET /me/acts/ground', receiver.token, { query: `?from=${seq + 1}` })
    expect([beyond.status, beyond.body.code]).toEqual([400, 'ledger.no_such_size'])
  })
})

describe('the terms', () => {
  test('are accepted with the hash that was shown, under the device’s signature, and with no other hash', async () => {
    const phone = await deviceOf(donor)
    const { db } = testApp.services
    const { terms_version } = (await testApp.call('GET /me/terms', donor.token)).body
    await neverAccepted(testApp.services, donor.id)
    const accept = (headers: Record<string, string>) =>
      testApp.call('POST /me/terms', donor.token, { body: { terms_version }, headers })
    const other = await signature(phone, 'accept_terms', { donationId: null, image: 'ab'.repeat(32) })
    expect((await accept(other)).body.code).toBe('signature.invalid')
    const good = await signature(phone, 'accept_terms', { donationId: null, image: terms_version })
    expect((await accept(good)).status).toBe(200)
    const entries = await db.select().from(ledger).where(eq(ledger.kind, 'terms.accepted')).orderBy(ledger.seq)
    expect(entries.at(-1)!.payload).toMatchObject({ hash: terms_version, signature: { image: terms_version } })
    const { faults, signatures } = await verdict()
    expect([faults, signatures!.signed]).toEqual([[], 1])
  })
})

describe('a signature that does not hold', () => {
  let phone: Device
  let before: number

  beforeEach(async () => {
    phone = await deviceOf(receiver)
    await testApp.pays(donation.id, donor.token)
    before = (await commands()).length
  })

  const refused = async (headers: Record<string, string>) => {
    const { status, body } = await confirm(headers)
    expect([status, body.code]).toEqual([400, 'signature.invalid'])
    expect(body.message).toMatch(/^A assinatura deste aparelho não vale para isto\./)
    expect(await commands()).toHaveLength(before)
  }

  test('is refused before anything is written: another donation’s, act’s, circle’s, or altered', async () => {
    await refused(await signature(phone, 'confirm', { donationId: phone.id }))
    await refused(await signature(phone, 'report'))
    await refused(await signature(phone, 'confirm', { circleId: phone.id }))
    await refused(await signature(phone, 'confirm', { level: 1 }))
    await refused({ 'ciranda-signature': 'assinado, eu' })
    const { 'ciranda-signature': good } = await signature(phone, 'confirm')
    await refused({ 'ciranda-signature': good!.replace(/at=\d{4}/, 'at=2025') })
    await refused({ 'ciranda-signature': `${good!}; note=mais` })
    expect((await confirm({ 'ciranda-signature': good! })).status).toBe(200)
  })

  test('is refused when it is another person’s, of a removed device, or of one that nobody knows', async () => {
    const other = await deviceOf(donor)
    await refused(await signature(other, 'confirm'))
    await refused(await signature({ ...other, id: phone.id }, 'confirm'))
    await refused(await signature({ ...makeKey(), id: donation.id }, 'confirm'))
    const kept = await signature(phone, 'confirm')
    await remove(receiver, phone.id)
    await refused(kept)
  })

  test('is refused when its clock is more than a day and the time zones off, or it was made before another ledger', async () => {
    const now = testApp.clock.now()
    const at = (minutes: number) => ({ at: new Date(now + minutes * MINUTE_MS).toISOString() })
    await refused(await signature(phone, 'confirm', at(-26 * 60 - 1)))
    await refused(await signature(phone, 'confirm', at(26 * 60 + 1)))
    await refused(await signature(phone, 'confirm', { head: 'ab'.repeat(32) }))
    await refused(await signature(phone, 'confirm', { seq: 3 }))
    expect((await confirm(await signature(phone, 'confirm', at(-24 * 60)))).status).toBe(200)
    expect((await verdict()).faults).toEqual([])
  })

  test('is refused with another amount, donor or origin than the ledger has of the donation', async () => {
    const query = `?donation_id=${donation.id}`
    const { body } = await testApp.call('GET /me/acts/ground', receiver.token, { query })
    const { hash: entry, payload } = body.matched
    const debt = { entry, amountCents: payload.amountCents, donorId: payload.donorId, receiverId: payload.receiverId }
    for (const other of [{ amountCents: 1 }, { donorId: receiver.id }, { entry: body.end.hash }])
      await refused(await signature(phone, 'confirm', { debt: { ...debt, ...other } }))
    expect((await confirm(await signature(phone, 'confirm', { debt }))).status).toBe(200)
  })

  test('is refused when its count was used, and the first format once the device counts', async () => {
    const reject = (headers: Record<string, string>) =>
      testApp.call('POST /donations/{id}/reject-receipt', receiver.token, {
        params: { id: donation.id },
        body: { reason: 'Não caiu na conta' },
        headers,
      })
    expect((await reject(await signature(phone, 'reject_receipt', { count: 500 }))).status).toBe(201)
    await testApp.pays(donation.id, donor.token)
    before = (await commands()).length
    await refused(await signature(phone, 'confirm', { count: 500 }))
    await refused(await signature(phone, 'confirm', { count: 499 }))
    await refused(await firstFormat(phone))
    expect((await confirm(await signature(phone, 'confirm', { count: 502 }))).status).toBe(200)
    expect((await verdict()).faults).toEqual([])
  })

  test('of the first format is taken from a page of before, as long as its device never counted', async () => {
    expect((await confirm(await firstFormat(phone))).status).toBe(200)
    const { faults, signatures } = await verdict()
    expect([faults, signatures!.signed]).toEqual([[], 1])
  })

  test('is refused where the ledger’s time is ahead of the clock, rather than contradict it', async () => {
    testApp.clock.advance(12 * MINUTE_MS)
    const moved = await testApp.call('POST /queue/godown/move-user-to-end', admin, {
      body: { user_id: people[1]!.id, donation_number: 1 },
    })
    expect(moved.status).toBe(201)
    before = (await commands()).length
    testApp.clock.advance(-12 * MINUTE_MS)
    const at = new Date(testApp.clock.now() - (26 * 60 - 5) * MINUTE_MS).toISOString()
    await refused(await signature(phone, 'confirm', { at }))
    expect((await confirm()).status).toBe(200)
    expect((await verdict()).faults).toEqual([])
  })

  test('cannot be made by an administrator who sets the member’s password and signs in as them', async () => {
    const email = (await ownProfile(receiver)).email
    await testApp.call('PATCH /users/{id}', admin, {
      params: { id: receiver.id },
      body: { password: 'senha-da-administracao-1' },
    })
    const entered = await testApp.call('POST /auth/login', null, {
      body: { email, password: 'senha-da-administracao-1' },
    })
    const impostor = { ...receiver, token: entered.body.access_token as string }
    expect(await add(impostor, makeKey())).toMatchObject({
      status: 403,
      body: { code: 'session.temporary_password' },
    })
    const asReceiver = await testApp.call('PATCH /donations/{id}/confirm', impostor.token, {
      params: { id: donation.id },
    })
    expect(asReceiver).toMatchObject({ status: 403, body: { code: 'session.temporary_password' } })
    expect(await commands()).toHaveLength(before)
  })
})
