import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { spokenText } from '#circle/case-words.ts'
import { DAY_MS } from '#circle/period.ts'
import { presets } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import { openLedgerBooks } from './books.ts'
import { ownPart } from './own.ts'
import { openPaymentKeyBooks } from './payment-keys.ts'
import { openSignatures } from './signatures.ts'
import type { KnownDonation, OwnRecords } from './verdict.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const DUE = Date.UTC(2026, 10, 20)
const LATER = DUE + 90 * DAY_MS
const owed = { obligationId: 'o1', type: 'PULL', amountCents: 10_000, target: 1 }
const made = { ...owed, donationId: 'd1', donorId: 'ana', receiverId: 'bia', turnId: 't1' }

type Told = readonly [kind: string, payload: Readonly<Record<string, unknown>>]

const matched: Told[] = [
  ['circle.created', { mode: 'real' }],
  ['obligation.owed', { ...owed, memberId: 'ana', period: '2026-11' }],
  ['donation.matched', { ...made, deadlineAt: DUE }],
]
const reported: Told = ['donation.reported', { donationId: 'd1', reportId: 'r1', reporterId: 'ana' }]
const ended: Told = ['report.ended', { donationId: 'd1', reportId: 'r1', status: 'DISMISSED', outcome: 'keep' }]
const paused: Told = [
  'contribution.paused',
  { donationId: 'd1', obligationId: 'o1', until: LATER, deadlineAt: LATER + DAY_MS },
]
const receipt: Told = [
  'donation.receipt_sent',
  { donationId: 'd1', donorId: 'ana', payment: sha256('E1'), cents: 4_000 },
]

/** The faults of what a device is shown of its member. */
function faultsOf(
  told: readonly Told[],
  shown: Omit<OwnRecords, 'memberId'>,
  { memberId = 'ana', now }: { memberId?: string; now?: number | undefined } = {},
): string[] {
  const entries = told.map(([kind, payload], at) => ({
    seq: at + 1,
    at: '2026-11-10T12:00:00.000Z',
    actor_id: null,
    kind,
    payload,
    previous_hash: '',
    hash: String(at),
  }))
  const books = openLedgerBooks()
  for (const { seq, kind, payload } of entries)
    if (kind !== 'command') expect(books.record(seq, kind, payload)).toBeNull()
  const read = { now, books, keys: openPaymentKeyBooks(), signatures: openSignatures('c', undefined, sha256) }
  return ownPart(entries, read, { memberId, ...shown }, { sha256 }).faults.map(({ code }) => code)
}

/** Whether what it is shown of the donation is what the ledger has. */
function differs(told: readonly Told[], shown: Partial<KnownDonation>): boolean {
  const donation = { id: 'd1', amountCents: 10_000, status: 'PENDING_PAYMENT', deadlineAt: DUE, ...shown }
  return faultsOf(told, { donations: [donation] }).includes('own.differs')
}

