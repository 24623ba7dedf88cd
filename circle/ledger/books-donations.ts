import type { DonationFacts } from '#circle/state.ts'
import type { Debts } from './books-debts.ts'
import { BooksFault, centsOf, textOf } from './books-facts.ts'
import type { Facts } from './books-facts.ts'

export type OwnDonation = {
  readonly donationId: string
  readonly donorId: string
  readonly receiverId: string | null
  readonly amountCents: number
  /** The centavos of it that came in parts, before it was confirmed as a whole. */
  paidCents: number
  status: 'open' | 'receipt_sent' | 'confirmed' | 'expired' | 'cancelled'
  /** Until when (epoch ms) it is to be paid; null where no entry says. */
  deadlineAt: number | null
  /** Whether a report of it is open. */
  isReported: boolean
  /** The latest case about it. */
  caseId: string | null
  /** When it is asked for again (epoch ms), where its month was left out; else null. */
  pausedUntil: number | null
  /** The sum of the latest receipt, and the hash of the PIX transaction named with it. */
  sentCents: number
  payment: string | null
  /** The entry that last changed it. */
  seq: number
}

/** Each with the facts that it was made with, by its id. */
type Donations = Map<string, OwnDonation & { facts: DonationFacts }>

/** The donations of a ledger: each is made once, for a debt, and keeps the facts that it was made with. */
export function openDonations(debts: Debts) {
  const donations: Donations = new Map()
  /** By obligation: a donation that is made of it anew is left out, too. */
  const paused = new Map<string, number>()

  function make(seq: number, facts: DonationFacts): void {
    if (donations.has(facts.donationId)) throw new BooksFault('books.made_twice')
    if (facts.donorId === facts.receiverId) throw new BooksFault('books.to_oneself')
    if ((facts.receiverId === null) !== (facts.target === 'administration')) throw new BooksFault('books.differs')
    const owed = debts.getOwed({ ...facts, memberId: facts.donorId })
    if (owed.open !== null) throw new BooksFault('books.made_twice')
    owed.open = facts.donationId
    const pausedUntil = paused.get(facts.obligationId) ?? null
    donations.set(facts.donationId, { ...openDonation(seq, facts), pausedUntil, facts })
  }

  /** Every entry about a donation that moves its deadline says so. */
  function noteDeadline({ donationId, deadlineAt }: Facts): void {
    const donation = donations.get(String(donationId))
    if (donation && typeof deadlineAt === 'number') donation.deadlineAt = deadlineAt
  }

  function pause({ donationId, obligationId, until }: Facts): void {
    const donation = donations.get(String(donationId))
    if (typeof until !== 'number') throw new BooksFault('books.unreadable')
    paused.set(String(obligationId), until)
    if (donation) donation.pausedUntil = until
  }

  /** A report of a donation was opened, or ended; one may end after its donation. */
  function report({ donationId, reportId }: Facts, isReported: boolean): void {
    const donation = donations.get(String(donationId))
    if (!donation) return
    donation.isReported = isReported
    if (isReported) donation.caseId = String(reportId)
  }

  /** An unpaid donation goes on with other parties, each fact beside them as it was made. */
  function handOver(seq: number, facts: DonationFacts): void {
    const donation = getOpen(donations, facts.donationId)
    const { donorId, receiverId } = facts
    getSame(donations, { ...facts, donorId: donation.donorId, receiverId: donation.receiverId })
    if (donation.status !== 'open' || donorId === receiverId) throw new BooksFault('books.differs')
    debts.getOwed({ ...facts, memberId: donorId })
    donations.set(facts.donationId, { ...donation, donorId, receiverId, seq, facts })
  }

  const changes = { handOver, ...receiptsOf(donations), ...endsOf(donations, debts), pause, report }
  return { make, noteDeadline, ...changes, ...listsOf(donations) }
}

function openDonation(seq: number, { donationId, donorId, receiverId, amountCents }: DonationFacts): OwnDonation {
  return {
    donationId,
    donorId,
    receiverId,
    amountCents,
    paidCents: 0,
    status: 'open',
    deadlineAt: null,
    isReported: false,
    caseId: null,
    pausedUntil: null,
    sentCents: 0,
    payment: null,
    seq,
  }
}

