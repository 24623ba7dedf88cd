import { describe, expect, test } from 'vitest'
import type { LedgerEntry } from './entry.ts'
import { asOfBoth, checkJournal, isJournal } from './journal.ts'
import type { Journal, JournalAct } from './journal.ts'
import { openSignatures } from './signatures.ts'

const uuid = (n: number) => `0190a1b2-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const [CIRCLE, ROSA, PHONE, TABLET, DONATION] = [1, 2, 3, 4, 5].map(uuid) as [string, string, string, string, string]
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
  return checkJournal({ circleId: CIRCLE, key: 'k', entries }, books, journal).map(({ code, seq }) =>
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
    // It says nothing of devices from before it began.
    expect(faultsOf(ledger(tablet), { ...honest, since: 4 })).toEqual([])
  })

  test('finds what was done with its own key, and not by it', () => {
    expect(faultsOf(ledger(confirmed(signature(3))), honest)).toEqual(['journal.not_mine 4'])
    const other = { ...honest, acts: [act(1), act(2, { sig: 'x'.repeat(86), state: 'sent', receipt: null })] }
    expect(faultsOf(ledger(), other)).toEqual(['journal.not_mine 3'])
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
