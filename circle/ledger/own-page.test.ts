import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { takesParts } from '#circle/parts.ts'
import { DAY_MS } from '#circle/period.ts'
import type { Donation } from '#circle/state.ts'
import { rodaLedger } from '#circle/testing/roda-ledger.ts'
import { openLedgerBooks } from './books.ts'
import { COMMAND_KIND } from './entry.ts'
import { ownPart } from './own.ts'
import { openPaymentKeyBooks } from './payment-keys.ts'
import { openSignatures } from './signatures.ts'
import type { KnownDonation, OwnRecords, ShownOnPage } from './verdict.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const HASH = 'a'.repeat(64)

/** A roda of four whose contributions were asked for, and the findings of its members' devices about what they are shown. */
function roda() {
  const told = rodaLedger()
  told.draw()
  told.does('cida', { kind: 'generate_pull' })
  const faultsOf = (memberId: string, shown: Omit<OwnRecords, 'memberId'>) => {
    const books = openLedgerBooks()
    for (const { seq, kind, payload } of told.entries) if (kind !== COMMAND_KIND) books.record(seq, kind, payload)
    const read = { books, keys: openPaymentKeyBooks(), signatures: openSignatures('c', undefined, sha256), now: at() }
    return ownPart(told.entries, read, { memberId, ...shown }, { sha256 }).faults.map(({ code }) => code)
  }
  const at = () => Date.parse(told.entries.at(-1)!.at)
  const pays = ({ id: donationId, donorId, receiverId }: Donation) => {
    told.does(donorId, { kind: 'send_receipt', donationId, memberId: donorId, image: HASH })
    told.does(receiverId, { kind: 'confirm', donationId, by: { memberId: receiverId! } })
  }
  const open = () => [...told.state().donations.values()]
  /** The donation of somebody who receives nothing yet. */
  const owed = () => open().find(({ donorId }) => open().every(({ receiverId }) => receiverId !== donorId))
  return { ...told, at, faultsOf, open, owed, pays }
}

/** An open donation as one of its people is honestly shown it. */
const honest = ({ id, donorId, receiverId, amountCents, status, deadlineAt }: Donation): KnownDonation => ({
  id,
  donorId,
  receiverId,
  amountCents,
  status,
  paidCents: 0,
  isOffered: true,
  mayReport: true,
  mayReject: status === 'PENDING_CONFIRMATION',
  caseId: null,
  isReported: false,
  ...(status === 'PENDING_PAYMENT' ? { deadlineAt, scheduledFor: null } : { sentCents: amountCents, payment: null }),
})

const page = (donations: readonly KnownDonation[], more: Partial<ShownOnPage> = {}) => ({
  onPage: { upTo: Infinity, donations, ...more },
})

