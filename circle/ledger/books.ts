import type { DonationFacts, OwedFacts } from '#circle/state.ts'

/** The faults that the money of a ledger entry can have. */
export type BooksFaultCode =
  | 'books.no_circle'
  | 'books.unreadable'
  | 'books.owed_twice'
  | 'books.second_pull'
  | 'books.not_owed'
  | 'books.made_twice'
  | 'books.to_oneself'
  | 'books.not_open'
  | 'books.differs'
  | 'books.no_receipt'
  | 'books.turn_sum'
  | 'books.not_conserved'

export type OwnDonation = {
  readonly donationId: string
  readonly donorId: string
  readonly receiverId: string | null
  readonly amountCents: number
  status: 'open' | 'receipt_sent' | 'confirmed' | 'expired' | 'cancelled'
  /** The entry that last changed it. */
  seq: number
}

export type Money = {
  readonly givenCents: number
  readonly receivedCents: number
  readonly administrationCents: number
  readonly openCents: number
  readonly waitingCents: number
}

type Facts = Readonly<Record<string, unknown>>
type Owed = Pick<OwedFacts, 'memberId' | 'type' | 'amountCents' | 'target'> & { open: string | null }

/** Thrown inside the books, answered by `record` as a value. */
class Fault extends Error {
  readonly code: BooksFaultCode
  constructor(code: BooksFaultCode) {
    super(code)
    this.code = code
  }
}

/**
 * Books kept from a ledger alone, trusting nothing in it: what is owed, given and received, centavo by centavo. Kinds
 * that move no money pass unread, so that a newer ledger still verifies.
 */
export function openLedgerBooks() {
  const everOwed = new Set<string>()
  const pulls = new Set<string>()
  const outstanding = new Map<string, Owed>()
  const donations = new Map<string, OwnDonation & { facts: DonationFacts }>()
  const turns = new Map<string, number>()
  const given = new Map<string, number>()
  const received = new Map<string, number>()
  let administrationCents = 0
  let isCreated = false

  /** Records an entry. Answers its fault, or null; a faulty entry changes nothing. */
  function record(seq: number, kind: string, payload: Facts): BooksFaultCode | null {
    try {
      if ((kind === 'circle.created') === isCreated) throw new Fault('books.no_circle')
      isCreated = true
      apply(seq, kind, payload)
      return null
    } catch (error) {
      if (error instanceof Fault) return error.code
      throw error
    }
  }

  function apply(seq: number, kind: string, payload: Facts): void {
    switch (kind) {
      case 'obligation.owed':
        return owe(payload)
      case 'obligation.void':
        return voidObligation(payload)
      case 'donation.matched':
        return make(seq, donationFacts(payload))
      case 'donation.receipt_sent':
        return sendReceipt(seq, payload)
      case 'donation.receipt_replaced':
        return changeReceipt(seq, payload, 'donorId', 'receipt_sent')
      case 'donation.receipt_rejected':
        return changeReceipt(seq, payload, 'receiverId', 'open')
      case 'donation.confirmed':
        return confirm(seq, donationFacts(payload))
      case 'donation.expired':
        return endUnpaid(seq, donationFacts(payload), 'expired')
      case 'donation.cancelled':
        return endUnpaid(seq, donationFacts(payload), 'cancelled')
      case 'turn.completed':
        return holdTo(payload, 'receivedCents')
      case 'upgrade.accepted':
        return holdTo(payload, 'balanceCents')
      default:
    }
  }

  function owe(payload: Facts): void {
    const owed = owedFacts(payload)
    const period = payload['period']
    if (everOwed.has(owed.obligationId)) throw new Fault('books.owed_twice')
    const pull = `${String(period)}:${String(owed.target)}:${owed.memberId}`
    if (owed.type === 'PULL' && pulls.has(pull)) throw new Fault('books.second_pull')
    if (owed.type === 'PULL') pulls.add(pull)
    everOwed.add(owed.obligationId)
    outstanding.set(owed.obligationId, { ...owed, open: null })
  }

  function voidObligation(payload: Facts): void {
    const facts = owedFacts(payload)
    const owed = getOwed(facts)
    if (owed.open !== null) throw new Fault('books.not_owed')
    outstanding.delete(facts.obligationId)
  }

  function make(seq: number, facts: DonationFacts): void {
    if (donations.has(facts.donationId)) throw new Fault('books.made_twice')
    if (facts.donorId === facts.receiverId) throw new Fault('books.to_oneself')
    if ((facts.receiverId === null) !== (facts.target === 'administration')) throw new Fault('books.differs')
    const owed = getOwed({ ...facts, memberId: facts.donorId })
    if (owed.open !== null) throw new Fault('books.made_twice')
    owed.open = facts.donationId
    const { donationId, donorId, receiverId, amountCents } = facts
    donations.set(donationId, { donationId, donorId, receiverId, amountCents, status: 'open', seq, facts })
  }

  function sendReceipt(seq: number, payload: Facts): void {
    const donation = getOpen(textOf(payload, 'donationId'))
    if (donation.donorId !== payload['donorId']) throw new Fault('books.differs')
    donation.status = 'receipt_sent'
    donation.seq = seq
  }

  /** A receipt that waits is replaced by its donor, or rejected by its receiver. */
  function changeReceipt(
    seq: number,
    payload: Facts,
    by: 'donorId' | 'receiverId',
    status: 'open' | 'receipt_sent',
  ): void {
    const donation = getOpen(textOf(payload, 'donationId'))
    if (donation.status !== 'receipt_sent') throw new Fault('books.no_receipt')
    if (donation[by] !== textOf(payload, by)) throw new Fault('books.differs')
    donation.status = status
    donation.seq = seq
  }

  function confirm(seq: number, facts: DonationFacts): void {
    const donation = getSame(facts)
    if (donation.status !== 'receipt_sent') throw new Fault('books.no_receipt')
    donation.status = 'confirmed'
    donation.seq = seq
    outstanding.delete(facts.obligationId)
    add(given, facts.donorId, facts.amountCents)
    if (facts.receiverId === null) administrationCents += facts.amountCents
    else add(received, facts.receiverId, facts.amountCents)
    if (facts.turnId !== null) add(turns, facts.turnId, facts.amountCents)
  }

  function endUnpaid(seq: number, facts: DonationFacts, status: 'expired' | 'cancelled'): void {
    const donation = getSame(facts)
    donation.status = status
    donation.seq = seq
    outstanding.get(facts.obligationId)!.open = null
  }

  /** Checks that the sum an entry states for a turn is what was confirmed in it. */
  function holdTo(payload: Facts, field: 'receivedCents' | 'balanceCents'): void {
    if (payload[field] !== (turns.get(textOf(payload, 'turnId')) ?? 0)) throw new Fault('books.turn_sum')
  }

  function getOwed({
    obligationId,
    memberId,
    type,
    amountCents,
    target,
  }: Pick<OwedFacts, 'obligationId' | 'memberId' | 'type' | 'amountCents' | 'target'>): Owed {
    const owed = outstanding.get(obligationId)
    if (!owed) throw new Fault('books.not_owed')
    if (owed.memberId !== memberId || owed.type !== type || owed.amountCents !== amountCents || owed.target !== target)
      throw new Fault('books.differs')
    return owed
  }

  function getOpen(donationId: string) {
    const donation = donations.get(donationId)
    if (!donation || (donation.status !== 'open' && donation.status !== 'receipt_sent'))
      throw new Fault('books.not_open')
    return donation
  }

  /** An open donation, held to the facts it was made with. */
  function getSame(facts: DonationFacts) {
    const donation = getOpen(facts.donationId)
    const made = donation.facts
    const same = (['obligationId', 'donorId', 'receiverId', 'turnId', 'type', 'amountCents', 'target'] as const).every(
      (field) => made[field] === facts[field],
    )
    if (!same) throw new Fault('books.differs')
    return donation
  }

  /** The totals of the whole ledger. */
  function money(): Money {
    let openCents = 0
    for (const { status, amountCents } of donations.values())
      if (status === 'open' || status === 'receipt_sent') openCents += amountCents
    let waitingCents = 0
    for (const { open, amountCents } of outstanding.values()) if (open === null) waitingCents += amountCents
    return {
      givenCents: sum(given.values()),
      receivedCents: sum(received.values()),
      administrationCents,
      openCents,
      waitingCents,
    }
  }

  /** One member's part: what was given and received, and every donation of theirs. */
  function own(memberId: string) {
    const mine = [...donations.values()].filter(
      ({ donorId, receiverId }) => donorId === memberId || receiverId === memberId,
    )
    return {
      givenCents: given.get(memberId) ?? 0,
      receivedCents: received.get(memberId) ?? 0,
      donations: mine.map(({ facts: _facts, ...donation }): OwnDonation => donation),
    }
  }

  return { record, money, own }
}

