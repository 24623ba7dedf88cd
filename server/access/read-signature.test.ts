import { createHash, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { ACT_KINDS } from '#circle/ledger/act-kinds.ts'
import type { ActKind } from '#circle/ledger/act-kinds.ts'
import { firstActText } from '#circle/ledger/signed-act.ts'
import type { Act } from '#circle/ledger/signed-act.ts'
import { presets } from '#circle/plan.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import type { Actor, Context } from '#server/context.ts'
import { createCircle } from '#server/circle-store/with-circle.ts'
import { circles } from '#server/tables/circles.ts'
import { deviceKeys } from '#server/tables/device-keys.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { makeKey, newSalt, signedHeader, spoken } from '#server/testing/device.ts'
import type { Changed } from '#server/testing/device.ts'
import { createTestApp, NOON } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { findActor } from './find-actor.ts'
import { readPoint, readSignature } from './read-signature.ts'

type Given = Parameters<typeof readSignature>[2]
type Ground = Pick<AnswerOf<'GET /me/acts/ground'>, 'at' | 'circle_id' | 'end' | 'matched'>
type Device = { readonly id: string; readonly privateKey: KeyObject }

const HOUR_MS = 3_600_000
const [ID, OTHER_ID] = ['0199f5c2-8d7e-7c55-a3b1-2b6a8f1d9e01', '0199f5c2-8d7e-7c55-a3b1-2b6a8f1d9e02']
const sha = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const [HASH, OTHER_HASH] = [sha('one'), sha('another')]

let testApp: TestApp
let donor: Person, helper: Person
let actor: Actor
let ground: Ground
let device: Device, helpers: Device
let donationId: string

// Nothing is written by what is asked here, but by the last test.
beforeAll(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 5 }))
  const people = await testApp.placed(5)
  await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
  for (const person of people) {
    const { body } = await testApp.call('GET /donations/to-send', person.token)
    donationId = body.find(({ waiting }: { waiting: boolean }) => !waiting)?.id
    donor = person
    if (donationId !== undefined) break
  }
  helper = people.find(({ id }) => id !== donor.id)!
  ;[device, helpers] = [await deviceOf(donor), await deviceOf(helper)]
  actor = (await findActor(testApp.services, `Bearer ${donor.token}`))!
  ground = await groundNow()
})

async function deviceOf({ token }: Person): Promise<Device> {
  const { point, privateKey } = makeKey()
  const { body } = await testApp.call('POST /me/device-keys', token, { body: { public_key: point } })
  return { id: body.id, privateKey }
}

const groundNow = async (): Promise<Ground> =>
  (await testApp.call('GET /me/acts/ground', donor.token, { query: `?donation_id=${donationId}` })).body

type Signed = Partial<Act>

/** The header that the donor's device makes of an act, as its count 1234. */
function headerOf(act: ActKind, about: Signed = {}, changed: Changed = {}, by = device): string {
  const isOfDonation = about.donationId === donationId
  const on = isOfDonation ? ground : { ...ground, matched: null }
  const signer = { ...by, count: 1234 }
  return signedHeader(on as AnswerOf<'GET /me/acts/ground'>, signer, { act, ...about }, changed)['ciranda-signature']!
}

const read = (act: ActKind, input: Given, header: string | string[] | undefined, who = actor) =>
  readSignature({ ...testApp.services, actor: who, actorId: who.id } as unknown as Context, act, input, header)

const INVALID = { code: 'signature.invalid' }
const refused = async (act: ActKind, input: Given, header: string, why = header) =>
  expect(await read(act, input, header).catch((error: unknown) => error), why).toMatchObject(INVALID)

/** The call with each of its values changed, and with each left out. */
function* others({ params, body }: NonNullable<Given>): Generator<Given> {
  if (params) yield { params: { id: OTHER_ID }, body }
  for (const [name, value] of Object.entries(body ?? {})) {
    const { [name]: _, ...rest } = body as Record<string, unknown>
    // An empty value is as good as none.
    if (value !== '') yield { params, body: rest }
    const another = typeof value === 'number' ? value + 0.01 : value.slice(0, -1) + (value.endsWith('A') ? 'B' : 'A')
    yield { params, body: { ...body, [name]: another } }
  }
}