describe('a donation shown', () => {
  test('without a deadline, or with another that a report is said to have moved, is not the ledger’s', () => {
    expect(differs(matched, {})).toBe(false)
    expect(differs(matched, { deadlineAt: null })).toBe(true)
    expect(differs(matched, { deadlineAt: DUE + DAY_MS, isStopped: true })).toBe(true)
    expect(differs([...matched, reported], { deadlineAt: DUE + 13 * DAY_MS })).toBe(false)
    expect(differs([...matched, reported], { deadlineAt: DUE + 15 * DAY_MS })).toBe(true)
    expect(differs([...matched, reported], { deadlineAt: DUE - DAY_MS })).toBe(true)
    expect(differs([...matched, reported, ended], { deadlineAt: DUE + DAY_MS })).toBe(true)
  })

  test('and not to be paid or confirmed, where the ledger waits for just that, is not the ledger’s', () => {
    const ledgerOf = (plan: Plan): Told[] => [['circle.created', { mode: 'real', plan }], ...matched.slice(1)]
    const roda = ledgerOf(presets.roda)
    const misses = (memberId: string, told: readonly Told[], status: string, now?: number) => {
      const shown = { id: 'd1', amountCents: 10_000, status, isOffered: false }
      return faultsOf(told, { donations: [shown] }, { memberId, now }).includes('own.not_offered')
    }
    const sent: Told = ['donation.receipt_sent', { donationId: 'd1', donorId: 'ana' }]
    expect([misses('ana', roda, 'PENDING_PAYMENT'), misses('bia', roda, 'PENDING_PAYMENT')]).toEqual([true, false])
    const after = [...roda, sent]
    const waits = 'PENDING_CONFIRMATION'
    expect([misses('ana', after, waits), misses('bia', after, waits)]).toEqual([false, true])
    // Past its deadline nothing is paid any more where that ends it.
    const levels = (now: number) => misses('ana', ledgerOf(presets.rotativo), 'PENDING_PAYMENT', now)
    expect([levels(DUE - 2 * DAY_MS), levels(DUE - DAY_MS), levels(DUE)]).toEqual([true, false, false])
  })

  test('to the device that asks, and not on the page, is missed there, where the page asked later', () => {
    const plan = presets.roda
    const roda: Told[] = [['circle.created', { mode: 'real', plan }], ...matched.slice(1)]
    const shown = { id: 'd1', amountCents: 10_000, status: 'PENDING_PAYMENT', isOffered: true }
    const misses = (onPage: KnownDonation[], upTo = 3) =>
      faultsOf(roda, { donations: [shown], onPage: { upTo, donations: onPage } }).includes('own.not_offered')
    expect([misses([shown]), misses([]), misses([], 2)]).toEqual([false, true, false])
    for (const lie of [{ amountCents: 1 }, { status: 'PENDING_CONFIRMATION' }, { isOffered: false }])
      expect(misses([{ ...shown, ...lie }])).toBe(true)
  })

  test('without the case that is open about it is not the ledger’s', () => {
    expect(differs([...matched, reported], { isReported: false })).toBe(true)
    expect(differs([...matched, reported], { isReported: true })).toBe(false)
    expect(differs([...matched, reported, ended], { isReported: false })).toBe(false)
  })

  test('as ended otherwise, on the page alone, is not the ledger’s, where the page asked later', () => {
    const [founded, ...rest] = matched
    const expired: Told = ['donation.expired', { ...made }]
    const told = [founded!, ...rest, expired]
    const shows = (status: string, upTo = told.length) => {
      const onPage = { upTo, donations: [], ended: [{ id: 'd1', amountCents: 10_000, status }] }
      return faultsOf(told, { onPage })
    }
    expect([shows('EXPIRED'), shows('CONFIRMED'), shows('CONFIRMED', 3)]).toEqual([[], ['own.differs'], []])
  })

  test('with a receipt that was rejected for another reason than its receiver’s device signed is not the ledger’s', () => {
    const [text, salt] = ['Não achei no extrato.', 's'.repeat(22)]
    const image = sha256(spokenText({ salt, about: 'd1', text, more: null, picture: null }))
    const rejects = (signature?: object): Told => {
      return ['command', { command: { kind: 'reject_receipt', donationId: 'd1', memberId: 'bia' }, ...signature }]
    }
    const shows = (reason: object, signature: object = { signature: { image } }) =>
      differs([...matched, rejects(signature)], { rejections: [{ text, salt, ...reason }] })
    expect([shows({}), shows({ text: null, salt: null }), shows({ salt: null }, {})]).toEqual([false, false, false])
    expect([shows({ text: 'Troquei de banco: pague na outra chave.' }), shows({ salt: null })]).toEqual([true, true])
  })

  test('as one whose case is open still, once it was decided, is not the ledger’s', () => {
    expect(differs([...matched, reported], { isReported: true })).toBe(false)
    expect(differs([...matched, reported, ended], { isReported: true })).toBe(true)
    const expired: Told = ['donation.expired', { ...made }]
    const over = { status: 'EXPIRED', isReported: true }
    expect(differs([...matched, reported, expired, ended], over)).toBe(true)
    expect(differs([...matched, reported, expired], over)).toBe(false)
  })

  test('as ended by the administration, or by its two people, is so just where it was', () => {
    const cancelled: Told = ['donation.cancelled', { ...made, reason: 'report' }]
    const decided = (outcome: string): Told => ['report.ended', { donationId: 'd1', reportId: 'r1', outcome }]
    const shows = (told: readonly Told[], settled: string | null) => differs(told, { status: 'CANCELLED', settled })
    const bySomebody = [...matched, cancelled]
    const byDecision = [...matched, reported, decided('cancel'), cancelled]
    expect([shows(bySomebody, null), shows(byDecision, 'cancel')]).toEqual([false, false])
    expect([shows(bySomebody, 'cancel'), shows(byDecision, null), shows(byDecision, 'confirm')]).toEqual([
      true,
      true,
      true,
    ])
    const onAppeal: Told = ['appeal.decided', { donationId: 'd1', reportId: 'r1', outcome: 'cancel' }]
    const appealed = [...matched, reported, decided('keep'), onAppeal, cancelled]
    expect([shows(appealed, 'cancel'), shows(appealed, null)]).toEqual([false, true])
  })

  test('leads to its latest case, and to no other', () => {
    const told = [...matched, reported, ended]
    expect([differs(matched, { caseId: null }), differs(told, { caseId: 'r1' })]).toEqual([false, false])
    expect([differs(told, { caseId: null }), differs(told, { caseId: 'r2' })]).toEqual([true, true])
  })

  test('says until when it may be paid if the report comes to nothing, and no later', () => {
    const stops = (days: number) =>
      differs([...matched, reported], { isStopped: true, stopEndsAt: DUE + days * DAY_MS })
    expect([stops(14), stops(15)]).toEqual([false, true])
  })

  test('with a clock that no report of the ledger stops is not the ledger’s', () => {
    const ends = { isStopped: true, stopEndsAt: DUE + 14 * DAY_MS }
    expect(differs(matched, { isStopped: true })).toBe(true)
    expect(differs([...matched, reported], ends)).toBe(false)
    expect(differs([...matched, reported, ended], ends)).toBe(true)
  })

  test('as left out for a while is, where the ledger has that very pause, also once it is matched anew', () => {
    const shown = { pausedUntil: LATER, deadlineAt: LATER + DAY_MS }
    expect(differs(matched, { pausedUntil: LATER })).toBe(true)
    expect(differs([...matched, paused], shown)).toBe(false)
    expect(differs([...matched, paused], { ...shown, pausedUntil: LATER + 1 })).toBe(true)
    const anew: Told = ['donation.matched', { ...made, donationId: 'd2', deadlineAt: LATER + DAY_MS }]
    const cancelled: Told = ['donation.cancelled', { ...made, reason: 'receiver_replaced' }]
    expect(differs([...matched, paused, cancelled, anew], { ...shown, id: 'd2' })).toBe(false)
  })

  test('as one of a demonstration, which nobody pays, is not a real circle’s', () => {
    expect(differs(matched, { isDemonstration: true })).toBe(true)
    const [, ...rest] = matched
    expect(differs([['circle.created', { mode: 'demonstracao' }], ...rest], { isDemonstration: true })).toBe(false)
  })

  test('with a receipt of another sum, or with the payment of another, is not the ledger’s', () => {
    const told = [...matched, receipt]
    const shown = { status: 'PENDING_CONFIRMATION', sentCents: 4_000, payment: 'E1' }
    expect(differs(told, shown)).toBe(false)
    expect(differs(told, { ...shown, sentCents: 10_000 })).toBe(true)
    expect(differs(told, { ...shown, payment: 'E2' })).toBe(true)
    const [kind, { payment: _, ...bare }] = receipt
    expect(differs([...matched, [kind, bare]], shown)).toBe(true)
    // Without the id of a payment that was named with it, its receiver looks for it in vain.
    expect(differs(told, { ...shown, payment: null })).toBe(true)
    expect(differs([...matched, [kind, bare]], { ...shown, payment: null })).toBe(false)
  })

  test('with a receipt that was sent at another time is not the ledger’s', () => {
    const sentAt = Date.parse('2026-11-10T12:00:00.000Z')
    const shown = { status: 'PENDING_CONFIRMATION', sentAt }
    expect(differs([...matched, receipt], shown)).toBe(false)
    for (const hours of [-24, 24])
      expect(differs([...matched, receipt], { ...shown, sentAt: sentAt + hours * 3_600_000 })).toBe(true)
  })
})

