import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { carriedJournalText, continued, parseCarriedJournal } from './carried-journal.ts'
import type { LedgerEntry } from './entry.ts'
import { asOfBoth, checkJournal, isJournal, knowsPast } from './journal.ts'
import type { Journal, JournalAct } from './journal.ts'
import { openSignatures } from './signatures.ts'

const uuid = (n: number) => `0190a1b2-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const [CIRCLE, ROSA, PHONE, TABLET, DONATION] = [1, 2, 3, 4, 5].map(uuid) as [string, string, string, string, string]
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const HASH = 'ab'.repeat(32)
const signature = (count: number, sig = `${count}`.padStart(86, 's'), key = PHONE) => ({
  key,
  at: '2026-01-10T12:00:00.000Z',
  head: HASH,
  count,
  sig,
  image: null,
})

/** A ledger of Rosa's phone, then of two confirmations that it signed; `more` follows. */
function ledger(...more: { kind: string; payload: object }[]): LedgerEntry[] {
  const added = (keyId: string) => ({ kind: 'member.key_added', payload: { memberId: ROSA, keyId, publicKey: keyId } })
  return [added(PHONE), ...[1, 2].map((count) => confirmed(signature(count))), ...more].map(
    ({ kind, payload }, index) => ({
      seq: index + 1,
      at: '2026-01-10T12:00:00.000Z',
      actor_id: ROSA,
      kind,
      payload: payload as Record<string, unknown>,
      previous_hash: HASH,
      hash: `${index + 1}`.padStart(64, '0'),
    }),
  )
}

function confirmed(signed: object) {
  const command = { kind: 'confirm', donationId: DONATION, by: { memberId: ROSA } }
  return { kind: 'command', payload: { command, ids: [], via: 'password', signature: signed } }
}

const tablet = { kind: 'member.key_added', payload: { memberId: ROSA, keyId: TABLET, publicKey: TABLET } }

const act = (count: number, changed: Partial<JournalAct> = {}): JournalAct => ({
  act: 'confirm',
  about: DONATION,
  at: '2026-01-10T12:00:00.000Z',
  key: PHONE,
  count,
  text: 'ciranda-act-v3',
  sig: `${count}`.padStart(86, 's'),
  state: 'answered',
  receipt: { seq: count + 1, hash: `${count + 1}`.padStart(64, '0'), signature: 'r' },
  ...changed,
})

const honest: Journal = {
  circleId: CIRCLE,
  logKey: 'k',
  memberId: ROSA,
  since: 1,
  own: PHONE,
  known: [],
  acts: [act(1), act(2)],
}

function faultsOf(entries: readonly LedgerEntry[], journal: Journal): string[] {
  const books = openSignatures(CIRCLE)
  for (const entry of entries) books.read(entry)
  return checkJournal({ circleId: CIRCLE, key: 'k', entries }, books, journal, sha256).map(({ code, seq }) =>
    `${code} ${seq ?? ''}`.trim(),
  )
}

describe('the journal of a device', () => {
  test('has nothing to say of a ledger that has what it did, and only that', () => {
    expect(faultsOf(ledger(), honest)).toEqual([])
  })

  test('finds another device’s key entered in its member’s name, until the member says that it is theirs', () => {
    expect(faultsOf(ledger(tablet), honest)).toEqual(['journal.unknown_device 4'])
    expect(faultsOf(ledger(tablet), { ...honest, known: [TABLET] })).toEqual([])
    // It says nothing of devices from before it began, but where its member registered on this very device.
    expect(faultsOf(ledger(tablet), { ...honest, since: 4 })).toEqual([])
    expect(faultsOf(ledger(tablet), { ...honest, since: 4, knowsFirst: true })).toEqual(['journal.unknown_device 4'])
  })

  test('finds what was done with its own key, and not by it', () => {
    expect(faultsOf(ledger(confirmed(signature(3))), honest)).toEqual(['journal.not_mine 4'])
    const other = { ...honest, acts: [act(1), act(2, { sig: 'x'.repeat(86), state: 'sent', receipt: null })] }
    expect(faultsOf(ledger(), other)).toEqual(['journal.not_mine 3'])
  })

  test('finds that its own device is not in the ledger, where the server said that it was', () => {
    const entries = ledger().filter(({ kind }) => kind !== 'member.key_added')
    expect(faultsOf(entries, { ...honest, acts: [] })).toContain('journal.device_lost')
    const begun = { ...honest, acts: [] }
    expect(faultsOf(ledger().slice(0, 1), asOfBoth(null, begun)!)).toEqual([])
    expect(faultsOf([], asOfBoth(null, begun)!)).toEqual([])
    expect(faultsOf([], asOfBoth(begun, begun)!)).toEqual(['journal.device_lost'])
  })

  test('finds a key that its person asked for, and of which the ledger knows nothing', () => {
    const asked = { kind: 'payment_key.change_asked', payload: { memberId: ROSA, commitment: 'new' } }
    const typed: Journal = { ...honest, recognised: ['new'] }
    expect(faultsOf(ledger(asked), typed)).toEqual([])
    expect(faultsOf(ledger(), typed)).toEqual(['journal.key_lost'])
    // Asked for while the ledger was being read, it may not be there yet.
    expect(faultsOf(ledger(), asOfBoth(honest, typed)!)).toEqual([])
    expect(faultsOf(ledger(), asOfBoth(typed, typed)!)).toEqual(['journal.key_lost'])
  })

  test('finds another key on which its member is to be paid, until they say that it is theirs, or drop it before it holds', () => {
    const key = (kind: string, commitment: string, memberId = ROSA) => ({
      kind: `payment_key.${kind}`,
      payload: { memberId, commitment },
    })
    const first = key('committed', 'first')
    const change = [first, key('change_asked', 'other'), key('committed', 'other')]
    // The first of all, too, once this device was there; it knows which one its person gave here.
    expect(faultsOf(ledger(first), { ...honest, since: 4 })).toEqual([])
    expect(faultsOf(ledger(first), honest)).toEqual(['journal.unknown_key 4'])
    const paid: Journal = { ...honest, recognised: ['first'] }
    expect(faultsOf(ledger(first), paid)).toEqual([])
    expect(faultsOf(ledger(...change.slice(0, 2)), paid)).toEqual(['journal.unknown_key 5'])
    expect(faultsOf(ledger(...change), paid)).toEqual(['journal.unknown_key 6'])
    expect(faultsOf(ledger(first, key('committed', 'other')), paid)).toEqual(['journal.unknown_key 5'])
    expect(faultsOf(ledger(...change), { ...paid, recognised: ['first', 'other'] })).toEqual([])
    expect(faultsOf(ledger(...change.slice(0, 2), key('objected', 'other')), paid)).toEqual([])
    // Dropped after it held, it holds all the same.
    expect(faultsOf(ledger(...change, key('objected', 'other')), paid)).toEqual(['journal.unknown_key 6'])
    const agreed = [...change.slice(0, 2), key('confirmed', 'other')]
    expect(faultsOf(ledger(...agreed), paid)).toEqual(['journal.unknown_key 5'])
    expect(faultsOf(ledger(first, key('change_asked', 'other', uuid(9))), paid)).toEqual([])
  })

  test('finds somebody who was named to act for its member, until they say that they agreed to it', () => {
    const named = { kind: 'helper.named', payload: { memberId: ROSA, helperId: uuid(9), hash: HASH } }
    expect(faultsOf(ledger(named), honest)).toEqual(['journal.helped 4'])
    expect(faultsOf(ledger(named), { ...honest, known: [...honest.known, uuid(9)] })).toEqual([])
  })

  test('finds an act that the server said was refused, and that is there all the same', () => {
    const refused = { ...honest, acts: [act(1), act(2, { state: 'refused', receipt: null })] }
    expect(faultsOf(ledger(), refused)).toEqual(['journal.refused_done 3'])
  })

  test('finds that its member is not paid on the first key of all, where they typed that on this device', () => {
    const committed = { kind: 'payment_key.committed', payload: { memberId: ROSA, commitment: 'first' } }
    const typed: Journal = { ...honest, since: 9, knowsFirst: true }
    expect(faultsOf(ledger(), typed)).toEqual([])
    expect(faultsOf(ledger(committed), typed)).toEqual(['journal.unknown_key 4'])
    expect(faultsOf(ledger(committed), { ...typed, recognised: ['first'] })).toEqual([])
  })

  test('finds an act that the server said was done, and that is not there, with a receipt and without', () => {
    expect(faultsOf(ledger(), { ...honest, acts: [...honest.acts, act(3)] })).toEqual(['journal.swallowed 4'])
    const bare = act(3, { receipt: null })
    expect(faultsOf(ledger(), { ...honest, acts: [...honest.acts, bare] })).toEqual(['journal.swallowed'])
    const moved = act(2, { receipt: { seq: 3, hash: HASH, signature: 'r' } })
    expect(faultsOf(ledger(), { ...honest, acts: [act(1), moved] })).toEqual(['journal.swallowed 3'])
  })

  test('says nothing of an act that was refused, or that the network lost: whether it came or not', () => {
    const lost = act(3, { state: 'sent', receipt: null })
    const refused = act(4, { state: 'refused', receipt: null })
    const journal = { ...honest, acts: [...honest.acts, lost, refused] }
    expect(faultsOf(ledger(), journal)).toEqual([])
    expect(faultsOf(ledger(confirmed(signature(3))), journal)).toEqual([])
  })

  test('is held to its own circle and key', () => {
    expect(faultsOf(ledger(), { ...honest, circleId: uuid(9) })).toEqual(['journal.other_circle'])
    expect(faultsOf(ledger(), { ...honest, logKey: 'other' })).toEqual(['journal.other_key'])
  })

  test('read before and after a ledger is held to what was done before, and knows what was done meanwhile', () => {
    const after = { ...honest, acts: [...honest.acts, act(3)] }
    const both = asOfBoth(honest, after)!
    expect(faultsOf(ledger(), both)).toEqual([])
    expect(faultsOf(ledger(confirmed(signature(3))), both)).toEqual([])
    expect(faultsOf(ledger(), asOfBoth(after, after)!)).toEqual(['journal.swallowed 4'])
    expect(asOfBoth(honest, null)).toBeNull()
    expect(asOfBoth(null, honest)!.acts.map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  test('is read from a file only as what it is', () => {
    expect(isJournal(JSON.parse(JSON.stringify(honest)))).toBe(true)
    for (const broken of [null, {}, { ...honest, since: 'x' }, { ...honest, acts: [{ ...act(1), receipt: {} }] }])
      expect(isJournal(broken)).toBe(false)
  })
})

describe('a journal carried to a newer device', () => {
  test('is missed by a device that came after others, and by no first one', () => {
    const [first, later] = [{ keyId: PHONE }, { keyId: TABLET }]
    expect([knowsPast(honest, [first, later]), knowsPast(honest, [])]).toEqual([true, true])
    const newer = { ...honest, own: TABLET, acts: [] }
    expect(knowsPast(newer, [first, later])).toBe(false)
    const past = { key: PHONE, from: 0, until: 2, digest: HASH, unsure: [] }
    expect(knowsPast({ ...newer, past: [past] }, [first, later])).toBe(true)
  })

  const LOG_KEY = Buffer.alloc(32, 7).toString('base64url')
  const older: Journal = {
    ...honest,
    logKey: LOG_KEY,
    acts: [...honest.acts, act(3, { state: 'sent', receipt: null })],
  }
  const newer: Journal = { ...honest, logKey: LOG_KEY, own: TABLET, since: 4, acts: [] }
  const carry = (journal: Journal) => parseCarriedJournal(carriedJournalText(sha256, journal))!
  const thief = { kind: 'member.key_added', payload: { memberId: ROSA, keyId: uuid(8), publicKey: 'x' } }
  const found = (entries: readonly LedgerEntry[], journal: Journal) =>
    faultsOf(entries, { ...journal, logKey: 'k' }).filter((fault) => !fault.endsWith('other_key'))

  test('is short enough for a code, and the newer one knows the past of its member from then on', () => {
    expect(carriedJournalText(sha256, older).length).toBeLessThan(400)
    const held = continued(newer, carry(older))!
    expect(held).toMatchObject({ since: 1, known: [PHONE], own: TABLET })
    expect(found(ledger(tablet), held)).toEqual([])
    // An act of which the older one did not know how it ended may be there or not.
    expect(found(ledger(tablet, confirmed(signature(3))), held)).toEqual([])
    // The older one goes on acting afterwards.
    expect(found(ledger(tablet, confirmed(signature(3)), confirmed(signature(4))), held)).toEqual([])
  })

  test('finds what the older one did and the ledger no longer has, and a device that neither knows', () => {
    const held = continued(newer, carry(older))!
    const erased = ledger(tablet).filter(({ seq }) => seq !== 3)
    expect(found(erased, held)).toEqual(['journal.past_differs 2'])
    expect(found(ledger(thief, tablet), newer)).toEqual([])
    expect(found(ledger(thief, tablet), held)).toEqual(['journal.unknown_device 4'])
  })

  test('brings along the payment keys that its member said are theirs, and asks about no other', () => {
    const key = (commitment: string) => ({ kind: 'payment_key.committed', payload: { memberId: ROSA, commitment } })
    const first = 'cd'.repeat(32)
    const changed = ledger(key(first), key(HASH), tablet)
    const held = continued(newer, carry({ ...older, recognised: [first, HASH] }))!
    expect(found(changed, held)).toEqual([])
    const unknown = continued(newer, carry({ ...older, recognised: [first] }))!
    expect(found(changed, unknown)).toEqual(['journal.unknown_key 5'])
  })

  test('goes on to a third one with all that it brings', () => {
    const second = { ...continued(newer, carry(older))!, acts: [act(1, { key: TABLET, receipt: null })] }
    const third = continued({ ...newer, own: uuid(8) }, carry(second))!
    expect(third.known.toSorted()).toEqual([PHONE, TABLET])
    expect(third.past!.map(({ key, until }) => [key, until])).toEqual([
      [TABLET, 1],
      [PHONE, 3],
    ])
  })

  test('is taken from no other circle, log or person, from no device itself, and from no text that was cut', () => {
    for (const changed of [{ circleId: uuid(9) }, { memberId: uuid(9) }, { logKey: LOG_KEY.replace('B', 'C') }])
      expect(continued(newer, carry({ ...older, ...changed }))).toBeNull()
    expect(continued(older, carry(older))).toBeNull()
    const text = carriedJournalText(sha256, older)
    for (const broken of ['', text.slice(4), text.slice(0, -4), `${text}AAAA`, 'x y'])
      expect(parseCarriedJournal(broken)).toBeNull()
  })
})