/** Every act: a call that it goes with, and what the device signs of it. */
function everyAct(): readonly (readonly [ActKind, NonNullable<Given>, Signed])[] {
  const about = { params: { id: ID } }
  const ofDonation = { params: { id: donationId } }
  const [bytes, salt] = [Buffer.from('a picture'), newSalt()]
  const picture = bytes.toString('base64')
  const says = (id: string, text: string, more: string | null = null, image: string | null = null) =>
    spoken(id, text, image, { more, salt }).image
  const member = { body: { member_id: ID } }
  const hashed = { body: { hash: HASH } }
  return [
    ['send_receipt', { ...ofDonation, body: { comprovanteBase64: picture } }, { donationId, image: sha(bytes) }],
    [
      'send_receipt',
      { ...ofDonation, body: { comprovanteBase64: `data:image/png;base64,${picture}`, amount: 1.15 } },
      { donationId, image: sha(bytes), cents: 115 },
    ],
    ['confirm', ofDonation, { donationId }],
    ['confirm', { ...ofDonation, body: { amount: 20.5 } }, { donationId, cents: 2050, part: 12 }],
    ['reject_receipt', ofDonation, { donationId }],
    [
      'reject_receipt',
      { ...ofDonation, body: { words_salt: salt, reason: 'Não caiu' } },
      { donationId, image: says(donationId, 'Não caiu') },
    ],
    [
      'report',
      { ...ofDonation, body: { words_salt: salt, reason: 'Não caiu', additionalInfo: 'Nada' } },
      { donationId, image: says(donationId, 'Não caiu', 'Nada') },
    ],
    [
      'report',
      { ...ofDonation, body: { words_salt: salt, reason: 'Não', additionalInfo: '' } },
      { donationId, image: says(donationId, 'Não') },
    ],
    ['accept_upgrade', { body: { to_level: 2 } }, { level: 2 }],
    ['pay_ahead', member, { donationId: ID }],
    ['leave', { body: null }, {}],
    ['accept_terms', { body: { terms_version: HASH } }, { image: HASH }],
    ['join_draw', { body: { commitment: HASH } }, { image: HASH }],
    ['open_draw', { body: { number: HASH } }, { image: HASH }],
    ['accept_order', { ...about, ...hashed }, { donationId: ID, image: HASH }],
    ['confirm_key', { body: { commitment: HASH } }, { image: HASH }],
    ['object_key', { body: { commitment: HASH } }, { image: HASH }],
    ['object', about, { donationId: ID }],
    ['withdraw_objection', about, { donationId: ID }],
    [
      'appeal',
      { ...about, body: { words_salt: salt, text: 'Foi pago' } },
      { donationId: ID, image: says(ID, 'Foi pago') },
    ],
    [
      'say',
      { ...about, body: { words_salt: salt, text: 'Veja', picture } },
      { donationId: ID, image: says(ID, 'Veja', null, sha(bytes)) },
    ],
    ['remove_key', about, { donationId: ID }],
    ['admit_key', { ...about, ...hashed }, { donationId: ID, image: HASH }],
    ['vouch', member, { donationId: ID }],
    ['unvouch', member, { donationId: ID }],
    ['confirm_fiscal', member, { donationId: ID }],
    ['end_fiscal', member, { donationId: ID }],
    ['resign_fiscal', {}, {}],
    ['choose_witness', { body: { witness: 'a key' } }, { image: sha('a key') }],
    ['drop_witness', { body: { witness: 'a key' } }, { image: sha('a key') }],
    [
      'ask_swap',
      { body: { member_id: ID, id: OTHER_ID.replace(/2$/, '3'), position: 3, other_position: 5 } },
      { donationId: ID, image: sha(`${OTHER_ID.replace(/2$/, '3')} 3 5`) },
    ],
    ['accept_swap', { ...about, ...hashed }, { donationId: ID, image: HASH }],
    ['end_swap', about, { donationId: ID }],
    ['end_substitute', about, { donationId: ID }],
    ['contest_beginning', {}, {}],
    ['take_shares', { body: { shares: 2 } }, { level: 2 }],
    ['ask_substitute', { body: { member_id: ID, hash: HASH } }, { donationId: ID, image: HASH }],
    ['accept_substitute', { ...about, ...hashed }, { donationId: ID, image: HASH }],
    ['accept_beginning', hashed, { image: HASH }],
    ['administer', {}, { image: HASH }],
    ['approve', about, { donationId: ID, image: HASH }],
    ['reject', about, { donationId: ID }],
  ]
}