test('what is owed without a receiver yet is neither invented on a page, nor of another sum, nor left out', () => {
  const [founded, owes, match] = matched as [Told, Told, Told]
  const shows = (waiting: readonly { id: string; amountCents: number }[], told = [founded, owes], upTo = Infinity) =>
    faultsOf(told, { onPage: { upTo, waiting } })
  const debt = { id: 'o1', amountCents: 10_000 }
  expect([shows([debt]), shows([], [founded, owes, match])]).toEqual([[], []])
  expect(shows([])).toEqual(['own.unlisted'])
  expect(shows([{ ...debt, amountCents: 50_000 }])).toEqual(['own.differs'])
  expect(shows([debt, { id: 'o2', amountCents: 50_000 }])).toEqual(['own.missing'])
  expect(shows([debt], [founded, owes, match])).toEqual(['own.missing'])
  // Of somebody else's nothing is asked, nor of an answer from before it was owed, or matched.
  expect(faultsOf([founded, owes], { onPage: { upTo: Infinity, waiting: [] } }, { memberId: 'bia' })).toEqual([])
  expect([shows([], [founded, owes], 1), shows([debt], [founded, owes, match], 2)]).toEqual([[], []])
})

test('a member is not shown as suspended, removed or never approved who takes part', () => {
  const [founded] = matched
  const stands = (...kinds: string[]): Told[] => [founded!, ...kinds.map((kind): Told => [kind, { memberId: 'ana' }])]
  const shutOut = ['own.shut_out']
  expect(faultsOf(stands('member.approved'), { isOut: true })).toEqual(shutOut)
  expect(faultsOf(stands('member.approved'), { isOut: false })).toEqual([])
  expect(faultsOf(stands('member.approved', 'member.suspended'), { isOut: true })).toEqual([])
  expect(faultsOf(stands('member.approved', 'member.suspended', 'member.reinstated'), { isOut: true })).toEqual(shutOut)
  expect(faultsOf(stands(), { isOut: true })).toEqual([])
})