describe('on the page alone, while the device that asks for everything is told the truth,', () => {
  test('a donation with another deadline, a stopped clock or a sum that came before is not the ledger’s', () => {
    const { faultsOf, owed, state } = roda()
    const one = owed()!
    expect(takesParts(state())).toBe(true)
    const shows = (lie: Partial<KnownDonation>, upTo = Infinity) =>
      faultsOf(one.donorId, page([{ ...honest(one), ...lie }], { upTo }))
    expect(shows({})).toEqual([])
    for (const lie of [{ deadlineAt: one.deadlineAt + DAY_MS }, { isStopped: true }, { caseId: 'r1' }])
      expect([shows(lie), shows(lie, 3)], JSON.stringify(lie)).toEqual([['own.differs'], []])
    expect(shows({ paidCents: 1 })).toEqual(['own.not_offered'])
  })

  test('a debt that the reader has not, and one that is nobody’s, is missing from the ledger', () => {
    const { faultsOf, open, owed } = roda()
    const one = owed()!
    const other = open().find(({ id }) => id !== one.id)!
    expect(faultsOf(one.donorId, page([honest(one), honest(other)]))).toEqual(['own.missing'])
    expect(faultsOf(one.donorId, page([honest(one), { ...honest(one), id: 'invented' }]))).toEqual(['own.missing'])
  })

  test('a donation on its way to somebody is not left out, so that they would not say that it never came', () => {
    const { faultsOf, open, owed } = roda()
    const { receiverId } = owed()!
    const own = open().filter((one) => one.receiverId === receiverId || one.donorId === receiverId)
    const shows = (shown: readonly Donation[], upTo = Infinity) =>
      faultsOf(receiverId!, page(shown.map(honest), { upTo }))
    const [left, ...others] = own.toSorted(
      (a, b) => Number(a.donorId === receiverId) - Number(b.donorId === receiverId),
    )
    expect(left!.receiverId).toBe(receiverId)
    expect([shows(own), shows(others), shows(others, 3)]).toEqual([[], ['own.unlisted'], []])
  })

  test('a payment that was confirmed is not left out of the list, so that it would pay for another', () => {
    const { faultsOf, open, pays, wait } = roda()
    const donations = open()
    const receiver = donations[0]!.receiverId!
    const [first, second] = donations.filter(({ receiverId }) => receiverId === receiver)
    pays(first!)
    wait(1)
    pays(second!)
    const rest = open().filter((one) => one.receiverId === receiver || one.donorId === receiver)
    const lists = (ids: readonly string[], isWhole: boolean) =>
      faultsOf(receiver, page(rest.map(honest), { endedLists: [{ ids, isWhole }] }))
    expect([lists([second!.id, first!.id], true), lists([second!.id], false)]).toEqual([[], []])
    expect([lists([second!.id], true), lists([first!.id], false)]).toEqual([['own.unlisted'], ['own.unlisted']])
  })

  test('a proposal that touches somebody is not left out, nor shown as one to which they said no', () => {
    const { faultsOf, at, write } = roda()
    write('olga', 'approval.proposed', { approvalId: 'p', change: 'change_operator', bodyHash: 'b', actHash: 'a' })
    const seq = roda().entries.length + 1
    const shown = { id: 'p', change: 'change_operator', mayObject: true, hasObjected: false, dueAt: at() + 3 * DAY_MS }
    const shows = (proposals: ShownOnPage['proposals'], upTo = seq) =>
      faultsOf('ana', { proposals: [shown], onPage: { upTo, proposals: proposals! } })
    expect([shows([shown]), shows([]), shows([], seq - 1)]).toEqual([[], ['own.proposal_hidden'], []])
    expect(shows([{ ...shown, hasObjected: true }])).toEqual(['own.proposal_hidden'])
    write('ana', 'approval.objected', { approvalId: 'p', memberId: 'ana' })
    expect(shows([shown], seq)).toEqual(['own.proposal_hidden'])
  })
})

