import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { actVerifier } from '../../scripts/verifier/verify-ledger.ts'
import type { Command } from '#circle/circle.ts'
import { decide } from '#circle/circle.ts'
import type { LedgerRecord, Via } from './records.ts'
import { openSignatures } from './signatures.ts'
import { signedTexts } from './verify.ts'
import { COMMAND_KIND, entryText, GENESIS_HASH } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { actOf, actText, debtOf, firstActText } from './signed-act.ts'
import type { Act, ActSignature, Debt, Moment } from './signed-act.ts'
import { rodaPlan } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import type { CircleState } from '#circle/state.ts'
import { shortPlan } from '#circle/testing/walk.ts'
import { verifyBothWays } from '#circle/testing/verify-both-ways.ts'

const CIRCLE = '0190a1b2-0000-7000-8000-000000000001'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const uuid = (n: number) => `0190a1b2-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const IMAGE = 'ab'.repeat(32)

type Device = { readonly keyId: string; readonly memberId: string; readonly point: string; readonly own: KeyObject }

function makeDevice(memberId: string, keyId: string): Device {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
  return { keyId, memberId, point: point.toString('base64url'), own: privateKey }
}

const sigOf = (device: Device, text: string) =>
  sign('sha256', Buffer.from(text), { key: device.own, dsaEncoding: 'ieee-p1363' }).toString('base64url')

type Signed = { readonly debt?: Debt | null; readonly circleId?: string }

/** A device’s signature, as the app sends it. */
function signedBy(
  device: Device,
  act: Act,
  moment: Moment,
  { debt = null, circleId = CIRCLE }: Signed = {},
): ActSignature {
  const sig = sigOf(device, actText(circleId, act, debt, moment))
  const { at, head, count } = moment
  const sum = {
    ...(act.cents === undefined ? {} : { cents: act.cents }),
    ...(act.part === undefined ? {} : { part: act.part }),
  }
  return { key: device.keyId, at, head, count, sig, image: act.image, ...sum }
}

/** A device’s signature in the format of before: without count, amount and parties. */
function firstSignedBy(device: Device, act: Act, moment: { at: string; head: string }): ActSignature {
  return { key: device.keyId, ...moment, sig: sigOf(device, firstActText(CIRCLE, act, moment)), image: act.image }
}

type Unchained = Omit<LedgerEntry, 'seq' | 'hash' | 'previous_hash'>

/** A ledger as the server writes it, of people with devices; each entry is chained as it comes, for heads are signed. */
function openCircle(plan: Plan) {
  const entries: LedgerEntry[] = []
  let now = Date.UTC(2026, 0, 10, 12)
  let count = 0
  let state: CircleState | null = null
  const newId = () => uuid((count += 1) + 4096)
  const append = (entry: Unchained) => {
    const facts = { ...entry, seq: entries.length + 1, previous_hash: entries.at(-1)?.hash ?? GENESIS_HASH }
    entries.push({ ...facts, hash: sha256(entryText(CIRCLE, facts)) })
  }
  const time = () => new Date(now).toISOString()
  const head = () => entries.at(-1)!.hash
  const counts = new Map<string, number>()
  const moment = ({ keyId }: Device): Moment => {
    counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
    return { at: time(), head: head(), seq: entries.length, count: counts.get(keyId)! }
  }
  const debtIn = (donationId: string | null) => {
    const made = entries.find(
      ({ kind, payload }) => kind === 'donation.matched' && payload['donationId'] === donationId,
    )
    return made ? debtOf(made) : null
  }
  const signs = (device: Device, command: Command, changed: Partial<Moment> & Signed = {}) => {
    const act = actOf(command, null)!
    const image = command.kind === 'send_receipt' ? IMAGE : null
    const debt = changed.debt === undefined ? debtIn(act.donationId) : changed.debt
    return signedBy(device, { ...act, image }, { ...moment(device), ...changed }, { ...changed, debt })
  }
  const perform = (command: Command, actor_id: string | null, signature?: ActSignature, via: Via = 'password') => {
    const ids: string[] = []
    const result = decide(state, command, { now, newId: () => (ids.push(newId()), ids.at(-1)!) })
    if (!result.ok || result.events.length === 0) throw new Error(`Refused: ${JSON.stringify(result)}`)
    state = result.state
    const at = time()
    const payload = { command, ids, via, ...(signature ? { signature } : {}) }
    append({ at, actor_id, kind: COMMAND_KIND, payload: JSON.parse(JSON.stringify(payload)) })
    for (const { kind, ...rest } of result.events)
      append({ at, actor_id, kind, payload: JSON.parse(JSON.stringify(rest)) })
  }
  const note = ({ kind, ...payload }: LedgerRecord, actor_id: string) =>
    append({ at: time(), actor_id, kind, payload: { ...payload, via: 'password' } })
  const adds = ({ keyId, memberId, point }: Device, actor = memberId) =>
    note({ kind: 'member.key_added', memberId, keyId, publicKey: point }, actor)
  const removes = ({ keyId, memberId }: Device, actor = memberId) =>
    note({ kind: 'member.key_removed', memberId, keyId }, actor)
  perform({ kind: 'create_circle', mode: 'demonstracao', plan }, uuid(9))
  return {
    entries,
    append,
    perform,
    signs,
    moment,
    debtIn,
    adds,
    removes,
    head,
    time,
    advance: (ms: number) => (now += ms),
    state: () => state!,
  }
}

const [ROSA, TIAGO] = [uuid(1), uuid(2)]

/** Six people after a pull, of whom Rosa has two devices and Tiago one; both have something to pay. */
function circleWithDevices(plan: Plan = shortPlan) {
  const circle = openCircle(plan)
  for (let n = 1; n <= 6; n += 1) {
    circle.perform({ kind: 'approve_member', memberId: uuid(n) }, uuid(9))
    circle.perform({ kind: 'place', memberId: uuid(n), level: 1, position: n, isReceiver: false }, uuid(9))
  }
  circle.perform({ kind: 'generate_pull' }, uuid(9))
  const phone = makeDevice(ROSA, uuid(101))
  const tablet = makeDevice(ROSA, uuid(102))
  const other = makeDevice(TIAGO, uuid(103))
  for (const device of [phone, tablet, other]) circle.adds(device)
  const [paid, second] = [...circle.state().donations.values()].filter(({ receiverId }) => receiverId === ROSA)
  return { ...circle, phone, tablet, other, paid: paid!, second: second! }
}

type Scene = ReturnType<typeof circleWithDevices>

/** The verdict of a ledger whose keeper chains and signs whatever they changed. */
function verdictOf(entries: readonly Unchained[], memberId?: string) {
  let previous_hash = GENESIS_HASH
  const chained = entries.map(({ at, actor_id, kind, payload }, index) => {
    const facts = { seq: index + 1, at, actor_id, kind, payload, previous_hash }
    previous_hash = sha256(entryText(CIRCLE, facts))
    return { ...facts, hash: previous_hash }
  })
  const last = chained.at(-1)!
  const head = { circle_id: CIRCLE, seq: last.seq, hash: last.hash, at: last.at, key: 'k', signature: 's' }
  return verifyBothWays(
    {
      circleId: CIRCLE,
      entries: chained,
      head: { ...head, isSigned: true },
      ...(memberId ? { own: { memberId } } : {}),
    },
    { sha256, isActSigned: actVerifier() },
  )
}

/** Somebody pays Rosa and signs or does not; answers the donation. */
function pays({ perform, state }: Scene, { id, donorId }: { id: string; donorId: string }) {
  perform({ kind: 'send_receipt', donationId: id, memberId: donorId }, donorId)
  return state().donations.get(id)!
}

const confirmation = ({ paid }: Scene): Command => ({ kind: 'confirm', donationId: paid.id, by: { memberId: ROSA } })

/** Rosa confirms on her phone, and what follows on her tablet. */
function honest() {
  const scene = circleWithDevices()
  pays(scene, scene.paid)
  scene.perform(confirmation(scene), ROSA, scene.signs(scene.phone, confirmation(scene)))
  pays(scene, scene.second)
  const second: Command = { kind: 'confirm', donationId: scene.second.id, by: { memberId: ROSA } }
  scene.advance(60_000)
  scene.perform(second, ROSA, scene.signs(scene.tablet, second))
  return scene
}

/** Rosa accepts the terms on her phone; the record may tell of others, and so may its signature. */
function accepts({ accepted = IMAGE, told = IMAGE }: { accepted?: string; told?: string }) {
  const scene = circleWithDevices()
  const act: Act = { act: 'accept_terms', donationId: null, level: null, image: IMAGE }
  const signature = signedBy(scene.phone, act, scene.moment(scene.phone))
  scene.append({
    at: scene.time(),
    actor_id: ROSA,
    kind: 'terms.accepted',
    payload: { memberId: ROSA, hash: accepted, via: 'password', signature: { ...signature, image: told } },
  })
  return scene.entries
}

const isConfirm = ({ kind, payload }: Unchained) =>
  kind === COMMAND_KIND && (payload['command'] as Command).kind === 'confirm'
const isSigned = ({ payload }: Unchained) => payload['signature'] !== undefined
const withSignature = (entry: Unchained, changed: object) => ({
  ...entry,
  payload: { ...entry.payload, signature: { ...(entry.payload['signature'] as ActSignature), ...changed } },
})

/** Rosa’s phone confirms R$ 40 of what was paid to her, without a word of which part it is. */
function withPart(): Scene {
  const scene = circleWithDevices(rodaPlan({ amountCents: 10_000, months: 3 }))
  const { paid, phone } = scene
  const part = { donationId: paid.id, cents: 4_000 }
  scene.perform({ kind: 'send_receipt', memberId: paid.donorId, ...part }, paid.donorId)
  const command: Command = { kind: 'confirm', by: { memberId: ROSA }, ...part }
  scene.perform(command, ROSA, scene.signs(phone, command))
  return scene
}

describe('signed acts', () => {
  test('of two devices hold, and stay valid after one of them was lost and removed', () => {
    const scene = honest()
    scene.removes(scene.phone)
    const { faults, signatures, own } = verdictOf(scene.entries, ROSA)
    expect(faults).toEqual([])
    expect(signatures).toMatchObject({ signed: 2, unchecked: 0 })
    expect(own!.keys.map(({ keyId, removedSeq }) => [keyId, removedSeq === null])).toEqual([
      [scene.phone.keyId, false],
      [scene.tablet.keyId, true],
    ])
  })

  test('of a part cover its sum, which nobody can tell as another afterwards', () => {
    const scene = withPart()
    expect(verdictOf(scene.entries).faults).toEqual([])
    const codes = (changed: object) =>
      verdictOf(scene.entries.map((entry) => (isConfirm(entry) ? withSignature(entry, changed) : entry))).faults.map(
        ({ code }) => code,
      )
    expect([{ cents: 9_000 }, { cents: undefined }, { count: undefined }].map(codes)).toEqual([
      ['signature.invalid'],
      ['signature.invalid'],
      ['signature.unreadable'],
    ])
  })

  test('of a part are of that part alone: two made for one confirmation confirm one', () => {
    const faultsOf = (first: number, second: number) => {
      const scene = circleWithDevices(rodaPlan({ amountCents: 10_000, months: 3 }))
      const { paid, phone } = scene
      const part = { donationId: paid.id, cents: 4_000 }
      const command: Command = { kind: 'confirm', by: { memberId: ROSA }, ...part }
      for (const number of [first, second]) {
        scene.perform({ kind: 'send_receipt', memberId: paid.donorId, ...part }, paid.donorId)
        const act: Act = { ...actOf(command, null)!, image: null, part: number }
        const signature = signedBy(phone, act, scene.moment(phone), { debt: scene.debtIn(paid.id) })
        scene.perform(command, ROSA, signature)
      }
      return verdictOf(scene.entries).faults.map(({ code }) => code)
    }
    expect(faultsOf(1, 2)).toEqual([])
    expect(faultsOf(1, 1)).toEqual(['signature.invalid'])
    expect(faultsOf(2, 2)).toEqual(['signature.invalid'])
  })

  test('hold in a circle where nothing happened for weeks: the last entry was its end all the time', () => {
    const scene = circleWithDevices()
    pays(scene, scene.paid)
    scene.advance(15 * 86_400_000)
    scene.perform(confirmation(scene), ROSA, scene.signs(scene.phone, confirmation(scene)))
    expect(verdictOf(scene.entries).faults).toEqual([])
  })

  test('of a helper are for whom they were signed: neither their own act nor the person’s', () => {
    const faultsOf = (helped: string | null, told: object) => {
      const scene = circleWithDevices()
      const act: Act = { act: 'accept_terms', donationId: null, level: null, image: IMAGE }
      const moment = scene.moment(scene.other)
      const sig = sigOf(scene.other, actText(CIRCLE, act, null, moment, helped))
      const { at, head, count } = moment
      const signature = { key: scene.other.keyId, at, head, count, sig, image: IMAGE }
      scene.removes(scene.phone)
      scene.removes(scene.tablet)
      const paper = { memberId: ROSA, helperId: TIAGO, paper: IMAGE, via: 'password' }
      scene.append({ at: scene.time(), actor_id: uuid(9), kind: 'helper.named', payload: paper })
      const payload = { memberId: ROSA, hash: IMAGE, via: 'helper', helper: TIAGO, signature, ...told }
      scene.append({ at: scene.time(), actor_id: payload.memberId, kind: 'terms.accepted', payload })
      return verdictOf(scene.entries).faults.map(({ code }) => code)
    }
    expect(faultsOf(ROSA, {})).toEqual([])
    expect(faultsOf(null, {})).toEqual(['signature.invalid'])
    expect(faultsOf(uuid(3), {})).toEqual(['signature.invalid'])
    const own = { memberId: TIAGO, via: 'password', helper: undefined }
    expect(faultsOf(ROSA, own)).toEqual(['signature.invalid'])
  })

  test('cover the very terms that are accepted', () => {
    const { faults, signatures } = verdictOf(accepts({}))
    expect([faults, signatures!.signed]).toEqual([[], 1])
  })

  test('a machine that cannot verify says how many it did not, and finds no fault in them', () => {
    const { entries } = honest()
    const last = entries.at(-1)!
    const head = { circle_id: CIRCLE, seq: last.seq, hash: last.hash, at: last.at, key: 'k', signature: 's' }
    const verdict = verifyBothWays({ circleId: CIRCLE, entries, head: { ...head, isSigned: true } }, { sha256 })
    expect(verdict).toMatchObject({ faults: [], signatures: { signed: 2, unchecked: 2 } })
    expect(signedTexts(CIRCLE, entries).map(({ seq }) => entries[seq - 1]!.kind)).toEqual([COMMAND_KIND, COMMAND_KIND])
  })

  test('an act without a signature is listed when its member had a device then, and is no fault', () => {
    const scene = circleWithDevices()
    pays(scene, scene.paid)
    scene.perform(confirmation(scene), ROSA)
    const { faults, signatures } = verdictOf(scene.entries)
    expect(faults).toEqual([])
    const confirmed = scene.entries.findIndex(isConfirm) + 1
    expect(signatures!.unsigned).toContainEqual({
      seq: confirmed,
      memberId: ROSA,
      act: 'confirm',
      donationId: scene.paid.id,
    })
    // A member who never had a device is not asked about; whose devices were removed, perhaps by a liar, is.
    const before = scene.entries.slice(0, confirmed - 1).filter(({ kind }) => kind !== 'member.key_added')
    expect(verdictOf([...before, ...scene.entries.slice(confirmed - 1)]).signatures!.unsignedFound).toBe(0)
    const gone = circleWithDevices()
    pays(gone, gone.paid)
    gone.removes(gone.phone)
    gone.removes(gone.tablet)
    gone.perform(confirmation(gone), ROSA)
    const own = verdictOf(gone.entries).signatures!.unsigned.filter(({ memberId }) => memberId === ROSA)
    expect(own.map(({ act }) => act)).toEqual(['remove_key', 'remove_key', 'confirm'])
  })
})

/** One lie each, by somebody who holds the database and every key but the members'. */
const FORGERIES: { name: string; finds: string; forge: () => readonly Unchained[] }[] = [
  {
    name: 'a signature moved to another donation',
    finds: 'signature.invalid',
    forge: () => {
      const scene = circleWithDevices()
      pays(scene, scene.paid)
      pays(scene, scene.second)
      const other: Command = { kind: 'confirm', donationId: scene.second.id, by: { memberId: ROSA } }
      scene.perform(other, ROSA, scene.signs(scene.phone, confirmation(scene)))
      return scene.entries
    },
  },
  {
    name: 'a report’s signature used for a confirmation',
    finds: 'signature.invalid',
    forge: () => {
      const scene = circleWithDevices()
      pays(scene, scene.paid)
      const report: Command = { kind: 'report', reportId: uuid(77), donationId: scene.paid.id, memberId: ROSA }
      scene.perform(confirmation(scene), ROSA, scene.signs(scene.phone, report))
      return scene.entries
    },
  },
  {
    name: 'an act that a device was made to sign in front of the ledger’s beginning',
    finds: 'signature.old_head',
    forge: () => {
      const scene = circleWithDevices()
      const { hash: head, seq } = scene.entries[0]!
      pays(scene, scene.paid)
      scene.advance(26 * 3_600_000)
      scene.perform(confirmation(scene), ROSA, scene.signs(scene.phone, confirmation(scene), { head, seq }))
      return scene.entries
    },
  },
  {
    name: 'an act that a device signed two hundred entries ago, and that was swallowed then',
    finds: 'signature.old_head',
    forge: () => {
      const scene = circleWithDevices()
      pays(scene, scene.paid)
      const signature = scene.signs(scene.phone, confirmation(scene))
      for (let n = 0; n <= 200; n += 1) scene.adds(makeDevice(TIAGO, uuid(5000 + n)))
      scene.perform(confirmation(scene), ROSA, signature)
      return scene.entries
    },
  },
  {
    name: 'a signature used a second time, on the same donation’s next receipt',
    finds: 'signature.repeated',
    forge: () => {
      const scene = circleWithDevices()
      pays(scene, scene.paid)
      const reject: Command = { kind: 'reject_receipt', donationId: scene.paid.id, memberId: ROSA }
      const signature = scene.signs(scene.phone, reject)
      scene.perform(reject, ROSA, signature)
      pays(scene, scene.paid)
      scene.perform(reject, ROSA, signature)
      return scene.entries
    },
  },
  {
    name: 'a signature kept back until its device had signed something else',
    finds: 'signature.repeated',
    forge: () => {
      const scene = circleWithDevices()
      pays(scene, scene.paid)
      pays(scene, scene.second)
      const kept = scene.signs(scene.phone, confirmation(scene))
      const second: Command = { kind: 'confirm', donationId: scene.second.id, by: { memberId: ROSA } }
      scene.perform(second, ROSA, scene.signs(scene.phone, second))
      scene.perform(confirmation(scene), ROSA, kept)
      return scene.entries
    },
  },
  ...(['amountCents', 'donorId', 'receiverId', 'entry'] as const).map((field) => ({
    name: `a true signature under another ${field} than was on the screen`,
    finds: 'signature.invalid',
    forge: () => {
      const scene = circleWithDevices()
      pays(scene, scene.paid)
      const debt = scene.debtIn(scene.paid.id)!
      const other = { amountCents: debt.amountCents * 5, donorId: uuid(6), receiverId: uuid(6), entry: scene.head() }
      const shown = { ...debt, [field]: other[field] }
      scene.perform(confirmation(scene), ROSA, scene.signs(scene.phone, confirmation(scene), { debt: shown }))
      return scene.entries
    },
  })),
  {
    name: 'an end of the ledger signed under another number',
    finds: 'signature.invalid',
    forge: () => {
      const scene = circleWithDevices()
      pays(scene, scene.paid)
      scene.perform(confirmation(scene), ROSA, scene.signs(scene.phone, confirmation(scene), { seq: 3 }))
      return scene.entries
    },
  },
  {
    name: 'another circle’s signature',
    finds: 'signature.invalid',
    forge: () => {
      const scene = circleWithDevices()
      pays(scene, scene.paid)
      scene.perform(confirmation(scene), ROSA, scene.signs(scene.phone, confirmation(scene), { circleId: uuid(555) }))
      return scene.entries
    },
  },
  {
    name: 'another member’s signature',
    finds: 'signature.other_key',
    forge: () => {
      const scene = circleWithDevices()
      pays(scene, scene.paid)
      scene.perform(confirmation(scene), ROSA, scene.signs(scene.other, confirmation(scene)))
      return scene.entries
    },
  },
  {
    name: 'another member’s signature under the member’s own key',
    finds: 'signature.invalid',
    forge: () => {
      const scene = circleWithDevices()
      pays(scene, scene.paid)
      const signature = { ...scene.signs(scene.other, confirmation(scene)), key: scene.phone.keyId }
      scene.perform(confirmation(scene), ROSA, signature)
      return scene.entries
    },
  },
  {
    name: 'another member’s key recorded as the member’s own',
    finds: 'key.repeated',
    forge: () => {
      const scene = circleWithDevices()
      scene.adds({ ...scene.other, memberId: ROSA, keyId: uuid(104) })
      return scene.entries
    },
  },
  {
    name: 'an act signed with a key that was added afterwards',
    finds: 'signature.unknown_key',
    forge: () => {
      const scene = circleWithDevices()
      pays(scene, scene.paid)
      const late = makeDevice(ROSA, uuid(105))
      scene.perform(confirmation(scene), ROSA, scene.signs(late, confirmation(scene)))
      scene.adds(late)
      return scene.entries
    },
  },
  {
    name: 'an act signed with a key that had been removed',
    finds: 'signature.removed_key',
    forge: () => {
      const scene = circleWithDevices()
      pays(scene, scene.paid)
      const signature = scene.signs(scene.phone, confirmation(scene))
      scene.removes(scene.phone)
      scene.perform(confirmation(scene), ROSA, signature)
      return scene.entries
    },
  },
  {
    name: 'a key added for a member by somebody else’s session',
    finds: 'rules.actor',
    forge: () => {
      const scene = circleWithDevices()
      scene.adds(makeDevice(ROSA, uuid(106)), uuid(9))
      return scene.entries
    },
  },
  {
    name: 'a member’s key removed by somebody else’s session',
    finds: 'rules.actor',
    forge: () => {
      const scene = circleWithDevices()
      scene.removes(scene.phone, uuid(9))
      return scene.entries
    },
  },
  {
    name: 'a key removed that is another member’s',
    finds: 'key.unknown',
    forge: () => {
      const scene = circleWithDevices()
      scene.removes({ ...scene.phone, memberId: TIAGO })
      return scene.entries
    },
  },
  {
    name: 'the record of the key left out',
    finds: 'signature.unknown_key',
    forge: () => {
      const { entries, phone } = honest()
      return entries.filter(({ kind, payload }) => kind !== 'member.key_added' || payload['keyId'] !== phone.keyId)
    },
  },
  {
    name: 'a signature kept back and used days later, in a circle where nothing happened',
    finds: 'signature.out_of_time',
    forge: () => {
      const scene = circleWithDevices()
      pays(scene, scene.paid)
      const signature = scene.signs(scene.phone, confirmation(scene))
      scene.advance(27 * 3_600_000)
      scene.perform(confirmation(scene), ROSA, signature)
      return scene.entries
    },
  },
  {
    name: 'a signature dated days ahead, to be used at will',
    finds: 'signature.out_of_time',
    forge: () => {
      const scene = circleWithDevices()
      pays(scene, scene.paid)
      const at = new Date(Date.parse(scene.time()) + 3 * 24 * 3_600_000).toISOString()
      scene.perform(confirmation(scene), ROSA, scene.signs(scene.phone, confirmation(scene), { at }))
      return scene.entries
    },
  },
  {
    name: 'a signature made before another history',
    finds: 'signature.unknown_head',
    forge: () => {
      const scene = circleWithDevices()
      pays(scene, scene.paid)
      scene.perform(confirmation(scene), ROSA, scene.signs(scene.phone, confirmation(scene), { head: 'cd'.repeat(32) }))
      return scene.entries
    },
  },
  {
    name: 'what the member saw before signing taken out of the history',
    finds: 'signature.unknown_head',
    forge: () => {
      const { entries, other } = honest()
      // Tiago signs nothing here. Without his key the chain is made anew, and no head that Rosa signed is in it.
      return entries.filter(({ kind, payload }) => kind !== 'member.key_added' || payload['keyId'] !== other.keyId)
    },
  },
  {
    name: 'a picture exchanged',
    finds: 'signature.invalid',
    forge: () => {
      const scene = circleWithDevices()
      const own = [...scene.state().donations.values()].find(({ donorId }) => donorId === ROSA)!
      const command: Command = { kind: 'send_receipt', donationId: own.id, memberId: ROSA }
      scene.perform(command, ROSA, { ...scene.signs(scene.phone, command), image: 'cd'.repeat(32) })
      return scene.entries
    },
  },
  {
    name: 'a signature without the picture that it covers',
    finds: 'signature.unreadable',
    forge: () => {
      const scene = circleWithDevices()
      const own = [...scene.state().donations.values()].find(({ donorId }) => donorId === ROSA)!
      const command: Command = { kind: 'send_receipt', donationId: own.id, memberId: ROSA }
      scene.perform(command, ROSA, { ...scene.signs(scene.phone, command), image: null })
      return scene.entries
    },
  },
  {
    name: 'an acceptance of other terms than were signed',
    finds: 'signature.invalid',
    forge: () => accepts({ accepted: 'ef'.repeat(32) }),
  },
  {
    name: 'an acceptance whose signature is said to be of other terms',
    finds: 'signature.invalid',
    forge: () => accepts({ accepted: 'ef'.repeat(32), told: 'ef'.repeat(32) }),
  },
  {
    name: 'a signature on a record that nobody signs',
    finds: 'rules.unreadable',
    forge: () => {
      const { entries } = honest()
      const signature = entries.find(isSigned)!.payload['signature']
      return entries.map((entry) =>
        entry.kind === 'member.key_added' ? { ...entry, payload: { ...entry.payload, signature } } : entry,
      )
    },
  },
  {
    name: 'words in a signature',
    finds: 'signature.unreadable',
    forge: () => {
      const { entries } = honest()
      return entries.map((entry) => (isSigned(entry) ? withSignature(entry, { note: 'Rosa da Silva' }) : entry))
    },
  },
  {
    name: 'a signature on what no member does for themselves',
    finds: 'signature.misplaced',
    forge: () => {
      const scene = circleWithDevices()
      const signature = scene.signs(scene.phone, confirmation(scene))
      scene.perform({ kind: 'move_to_end', memberId: ROSA, level: 1 }, null, signature)
      return scene.entries
    },
  },
]

/** Rosa confirms on her phone in the format of before, once or after the new one. */
function inFirstFormat(scene: Scene, { hasCounted }: { hasCounted: boolean }) {
  if (hasCounted) {
    pays(scene, scene.second)
    const second: Command = { kind: 'confirm', donationId: scene.second.id, by: { memberId: ROSA } }
    scene.perform(second, ROSA, scene.signs(scene.phone, second))
  }
  pays(scene, scene.paid)
  const act: Act = { ...actOf(confirmation(scene), null)!, image: null }
  scene.perform(confirmation(scene), ROSA, firstSignedBy(scene.phone, act, { at: scene.time(), head: scene.head() }))
  return scene.entries
}

describe('a signature of the first format', () => {
  test('goes on holding in ledgers of before, and its device counts from then on', () => {
    const { faults, signatures } = verdictOf(inFirstFormat(circleWithDevices(), { hasCounted: false }))
    expect([faults, signatures!.signed]).toEqual([[], 1])
  })

  test('is not taken from a device that counts: nobody brings the looser text back', () => {
    const { faults } = verdictOf(inFirstFormat(circleWithDevices(), { hasCounted: true }))
    expect(faults.map(({ code }) => code)).toEqual(['signature.old_format'])
  })
})

/** The faults that signatures have in a real circle with these entries, and where. */
function faultsInReal(entries: readonly LedgerEntry[]): string[] {
  const books = openSignatures(CIRCLE, actVerifier())
  return entries.flatMap((entry) => {
    const isFounding = entry.kind === 'circle.created'
    const fault = books.read(isFounding ? { ...entry, payload: { ...entry.payload, mode: 'real' } } : entry)
    return fault ? [`${fault} ${entry.seq}`] : []
  })
}

/** Rosa rejects a receipt on her phone, and is then said to have confirmed, with no device of hers; `before`: what happens between. */
function confirmedWithoutHer(before: (scene: Scene) => void = () => undefined) {
  const scene = circleWithDevices()
  pays(scene, scene.paid)
  const reject: Command = { kind: 'reject_receipt', donationId: scene.paid.id, memberId: ROSA }
  scene.perform(reject, ROSA, scene.signs(scene.phone, reject))
  // The donor has no device: nobody's signature is missing.
  pays(scene, scene.paid)
  before(scene)
  scene.perform(confirmation(scene), ROSA)
  return scene.entries
}

describe('an act without a signature in a real circle', () => {
  const placeOf = (entries: readonly LedgerEntry[]) => entries.findLastIndex(isConfirm) + 1

  test('is a fault where its member ever had a device, also once all of them were removed', () => {
    const entries = confirmedWithoutHer()
    expect(faultsInReal(entries)).toEqual([`act.unsigned ${placeOf(entries)}`])
    const gone = confirmedWithoutHer(({ removes, phone, tablet }) => [phone, tablet].forEach((one) => removes(one)))
    expect(faultsInReal(gone)).toEqual([`act.unsigned ${placeOf(gone)}`])
  })

  test('is none in a ledger from before devices counted, nor in a demonstration', () => {
    const scene = circleWithDevices()
    pays(scene, scene.paid)
    scene.perform(confirmation(scene), ROSA)
    expect(faultsInReal(scene.entries)).toEqual([])
    expect(verdictOf(confirmedWithoutHer()).faults).toEqual([])
  })
})

describe('a record in somebody’s name, in a real circle', () => {
  const [A, B] = ['ab'.repeat(32), 'cd'.repeat(32)]
  /** Each tells something, which its device signed, and might be made to tell another thing. */
  const records = [
    { kind: 'payment_key.confirmed', act: 'confirm_key', told: { commitment: A }, other: { commitment: B }, image: A },
    { kind: 'terms.accepted', act: 'accept_terms', told: { hash: A }, other: { hash: B }, image: A },
    { kind: 'draw.opened', act: 'open_draw', told: { drawId: uuid(8), number: A }, other: { number: B }, image: A },
    {
      kind: 'approval.objection_withdrawn',
      act: 'withdraw_objection',
      told: { approvalId: uuid(8) },
      other: { approvalId: uuid(9) },
      image: null,
    },
  ] as const

  /** The faults of a circle in which devices count, once such a record stands at its end. */
  const faultsWith = (kind: string, payload: (scene: Scene) => object) => {
    const scene = circleWithDevices()
    pays(scene, scene.paid)
    scene.perform(confirmation(scene), ROSA, scene.signs(scene.phone, confirmation(scene)))
    const whole = { memberId: ROSA, via: 'password', ...payload(scene) }
    scene.append({ at: scene.time(), actor_id: ROSA, kind, payload: whole })
    return faultsInReal(scene.entries).map((fault) => fault.split(' ')[0])
  }

  test.each(records)('$kind holds by her device’s signature of the very thing alone', (record) => {
    const { kind, act, told, other, image } = record
    const donationId = 'approvalId' in told ? told.approvalId : null
    const signature = (scene: Scene) =>
      signedBy(scene.phone, { act, donationId, level: null, image }, scene.moment(scene.phone))
    expect(faultsWith(kind, (scene) => ({ ...told, signature: signature(scene) }))).toEqual([])
    expect(faultsWith(kind, () => told)).toEqual(['act.unsigned'])
    const lie = (scene: Scene) => ({ ...told, ...other, signature: signature(scene) })
    expect(faultsWith(kind, lie)).toEqual(['signature.invalid'])
  })

  test('a fiscal’s resignation holds by their device’s signature alone', () => {
    const act = { act: 'resign_fiscal', donationId: null, level: null, image: null } as const
    const signed = (scene: Scene) => ({ signature: signedBy(scene.phone, act, scene.moment(scene.phone)) })
    expect(faultsWith('fiscal.resigned', signed)).toEqual([])
    expect(faultsWith('fiscal.resigned', () => ({}))).toEqual(['act.unsigned'])
  })

  test('a device removed under a signature of another’s is found, though the member says nothing', () => {
    const removed = (by: 'phone' | 'other') => (scene: Scene) => {
      const about = scene.tablet.keyId
      const act = { act: 'remove_key', donationId: about, level: null, image: null } as const
      return { keyId: about, signature: signedBy(scene[by], act, scene.moment(scene[by])) }
    }
    expect(faultsWith('member.key_removed', removed('phone'))).toEqual([])
    expect(faultsWith('member.key_removed', removed('other'))).toEqual(['signature.other_key'])
  })
})

test('whoever confirms a part in a real circle signs which of them it is', () => {
  const faultsWith = (rules: number) => {
    const scene = withPart()
    const [founding, ...rest] = scene.entries
    const told = founding!.payload['command'] as Command
    const payload = { ...founding!.payload, command: { ...told, mode: 'real', rules } }
    return faultsInReal([{ ...founding!, payload }, ...rest]).map((fault) => fault.split(' ')[0])
  }
  expect(faultsWith(4)).toEqual([])
  expect(faultsWith(5)).toContain('signature.invalid')
})

describe('what is signed about a donation was signed after its last change', () => {
  const kept = (signed: 'before' | 'after', rules: number) => {
    const scene = circleWithDevices()
    const { paid, phone } = scene
    const reject: Command = { kind: 'reject_receipt', donationId: paid.id, memberId: ROSA, stays: true }
    const rejects = () =>
      signedBy(phone, { ...actOf(reject, null)!, image: IMAGE }, scene.moment(phone), { debt: scene.debtIn(paid.id) })
    pays(scene, paid)
    const first = rejects()
    // Pressed again, since the first press seemed to fail: the server keeps the second signature.
    const second = rejects()
    scene.perform(reject, ROSA, first)
    scene.advance(3_600_000)
    pays(scene, paid)
    scene.perform(reject, ROSA, signed === 'before' ? second : rejects())
    const [founding, ...rest] = scene.entries
    const command = { ...(founding!.payload['command'] as Command), mode: 'real', rules }
    const read = openSignatures(CIRCLE, () => true)
    return [{ ...founding!, payload: { ...founding!.payload, command } }, ...rest].flatMap(
      (entry) => read.read(entry) ?? [],
    )
  }

  test('so that a rejection pressed twice rejects one receipt', () => {
    expect(kept('after', 5)).toEqual([])
    expect(kept('before', 5)).toEqual(['signature.old_head'])
  })

  test('which ledgers of before were not held to', () => {
    expect(kept('before', 4)).toEqual([])
  })
})

describe('a device whose clock is a day wrong', () => {
  test.each([-24, 24])('signs all the same, %i hours off: no alarm', (hours) => {
    const scene = circleWithDevices()
    pays(scene, scene.paid)
    const at = new Date(Date.parse(scene.time()) + hours * 3_600_000).toISOString()
    scene.perform(confirmation(scene), ROSA, scene.signs(scene.phone, confirmation(scene), { at }))
    expect(verdictOf(scene.entries).faults).toEqual([])
  })
})

describe('a forgery of a signed act', () => {
  test.each(FORGERIES)('is found: $name', ({ forge, finds }) => {
    const { faults } = verdictOf(forge())
    expect(faults.map(({ code }) => code)).toContain(finds)
  })

  test('a signature that was dropped is listed, so that its member is asked', () => {
    const { entries } = honest()
    const at = entries.findLastIndex(isSigned)
    const { signature: _, ...payload } = entries[at]!.payload
    const { faults, signatures } = verdictOf(entries.with(at, { ...entries[at]!, payload }))
    expect(faults).toEqual([])
    expect(signatures!.unsigned.map(({ seq }) => seq)).toContain(at + 1)
  })
})