test('each act’s signature holds for the very call that it was made for: not with another value, nor with one left out', async () => {
  const acts = everyAct()
  expect([...new Set(acts.map(([act]) => act))].toSorted()).toEqual([...ACT_KINDS].toSorted())
  for (const [act, input, about] of acts) {
    const header = headerOf(act, about)
    const { cents, part, image = null } = about
    const sum = { ...(cents === undefined ? {} : { cents }), ...(part === undefined ? {} : { part }) }
    const signature = { key: device.id, at: ground.at, head: ground.end.hash, count: 1234, image, ...sum }
    expect(await read(act, input, header).catch((error: unknown) => error), act).toEqual({
      circleId: actor.circleId,
      act,
      signature: { ...signature, sig: expect.stringMatching(/^[\w-]{86}$/) },
      end: { seq: ground.end.seq, endedAt: Infinity },
      elsewhere: [],
    })
    for (const other of others(input)) await refused(act, other, header, `${act} ${JSON.stringify(other)}`)
  }
})

test('a call that lacks what an act is about is refused, and one without a signature is none', async () => {
  expect(await read('leave', {}, undefined)).toBeNull()
  for (const [act, , about] of everyAct())
    if (act !== 'administer' && Object.keys(about).length > 0)
      for (const input of [{}, { body: null }]) await refused(act, input, headerOf(act, about), act)
})

test('the administration’s confirmation is its decision, by the hash that it signed', async () => {
  const header = headerOf('administer', { image: HASH })
  expect(await read('confirm', { params: { id: donationId } }, header)).toMatchObject({
    act: 'administer',
    signature: { image: HASH },
  })
  await refused('confirm', {}, header.replace(HASH, OTHER_HASH))
  // Of other decisions, too, the hash says everything: whomever the call names beside it.
  expect(await read('administer', { body: { member_id: ID } }, header)).toMatchObject({ act: 'administer' })
})

describe('a header', () => {
  const WRITTEN: readonly (readonly [string, (good: string) => string])[] = [
    ['begins with something else', (good) => ` ${good}`],
    ['goes on after the signature', (good) => `${good};`],
    ['has no key', (good) => good.replace(/key=[^;]+; /, '')],
    ['has an empty key', (good) => good.replace(/key=[^;]+/, 'key=')],
    ['has a key that is no id', (good) => good.replace(/key=[^;]+/, 'key=minha-chave')],
    ['has a time that is none', (good) => good.replace(/at=[^;]+/, 'at=agora')],
    ['has no end of the ledger', (good) => good.replace(/head=[^;]+; /, '')],
    ['has a space in a field', (good) => good.replace(/head=(..)/, 'head=$1 ')],
    ['has a field twice', (good) => good.replace(/count=1234/, 'count=1234; count=1234')],
    ['has a count of zero', (good) => good.replace('count=1234', 'count=0')],
    ['has a count written otherwise', (good) => good.replace('count=1234', 'count=01234')],
    ['has another count', (good) => good.replace('count=1234', 'count=1235')],
    ['has a count in words', (good) => good.replace('count=1234', 'count=1mil')],
    ['has a hash too short', (good) => good.replace('; sig=', '; of=abc; sig=')],
    ['has part zero', (good) => good.replace('; sig=', '; part=0; sig=')],
    ['has a hundredth part', (good) => good.replace('; sig=', '; part=100; sig=')],
    ['has a part of no sum', (good) => good.replace('; sig=', '; part=1; sig=')],
    ['has another signature', (good) => good.replace(/sig=(.)/, (_, first) => `sig=${first === 'A' ? 'B' : 'A'}`)],
    ['has no signature', (good) => good.replace(/; sig=.+/, '')],
    ['is two of them', (good) => `${good}, ${good}`],
    ['is empty', () => ''],
  ]

  test.each(WRITTEN)('that %s is refused', async (_, written) => {
    const good = headerOf('vouch', { donationId: ID })
    expect(await read('vouch', { body: { member_id: ID } }, good)).not.toBeNull()
    await refused('vouch', { body: { member_id: ID } }, written(good))
  })

  test('of a decision names a device of the caller’s own, and as many circles as have it', async () => {
    const { services } = testApp
    const elsewhere = OTHER_ID
    await createCircle(
      { ...services, actorId: null },
      { id: elsewhere, name: 'Outra', operator: null, mode: 'demonstracao', plan: presets.termos },
    )
    const { point, privateKey } = makeKey()
    const row = { id: ID, circleId: elsewhere, userId: donor.id, publicKey: point, device: '', addedAt: new Date(NOON) }
    await services.db.insert(deviceKeys).values(row)
    const [circle] = await services.db.select().from(circles).where(eq(circles.id, elsewhere))
    const end = { seq: circle!.seq, hash: circle!.headHash }
    const on = { ...ground, circle_id: elsewhere, matched: null, end } as AnswerOf<'GET /me/acts/ground'>
    const there = signedHeader(on, { id: ID, privateKey, count: 1 }, { act: 'administer', image: HASH })
    const here = headerOf('administer', { image: HASH })
    expect(await read('administer', {}, `${here}, ${there['ciranda-signature']}`)).toMatchObject({
      circleId: actor.circleId,
      signature: { key: device.id },
      elsewhere: [{ circleId: elsewhere, signature: { key: ID } }],
    })
    await refused('administer', {}, headerOf('administer', { image: HASH }, {}, helpers))
    for (const key of ['minha-chave', donor.id]) await refused('administer', {}, here.replace(device.id, key))
    await refused('administer', {}, 'assinado, eu')
    await refused('administer', {}, here.replace(/; of=\w+/, ''))
  })
})