describe('of a donation of one’s own', () => {
  test('there is a word to be said: that something is wrong, and that a receipt shows no payment', () => {
    const { does, faultsOf, open } = roda()
    const [{ id, donorId, receiverId }] = open() as [Donation]
    const shows = (memberId: string, lie: Partial<KnownDonation>) => {
      const donation = open().find((one) => one.id === id)!
      return faultsOf(memberId, { donations: [{ ...honest(donation), ...lie }] })
    }
    const silent = { mayReport: false }
    expect([shows(donorId, {}), shows(donorId, silent), shows(receiverId!, silent)]).toEqual([
      [],
      ['own.not_offered'],
      ['own.not_offered'],
    ])
    does(donorId, { kind: 'send_receipt', donationId: id, memberId: donorId, image: HASH })
    expect([shows(receiverId!, { mayReject: false }), shows(donorId, { mayReject: false })]).toEqual([
      ['own.not_offered'],
      [],
    ])
    does(donorId, { kind: 'report', reportId: 'r1', donationId: id, memberId: donorId })
    const inCase = { mayReport: false, isReported: true, caseId: 'r1' }
    expect(shows(donorId, inCase)).toEqual([])
  })

  test('who is suspended pays what they owe, and is asked for nothing else: they report and confirm nothing', () => {
    const { does, faultsOf, open, pays, wait } = roda()
    const donations = open()
    const receiver = donations[0]!.receiverId!
    const [first, second] = donations.filter(({ receiverId }) => receiverId === receiver) as [Donation, Donation]
    pays(first)
    does(second.donorId, { kind: 'send_receipt', donationId: second.id, memberId: second.donorId, image: HASH })
    const theirs = () =>
      open().filter(
        ({ donorId, receiverId, status }) => [donorId, receiverId].includes(receiver) && status.startsWith('PEND'),
      )
    const shows = (lie: (donation: Donation) => Partial<KnownDonation>) =>
      faultsOf(receiver, page(theirs().map((one) => ({ ...honest(one), ...lie(one) }))))
    const onlyReads = ({ donorId }: Donation) => ({
      isOffered: donorId === receiver,
      mayReport: false,
      mayReject: false,
    })
    expect(shows(onlyReads)).toContain('own.not_offered')
    does('cida', { kind: 'depart_member', memberId: receiver, how: 'suspended' })
    wait(24 * 31)
    does('cida', { kind: 'generate_pull' })
    expect(shows(onlyReads)).toEqual([])
    expect(shows(() => ({ isOffered: false, mayReport: false, mayReject: false }))).toContain('own.not_offered')
    does('cida', { kind: 'reinstate_member', memberId: receiver })
    expect(shows(onlyReads)).toContain('own.not_offered')
  })

  test('a clock that stands until a decision is no donor’s whose own report stops it for a time', () => {
    for (const [by, faults] of [
      ['donorId', ['own.differs']],
      ['receiverId', []],
    ] as const) {
      const { does, faultsOf, open } = roda()
      const [{ id, donorId, [by]: reporter }] = open() as [Donation]
      does(reporter, { kind: 'report', reportId: 'r1', donationId: id, memberId: reporter! })
      const donation = open().find((one) => one.id === id)!
      const shown = { ...honest(donation), isStopped: true, isReported: true, caseId: 'r1', mayReport: false }
      expect(faultsOf(donorId, { donations: [shown] }), by).toEqual(faults)
      const ends = { stopEndsAt: donation.deadlineAt + 14 * DAY_MS }
      expect(faultsOf(donorId, { donations: [{ ...shown, ...ends }] })).toEqual([])
    }
  })

  test('no day is said to be that of its payment which comes after its deadline, nor one on which there was no such debt', () => {
    const { at, does, faultsOf, open, wait } = roda()
    const [owed] = open()
    const shows = (lie: Partial<KnownDonation>) =>
      faultsOf(owed!.donorId, { donations: [{ ...honest(owed!), ...lie }] })
    const day = (after: number) => new Date(owed!.deadlineAt + after * DAY_MS).toISOString().slice(0, 10)
    expect([shows({ scheduledFor: day(-1) }), shows({ scheduledFor: day(1) })]).toEqual([[], ['own.differs']])
    expect([shows({ madeAt: at() }), shows({ madeAt: at() - 30 * DAY_MS })]).toEqual([[], ['own.differs']])
    // A late one may be scheduled for any day.
    wait(24 * 31)
    does(null, { kind: 'expire', late: true })
    expect(shows({ scheduledFor: day(3) })).toEqual([])
  })
})

