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
  | 'books.part_sum'
  | 'books.turn_sum'
  | 'books.not_conserved'

/** A payload as it came. */
export type Facts = Readonly<Record<string, unknown>>
/** The facts that a debt is held to. */
export type OwedBy = Pick<OwedFacts, 'obligationId' | 'memberId' | 'type' | 'amountCents' | 'target'>

/** Thrown inside the books, answered by their `record` as a value. */
export class BooksFault extends Error {
  readonly code: BooksFaultCode
  constructor(code: BooksFaultCode) {
    super(code)
    this.code = code
  }
}

/** The facts of a debt, as an entry has them. */
export function owedFacts(payload: Facts): OwedBy {
  return { obligationId: textOf(payload, 'obligationId'), memberId: textOf(payload, 'memberId'), ...amountOf(payload) }
}

/** The facts of a donation, as an entry has them. */
export function donationFacts(payload: Facts): DonationFacts {
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
    throw new BooksFault('books.unreadable')
  if (target !== 1 && target !== 2 && target !== 3 && target !== 'administration')
    throw new BooksFault('books.unreadable')
  return { type: textOf(payload, 'type') as OwedFacts['type'], amountCents, target }
}

/** The sum of a part, as an entry says it; null where it says none. */
export function centsOf({ cents }: Facts): number | null {
  if (cents === undefined) return null
  if (typeof cents !== 'number' || !Number.isSafeInteger(cents) || cents <= 0) throw new BooksFault('books.unreadable')
  return cents
}

/** The sums that one person gave and received before their roda came in: whole centavos, from nothing up. */
export function broughtFacts(row: unknown): { memberId: string; givenCents: number; receivedCents: number } {
  const facts = (row ?? {}) as Facts
  const [givenCents, receivedCents] = [facts['givenCents'], facts['receivedCents']]
  if (!isSum(givenCents) || !isSum(receivedCents)) throw new BooksFault('books.unreadable')
  return { memberId: textOf(facts, 'memberId'), givenCents, receivedCents }
}

function isSum(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

/** A field that must be a text. */
export function textOf(payload: Facts, field: string): string {
  const value = payload[field]
  if (typeof value !== 'string' || value === '') throw new BooksFault('books.unreadable')
  return value
}