function owedFacts(payload: Facts): Pick<OwedFacts, 'obligationId' | 'memberId' | 'type' | 'amountCents' | 'target'> {
  return { obligationId: textOf(payload, 'obligationId'), memberId: textOf(payload, 'memberId'), ...amountOf(payload) }
}

function donationFacts(payload: Facts): DonationFacts {
  return {
    donationId: textOf(payload, 'donationId'),
    obligationId: textOf(payload, 'obligationId'),
    donorId: textOf(payload, 'donorId'),
    receiverId: payload['receiverId'] === null ? null : textOf(payload, 'receiverId'),
    turnId: payload['turnId'] === null ? null : textOf(payload, 'turnId'),
    ...amountOf(payload),
  }
}

/**
 * Type, amount and where it goes: an amount is a positive whole number of centavos, a target a level or the
 * administrative account.
 */
function amountOf(payload: Facts): Pick<OwedFacts, 'type' | 'amountCents' | 'target'> {
  const { amountCents, target } = payload
  if (typeof amountCents !== 'number' || !Number.isSafeInteger(amountCents) || amountCents <= 0)
    throw new Fault('books.unreadable')
  if (target !== 1 && target !== 2 && target !== 3 && target !== 'administration') throw new Fault('books.unreadable')
  return { type: textOf(payload, 'type') as OwedFacts['type'], amountCents, target }
}

function textOf(payload: Facts, field: string): string {
  const value = payload[field]
  if (typeof value !== 'string' || value === '') throw new Fault('books.unreadable')
  return value
}

function add(totals: Map<string, number>, id: string, cents: number): void {
  totals.set(id, (totals.get(id) ?? 0) + cents)
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}
