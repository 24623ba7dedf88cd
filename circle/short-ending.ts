import { findUnfinished } from './ending.ts'
import { awaitsRotation } from './rotation.ts'
import { isCounted } from './shares.ts'
import type { CircleState, Obligation } from './state.ts'

/** Before a roda ends with accounts that are not at zero, so many days pass in which whoever loses by it may object. */
export const SHORT_ENDING_DAYS = 14

/** How much somebody gave more than they received, in centavos; below zero where they gave less. */
export type OpenAccount = { readonly memberId: string; readonly cents: number }

/** Those who are not at zero, by their ids. */
export function openAccounts({ members }: Pick<CircleState, 'members'>): OpenAccount[] {
  return [...members.values()]
    .map(({ id, given, received }) => ({ memberId: id, cents: given[1] - received[1] }))
    .filter(({ cents }) => cents !== 0)
    .toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1))
}

/**
 * Whether a roda can end though some are not at zero, since somebody left and does not come back: nobody can be asked for anything
 * more, and nothing is owed but what those owe who left, which they may still pay, and what waits for one of those. Rodas of before
 * end at zero alone.
 */
export function mayEndShort(state: CircleState): boolean {
  const { members, donations, obligations, reports } = state
  const isOfGone = ({ type, memberId, status }: Obligation) =>
    status === 'waiting' || (type === 'SETTLEMENT' && members.get(memberId)!.status !== 'approved')
  return (
    isCounted(state) &&
    awaitsRotation(state) &&
    findUnfinished(state) !== null &&
    reports.size === 0 &&
    [...obligations.values()].every(isOfGone) &&
    [...donations.values()].every(({ status }) => status === 'PENDING_PAYMENT')
  )
}
