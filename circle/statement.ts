import type { LedgerEntry } from '#circle/ledger/entry.ts'
import type { DonationType } from './plan.ts'
import { nextPeriod, periodStart } from './period.ts'

/** Money that moved, as one entry of the ledger says it. `at` is epoch ms; a null receiver is the administrative account. */
export type Movement = {
  readonly seq: number
  readonly hash: string
  readonly at: number
  readonly donationId: string
  readonly donorId: string
  readonly receiverId: string | null
  readonly type: DonationType
  readonly amountCents: number
}

type Moved = Omit<Movement, 'seq' | 'hash' | 'at'> & { readonly cents?: number }

/** A month (`2026-11`) or a year (`2026`) in America/Sao_Paulo. */
export type StatementPeriod = string

/** The movement that an entry records: a donation, a part of one, or its rest; null for an entry that moves no money. */
export function movementOf({ seq, hash, at, kind, payload }: LedgerEntry): Movement | null {
  if (kind !== 'donation.confirmed' && kind !== 'donation.part_confirmed') return null
  const { donationId, donorId, receiverId, type, cents, ...whole } = payload as Moved
  const amountCents = cents ?? whole.amountCents
  return { seq, hash, at: Date.parse(at), donationId, donorId, receiverId, type, amountCents }
}

/** The instants between which a period lies: from the first, and before the second. */
export function spanOf(period: StatementPeriod): { readonly from: number; readonly before: number } {
  if (period.length === 4) return { from: periodStart(`${period}-01`), before: periodStart(`${Number(period) + 1}-01`) }
  return { from: periodStart(period), before: periodStart(nextPeriod(period)) }
}

export type Statement = {
  readonly given: readonly Movement[]
  readonly received: readonly Movement[]
  readonly givenCents: number
  readonly receivedCents: number
}

/** The confirmed donations that a member gave and received in a period, in the order of the ledger, and their sums. */
export function statementOf(
  movements: readonly Movement[],
  { memberId, period }: { readonly memberId: string; readonly period: StatementPeriod },
): Statement {
  const { from, before } = spanOf(period)
  const inside = movements.filter(({ at }) => at >= from && at < before)
  const given = inside.filter(({ donorId }) => donorId === memberId)
  const received = inside.filter(({ receiverId }) => receiverId === memberId)
  return { given, received, givenCents: sumOf(given), receivedCents: sumOf(received) }
}

export function sumOf(movements: readonly Pick<Movement, 'amountCents'>[]): number {
  return movements.reduce((total, { amountCents }) => total + amountCents, 0)
}