/** The receipts that come, are replaced and are rejected. */
function receiptsOf(donations: Donations) {
  function sendReceipt(seq: number, payload: Facts): void {
    const donation = getOpen(donations, textOf(payload, 'donationId'))
    if (donation.donorId !== payload['donorId']) throw new BooksFault('books.differs')
    donation.status = 'receipt_sent'
    donation.seq = seq
    takeReceipt(donation, payload)
  }

  /** A receipt that waits is replaced by its donor, or rejected by its receiver. */
  function changeReceipt(
    seq: number,
    payload: Facts,
    by: 'donorId' | 'receiverId',
    status: 'open' | 'receipt_sent',
  ): void {
    const donation = getOpen(donations, textOf(payload, 'donationId'))
    if (donation.status !== 'receipt_sent') throw new BooksFault('books.no_receipt')
    if (donation[by] !== textOf(payload, by)) throw new BooksFault('books.differs')
    donation.status = status
    donation.seq = seq
    if (status === 'receipt_sent') takeReceipt(donation, payload)
  }

  return { sendReceipt, changeReceipt }
}

function takeReceipt(donation: OwnDonation, payload: Facts): void {
  donation.sentCents = sentSum(donation, payload)
  donation.payment = typeof payload['payment'] === 'string' ? payload['payment'] : null
}

/** How much a receipt is for: the whole donation where it says nothing, and never more than what is left. */
function sentSum({ amountCents, paidCents }: OwnDonation, payload: Facts): number {
  const cents = centsOf(payload) ?? amountCents
  if (cents + paidCents > amountCents) throw new BooksFault('books.part_sum')
  return cents
}

/** How donations are paid, in whole or in part, or end unpaid, and their debts with them. */
function endsOf(donations: Donations, debts: Debts) {
  /** The whole came, or all that was left: exactly what its receipt was for. Answers that sum. */
  function confirm(seq: number, facts: DonationFacts, cents: number | null): number {
    const donation = getSame(donations, facts)
    const came = confirmSent(donation, cents)
    if (came + donation.paidCents !== donation.amountCents) throw new BooksFault('books.part_sum')
    donation.status = 'confirmed'
    donation.seq = seq
    debts.settle(facts.obligationId)
    return came
  }

  /** A part came, exactly what its receipt was for, and something is left. Answers it. */
  function confirmPart(seq: number, facts: DonationFacts, cents: number | null): number {
    const donation = getSame(donations, facts)
    const came = confirmSent(donation, cents)
    if (came + donation.paidCents >= donation.amountCents) throw new BooksFault('books.part_sum')
    donation.status = 'open'
    donation.seq = seq
    donation.paidCents += came
    debts.payPart(facts.obligationId, came)
    return came
  }

  function endUnpaid(seq: number, facts: DonationFacts, status: 'expired' | 'cancelled'): void {
    const donation = getSame(donations, facts)
    donation.status = status
    donation.seq = seq
    debts.reopen(facts.obligationId)
  }

  return { confirm, confirmPart, endUnpaid }
}

function confirmSent({ status, sentCents, amountCents }: OwnDonation, cents: number | null): number {
  if (status !== 'receipt_sent') throw new BooksFault('books.no_receipt')
  if ((cents ?? amountCents) !== sentCents) throw new BooksFault('books.part_sum')
  return sentCents
}

function getOpen(donations: Donations, donationId: string) {
  const donation = donations.get(donationId)
  if (!donation || (donation.status !== 'open' && donation.status !== 'receipt_sent'))
    throw new BooksFault('books.not_open')
  return donation
}

/** An open donation, held to the facts it was made with. */
function getSame(donations: Donations, facts: DonationFacts) {
  const donation = getOpen(donations, facts.donationId)
  const made = donation.facts
  const same = (['obligationId', 'donorId', 'receiverId', 'turnId', 'type', 'amountCents', 'target'] as const).every(
    (field) => made[field] === facts[field],
  )
  if (!same) throw new BooksFault('books.differs')
  return donation
}

function listsOf(donations: Donations) {
  /** Every donation of one member, given or received. */
  const of = (memberId: string): OwnDonation[] =>
    [...donations.values()]
      .filter(({ donorId, receiverId }) => donorId === memberId || receiverId === memberId)
      .map(({ facts: _facts, ...donation }): OwnDonation => donation)

  /** The sum of the donations that are on their way, in centavos. */
  function openCents(): number {
    let cents = 0
    for (const { status, amountCents, paidCents } of donations.values())
      if (status === 'open' || status === 'receipt_sent') cents += amountCents - paidCents
    return cents
  }

  return { of, openCents }
}