describe('a helper', () => {
  const vouch = { body: { member_id: ID } }
  const asHelper = () => ({ ...actor, helperId: helper.id })
  const firstFormat = (by: Device) => {
    const [at, head] = [ground.at, ground.end.hash]
    const act = { act: 'vouch', donationId: ID, level: null, image: null } as const
    const text = Buffer.from(firstActText(actor.circleId, act, { at, head }))
    const sig = sign('sha256', text, { key: by.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
    return `key=${by.id}; at=${at}; head=${head}; sig=${sig}`
  }

  test('signs with their own device, for the very member whom they help', async () => {
    const signs = (changed: Changed, by: Device) =>
      read('vouch', vouch, headerOf('vouch', { donationId: ID }, changed, by), asHelper())
    expect(await signs({ helped: donor.id }, helpers)).toMatchObject({ signature: { key: helpers.id } })
    await expect(signs({ helped: helper.id }, helpers)).rejects.toMatchObject(INVALID)
    await expect(signs({}, helpers)).rejects.toMatchObject(INVALID)
    await expect(signs({ helped: donor.id }, device)).rejects.toMatchObject(INVALID)
  })

  test('has no device of before: the first format, which names nobody helped, is the member’s own alone', async () => {
    expect(await read('vouch', vouch, firstFormat(device))).toMatchObject({ signature: { key: device.id } })
    await expect(read('vouch', vouch, firstFormat(helpers), asHelper())).rejects.toMatchObject(INVALID)
  })
})

test('a signature made long ago, in front of an old end of the ledger, or under a count that was used holds no more', async () => {
  const about = { donationId }
  const input = { params: { id: donationId } }
  const signed = headerOf('report', about)
  const body = { reason: 'Não caiu' }
  const answer = await testApp.call('POST /donations/{id}/report', donor.token, {
    params: { id: donationId },
    body,
    headers: { 'ciranda-signature': signed },
  })
  expect(answer.status).toBe(201)
  await refused('report', { ...input, body }, signed)
  const before = ground
  ground = await groundNow()
  const next = { count: 1235 }
  const old = { ...next, head: before.end.hash, seq: before.end.seq }
  // An end that the ledger never had is none, whatever number the device gives it.
  for (const seq of [ground.end.seq, null as never])
    await refused('report', { ...input, body }, headerOf('report', about, { ...next, head: HASH, seq }))
  const { end } = (await read('report', { ...input, body }, headerOf('report', about, old)))!
  expect(end).toEqual({ seq: before.end.seq, endedAt: testApp.clock.now() })
  testApp.clock.advance(25 * HOUR_MS)
  const at = new Date(testApp.clock.now()).toISOString()
  expect(await read('report', { ...input, body }, headerOf('report', about, { ...next, at }))).not.toBeNull()
  await refused('report', { ...input, body }, headerOf('report', about, { ...old, at }))
  testApp.clock.advance(2 * HOUR_MS)
  await refused('report', { ...input, body }, headerOf('report', about, next))
})

test('a public key is a point of the curve, uncompressed and written in the one way', () => {
  const { point } = makeKey()
  expect(readPoint(point)?.asymmetricKeyType).toBe('ec')
  const bytes = Buffer.from(point, 'base64url')
  const compressed = Buffer.from(bytes).fill(2, 0, 1)
  const off = Buffer.from(bytes).fill(7, 40)
  const long = Buffer.concat([bytes, Buffer.from([0])])
  for (const other of [compressed, off, long, bytes.subarray(0, 64)])
    expect(readPoint(other.toString('base64url'))).toBeNull()
  expect([readPoint(`${point}=`), readPoint(` ${point}`), readPoint('')]).toEqual([null, null, null])
})