test('a receipt is shown to be answered until the day that it came with, to both of its people', () => {
  const { at, does, faultsOf, open, wait, write } = roda()
  const [owed] = open()
  const { id: donationId, donorId, receiverId } = owed!
  const sends = () => does(donorId, { kind: 'send_receipt', donationId, memberId: donorId, image: HASH })
  const shows = (answerDueAt: number | null, memberId = receiverId!) => {
    const sent = open().find(({ id }) => id === donationId)!
    return faultsOf(memberId, { donations: [{ ...honest(sent), answerDueAt }] })
  }
  sends()
  const due = at() + 5 * DAY_MS
  expect([shows(due), shows(due, donorId)]).toEqual([[], []])
  for (const lie of [due + 3 * DAY_MS, due - DAY_MS, null]) expect(shows(lie), String(lie)).toEqual(['own.differs'])
  // One that replaces it gives no more time, nor do other days that are set since.
  wait(24)
  write('cida', 'circle.answer_days_set', { days: '10' })
  sends()
  expect([shows(due), shows(at() + 5 * DAY_MS)]).toEqual([[], ['own.differs']])
  does(receiverId, { kind: 'reject_receipt', donationId, memberId: receiverId! })
  sends()
  expect([shows(at() + 10 * DAY_MS), shows(due)]).toEqual([[], ['own.differs']])
})

test('a draw that asks for somebody’s number is shown to them, with its time', () => {
  const told = rodaLedger()
  const until = Date.UTC(2026, 10, 12, 12)
  const [joinUntil, openUntil] = [until, until + DAY_MS].map((time) => new Date(time).toISOString())
  const begun = { drawId: 'd', commitment: HASH, joinUntil, openUntil, memberIds: 'ana,bia,cida,davi' }
  told.write('cida', 'draw.begun', begun)
  const honestly = { id: 'd', phase: 'joining', joinUntil: until, isIn: true }
  const shows = (draws: ShownOnPage['draws'], memberId = 'ana', now = until - 2 * DAY_MS) => {
    const read = { books: openLedgerBooks(), keys: openPaymentKeyBooks(), signatures: openSignatures('c'), now }
    const onPage = { upTo: Infinity, ...(draws === undefined ? {} : { draws }) }
    return ownPart(told.entries, read, { memberId, onPage }, { sha256 }).faults.map(({ code }) => code)
  }
  expect([shows([honestly]), shows(undefined)]).toEqual([[], []])
  const lies = [[], null, [{ ...honestly, joinUntil: until - DAY_MS }], [{ ...honestly, isIn: false }]]
  for (const lie of [...lies, [{ ...honestly, phase: 'lapsed' }]]) expect(shows(lie)).toEqual(['own.draw_hidden'])
  // Over, or of others.
  expect([shows([], 'ana', until), shows([], 'eva')]).toEqual([[], []])
  told.write('ana', 'draw.joined', { drawId: 'd', memberId: 'ana', commitment: HASH })
  expect([shows([], 'ana'), shows([], 'bia')]).toEqual([[], ['own.draw_hidden']])
  told.write(null, 'draw.lapsed', { drawId: 'd', reason: 'no_reveal' })
  expect(shows([], 'bia')).toEqual([])
})

