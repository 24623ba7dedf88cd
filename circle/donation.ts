import { completeTurn } from './levels.ts'
import { match } from './matching.ts'
import { moveToEnd } from './queue.ts'
import { refuse } from './refusal.ts'
import { oweSettlement } from './release.ts'
import { emit, factsOf, findEntryOf, findTurn, getOpenDonation } from './decision.ts'
import type { Decision } from './decision.ts'
import type { Donation } from './state.ts'

/**
 * The donor sends a receipt, or replaces the one sent before. Refused to anybody else, and past the deadline unless a
 * report stopped the clock.
 */
export function sendReceipt(decision: Decision, command: { donationId: string; memberId: string }): void {
  const donation = getOpenDonation(decision, command.donationId)
  if (donation.donorId !== command.memberId) refuse('donation.not_donor')
  if (isExpired(decision, donation)) refuse('donation.expired')
  emit(decision, { kind: 'donation.receipt_sent', donationId: donation.id, donorId: donation.donorId })
}

/** The receiver says that the money came; an administrator says it for the administrative account. */
export function confirm(
  decision: Decision,
  command: { donationId: string; by: { memberId: string } | 'administration' },
): void {
  const donation = getOpenDonation(decision, command.donationId)
  const by = command.by === 'administration' ? null : command.by.memberId
  if (donation.receiverId !== by) refuse('donation.not_receiver')
  settleDonation(decision, donation)
  match(decision)
}

/**
 * Records that the money has arrived: counts it, completes the turn it fills, and allows re-entry when it was the last
 * thing owed.
 */
export function settleDonation(decision: Decision, donation: Donation): void {
  if (donation.status !== 'PENDING_CONFIRMATION') refuse('donation.no_receipt')
  emit(decision, { kind: 'donation.confirmed', ...factsOf(donation) })
  if (donation.type === 'FINAL_PAYMENT_N3') allowReentry(decision, donation.donorId)
  const turn = findTurn(decision, donation.turnId)
  if (turn && turn.status === 'running' && turn.confirmed === turn.required) completeTurn(decision, turn)
  // A receiver who left this rotation before the confirmation may now have received more than was given.
  if (donation.receiverId !== null && donation.target !== 'administration') {
    oweSettlement(decision, donation.receiverId, donation.target)
  }
}

/** Ends every unpaid donation whose deadline has passed and that no report holds. */
export function expireDue(decision: Decision): void {
  const due = [...decision.state.donations.values()]
    .filter((donation) => isExpired(decision, donation))
    .sort((a, b) => a.order - b.order)
  for (const donation of due) {
    emit(decision, { kind: 'donation.expired', ...factsOf(donation) })
    if (donation.type === 'PULL') voidContribution(decision, donation)
  }
  if (due.length > 0) match(decision)
}

/** A contribution not paid is void for its period, and its donor moves to the end of the queue unless receiving. */
function voidContribution(decision: Decision, { obligationId, donorId, type, amountCents, target }: Donation): void {
  emit(decision, {
    kind: 'obligation.void',
    obligationId,
    memberId: donorId,
    type,
    amountCents,
    target,
    reason: 'period_expired',
  })
  if (target === 'administration') return
  const entry = findEntryOf(decision, donorId, target)
  if (entry && !entry.isReceiver) moveToEnd(decision, entry)
}

function isExpired({ state, now }: Decision, donation: Donation): boolean {
  if (donation.status !== 'PENDING_PAYMENT' || now <= donation.deadlineAt) return false
  return donation.reportId === null || !state.reports.has(donation.reportId)
}

/**
 * Allows re-entry after the last final payment: a member who completed the circle again before paying for the first
 * time owes two.
 */
function allowReentry(decision: Decision, memberId: string): void {
  const { members, obligations } = decision.state
  const owesAnother = [...obligations.values()].some(
    (owed) => owed.memberId === memberId && owed.type === 'FINAL_PAYMENT_N3',
  )
  if (members.get(memberId)?.reentry === 'owing' && !owesAnother)
    emit(decision, { kind: 'member.reentry_allowed', memberId })
}
