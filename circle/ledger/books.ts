import type { DonationFacts } from '#circle/state.ts'
import { openDebts } from './books-debts.ts'
import { openDonations } from './books-donations.ts'
import type { OwnDonation } from './books-donations.ts'
import { BooksFault, broughtFacts, centsOf, donationFacts, textOf } from './books-facts.ts'
import type { BooksFaultCode, Facts } from './books-facts.ts'

export type Money = {
  readonly givenCents: number
  readonly receivedCents: number
  readonly administrationCents: number
  readonly openCents: number
  readonly waitingCents: number
}

/**
 * Books kept from a ledger alone, trusting nothing in it: what is owed, given and received, centavo by centavo. Kinds
 * that move no money pass unread, so that a newer ledger still verifies.
 */
export function openLedgerBooks() {
  const debts = openDebts()
  const donations = openDonations(debts)
  const sums = openSums()
  let isCreated = false

  /** Records an entry. Answers its fault, or null; a faulty entry changes nothing. */
  function record(seq: number, kind: string, payload: Facts): BooksFaultCode | null {
    try {
      if ((kind === 'circle.created') === isCreated) throw new BooksFault('books.no_circle')
      isCreated = true
      apply(seq, kind, payload)
      donations.noteDeadline(payload)
      return null
    } catch (error) {
      if (error instanceof BooksFault) return error.code
      throw error
    }
  }

  function apply(seq: number, kind: string, payload: Facts): void {
    switch (kind) {
      case 'shares.taken':
        return debts.take(payload)
      case 'obligation.owed':
        return debts.owe(payload)
      case 'obligation.void':
        return debts.voidObligation(payload)
      case 'contribution.counted':
        return debts.count(payload)
      case 'donation.matched':
        return donations.make(seq, donationFacts(payload))
      case 'place.handed_over':
        return debts.handOver(textOf(payload, 'memberId'), textOf(payload, 'newcomerId'))
      case 'donation.handed_over':
        return donations.handOver(seq, donationFacts(payload))
      case 'donation.receipt_sent':
        return donations.sendReceipt(seq, payload)
      case 'donation.receipt_replaced':
        return donations.changeReceipt(seq, payload, 'donorId', 'receipt_sent')
      case 'donation.receipt_rejected':
        return donations.changeReceipt(seq, payload, 'receiverId', 'open')
      case 'donation.confirmed':
        return sums.give(donationFacts(payload), donations.confirm(seq, donationFacts(payload), centsOf(payload)))
      case 'donation.part_confirmed':
        return sums.give(donationFacts(payload), donations.confirmPart(seq, donationFacts(payload), centsOf(payload)))
      case 'donation.expired':
        return donations.endUnpaid(seq, donationFacts(payload), 'expired')
      case 'donation.cancelled':
        return donations.endUnpaid(seq, donationFacts(payload), 'cancelled')
      case 'contribution.paused':
        return donations.pause(payload)
      case 'donation.reported':
        return donations.report(payload, true)
      case 'report.ended':
        return donations.report(payload, false)
      case 'circle.brought_in':
        return sums.bring(payload)
      case 'turn.completed':
        return sums.holdTurn(payload, 'receivedCents')
      case 'upgrade.accepted':
        return sums.holdTurn(payload, 'balanceCents')
      default:
    }
  }

  /** The totals of the whole ledger. */
  const money = (): Money => ({
    ...sums.totals(),
    openCents: donations.openCents(),
    waitingCents: debts.waitingCents(),
  })

  /** One member's part: what was given and received, and every donation of theirs. */
  const own = (memberId: string): OwnPart => ({ ...sums.of(memberId), donations: donations.of(memberId) })

  return { record, money, own, waitingOf: debts.waitingOf }
}

export type Books = ReturnType<typeof openLedgerBooks>

type OwnPart = {
  readonly givenCents: number
  readonly receivedCents: number
  /** The part of it from before the roda came in; null for who was not in it then. */
  readonly brought: Brought | null
  readonly donations: readonly OwnDonation[]
}

type Brought = { readonly givenCents: number; readonly receivedCents: number }

/** The sums given and received, by member and by turn. */
function openSums() {
  const turns = new Map<string, number>()
  const given = new Map<string, number>()
  const received = new Map<string, number>()
  const before = new Map<string, Brought>()
  let administrationCents = 0

  function give({ donorId, receiverId, turnId }: DonationFacts, cents: number): void {
    add(given, donorId, cents)
    if (receiverId === null) administrationCents += cents
    else add(received, receiverId, cents)
    if (turnId !== null) add(turns, turnId, cents)
  }

  /** The sums that each gave and received before the roda came in: not a cent more was received than was given. */
  function bring({ places }: Facts): void {
    const rows = Array.isArray(places) ? places.map(broughtFacts) : []
    const off = rows.reduce((cents, row) => cents + row.givenCents - row.receivedCents, 0)
    if (rows.length === 0 || off !== 0) throw new BooksFault('books.not_conserved')
    for (const { memberId, givenCents, receivedCents } of rows) {
      add(given, memberId, givenCents)
      add(received, memberId, receivedCents)
      before.set(memberId, { givenCents, receivedCents })
    }
  }

  /** Checks that the sum an entry states for a turn is what was confirmed in it. */
  function holdTurn(payload: Facts, field: 'receivedCents' | 'balanceCents'): void {
    if (payload[field] !== (turns.get(textOf(payload, 'turnId')) ?? 0)) throw new BooksFault('books.turn_sum')
  }

  const totals = () => ({ givenCents: sum(given.values()), receivedCents: sum(received.values()), administrationCents })

  const of = (memberId: string) => ({
    givenCents: given.get(memberId) ?? 0,
    receivedCents: received.get(memberId) ?? 0,
    brought: before.get(memberId) ?? null,
  })

  return { give, bring, holdTurn, totals, of }
}

function add(totals: Map<string, number>, id: string, cents: number): void {
  totals.set(id, (totals.get(id) ?? 0) + cents)
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}