test('an order is said to come from where it does, and to have changed as often', () => {
  const told = rodaLedger()
  const shows = (order: NonNullable<ShownOnPage['order']>, upTo = Infinity) => {
    const read = { books: openLedgerBooks(), keys: openPaymentKeyBooks(), signatures: openSignatures('c') }
    return ownPart(told.entries, read, { memberId: 'ana', onPage: { upTo, order } }, { sha256 }).faults.map(
      ({ code }) => code,
    )
  }
  const none = { drawId: null, isAgreed: false, isBroughtIn: false, changes: 0, withoutReason: 0 }
  const drawn = { ...none, drawId: 'd' }
  expect([shows(none), shows(drawn)]).toEqual([[], ['own.turns_differ']])
  for (const [index, memberId] of ['davi', 'ana'].entries())
    told.does('cida', { kind: 'place', memberId, level: 1, position: index + 1, isReceiver: false })
  const placed = told.entries.length
  told.write('cida', 'queue.reason', { change: String(placed - 1), hash: HASH })
  const byHand = { ...none, changes: 2, withoutReason: 1 }
  expect(shows(byHand)).toEqual([])
  for (const lie of [{ drawId: 'd' }, { isAgreed: true }, { isBroughtIn: true }, { changes: 1 }, { withoutReason: 0 }])
    expect(shows({ ...byHand, ...lie }), JSON.stringify(lie)).toEqual(['own.turns_differ'])
  // An answer from before the last of them may still say less.
  expect(shows({ ...byHand, changes: 1 }, 1)).toEqual([])
  for (const entryId of told.state().entries.keys()) told.does('cida', { kind: 'remove', entryId })
  told.draw()
  expect([shows(drawn), shows(byHand)]).toEqual([[], ['own.turns_differ']])
  const [first, second] = [...told.state().entries.keys()] as [string, string]
  told.does('cida', { kind: 'swap', entryId: first, otherEntryId: second })
  expect([shows({ ...drawn, changes: 1, withoutReason: 1 }), shows(drawn)]).toEqual([[], ['own.turns_differ']])
  told.write('cida', 'order.proposed', { orderId: 'o', memberIds: 'ana,bia', hash: HASH })
  told.does(null, { kind: 'apply_draw', drawId: 'o', memberIds: ['bia', 'ana', 'cida', 'davi'] })
  expect([shows({ ...none, isAgreed: true }), shows(drawn)]).toEqual([[], ['own.turns_differ']])
})

test('a place handed over has the sums by which its two people signed that they settle', () => {
  const told = rodaLedger()
  const asked = { substituteId: 's', memberId: 'ana', subjectId: 'eva', given: '30000', received: '0', hash: HASH }
  told.write('ana', 'substitute.asked', asked)
  const honestly = { id: 's', memberId: 'ana', newcomerId: 'eva', givenCents: 30_000, receivedCents: 0 }
  const shows = (lie: object) => {
    const read = { books: openLedgerBooks(), keys: openPaymentKeyBooks(), signatures: openSignatures('c') }
    const shown = { memberId: 'eva', substitutes: [{ ...honestly, ...lie }] }
    return ownPart(told.entries, read, shown, { sha256 }).faults.map(({ code }) => code)
  }
  expect(shows({})).toEqual([])
  for (const lie of [{ givenCents: 90_000 }, { receivedCents: 30_000 }, { memberId: 'bia' }, { id: 't' }])
    expect(shows(lie)).toEqual(['own.result_differs'])
})

test('a place is said to be accepted, or handed over, only once it is: the two settle in cash then', () => {
  const told = rodaLedger()
  const between = { substituteId: 's', memberId: 'ana', given: '30000', received: '0', hash: HASH }
  const shows = (stage?: 'accepted' | 'done') => {
    const read = { books: openLedgerBooks(), keys: openPaymentKeyBooks(), signatures: openSignatures('c') }
    const one = { id: 's', memberId: 'ana', newcomerId: 'eva', givenCents: 30_000, receivedCents: 0 }
    const shown = { memberId: 'eva', substitutes: [{ ...one, ...(stage ? { stage } : {}) }] }
    return ownPart(told.entries, read, shown, { sha256 }).faults.map(({ code }) => code)
  }
  const all = () => [shows(), shows('accepted'), shows('done')].map(([fault]) => fault === undefined)
  told.write('ana', 'substitute.asked', { ...between, subjectId: 'eva' })
  expect(all()).toEqual([true, false, false])
  told.write('eva', 'substitute.accepted', { substituteId: 's', memberId: 'eva', hash: HASH })
  expect(all()).toEqual([true, true, false])
  const sums = { givenCents: 30_000, receivedCents: 0 }
  const place = { substituteId: 's', memberId: 'ana', newcomerId: 'eva', entryId: 'e', turnId: 't', level: 1 }
  told.write('cida', 'place.handed_over', { ...place, ...sums })
  expect(all()).toEqual([true, true, true])
})
