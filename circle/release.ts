import type { Level } from './plan.ts'
import { isBalanced, levelPlan } from './plan.ts'
import { findOpenReport } from './clock.ts'
import { emit, factsOf, findEntryOf, getMember, voidObligation } from './decision.ts'
import type { Decision, HasState } from './decision.ts'
import { restOf, takesParts } from './parts.ts'
import type { CancelReason, CircleState, Donation, Entry, Member, VoidReason } from './state.ts'

/** A receiver's donations without a receipt are cancelled; their obligations go back to the list with their age. */
export function releaseUnpaid(decision: Decision, entry: Entry, reason: CancelReason): void {
  if (entry.turnId === null) return
  for (const donation of unpaid(decision, (candidate) => candidate.turnId === entry.turnId))
    cancelUnpaid(decision, donation, reason)
}

/** Losing a place cancels the member's unpaid PULL to that queue; other debts stay. */
export function cancelUnpaidPull(decision: Decision, memberId: string, level: Level): void {
  cancelUnpaidDebts(
    decision,
    memberId,
    { cancel: 'place_lost', void: 'place_lost' },
    (type, target) => type === 'PULL' && target === level,
  )
}

/**
 * Cancels what a member owes and has not paid: donations without a receipt, and obligations still waiting.
 * A donation with a receipt stays, because money has moved and a person decides; so does one whose receipt was rejected.
 */
export function cancelUnpaidDebts(
  decision: Decision,
  memberId: string,
  reasons: { cancel: CancelReason; void: VoidReason },
  concerns: (type: Donation['type'], target: Donation['target']) => boolean,
): void {
  for (const donation of unpaid(
    decision,
    (candidate) => candidate.donorId === memberId && concerns(candidate.type, candidate.target),
  )) {
    cancelUnpaid(decision, donation, reasons.cancel)
  }
  const waiting = [...decision.state.obligations.values()]
    .filter((owed) => owed.memberId === memberId && owed.status === 'waiting' && concerns(owed.type, owed.target))
    .sort((a, b) => a.order - b.order)
  for (const obligation of waiting) voidObligation(decision, obligation, reasons.void)
}

function cancelUnpaid(decision: Decision, donation: Donation, reason: CancelReason): void {
  if (endsUnpaid(decision, donation)) emit(decision, { kind: 'donation.cancelled', ...factsOf(donation), reason })
}

/**
 * Whether an unpaid donation may end without anybody deciding. One whose receipt was rejected may not, since its donor says
 * that the money has moved; nor one of which a part was confirmed. Instead it becomes a case, where there is none yet, and
 * waits for the administration.
 */
export function endsUnpaid(decision: Decision, donation: Donation): boolean {
  const { id: donationId, isUndecided } = donation
  if (!isUndecided) return true
  if (findOpenReport(decision.state, donation) === null)
    emit(decision, { kind: 'donation.reported', reportId: decision.newId(), donationId, reporterId: null })
  return false
}

/**
 * A person decided that a sent receipt was no payment: the donor owes again, unless leaving the circle, or for a PULL
 * leaving the queue, has cancelled what was not paid.
 */
export function voidForgone(decision: Decision, donation: Donation): void {
  const { obligationId, donorId, type, target } = donation
  const reason = whyForgone(decision, donation)
  if (reason === null) return
  const { amountCents } = decision.state.obligations.get(obligationId)!
  emit(decision, { kind: 'obligation.void', obligationId, memberId: donorId, type, amountCents, target, reason })
  if (target !== 'administration') oweSettlement(decision, donorId, target)
}

/** Whether the donor of an open donation would owe it again if its receipt were no payment. */
export function mayBeOwedAgain(decision: HasState, donation: Donation): boolean {
  return whyForgone(decision, donation) === null
}

/** Why the donor of an open donation would not owe it again; null where they would. */
export function whyForgone(
  decision: HasState,
  { donorId, type, target }: Pick<Donation, 'donorId' | 'type' | 'target'>,
): Exclude<VoidReason, 'nobody_left'> | null {
  const { status } = getMember(decision, donorId)
  if (type === 'SETTLEMENT') return null
  if (status !== 'approved') return status
  return type === 'PULL' && target !== 'administration' && !findEntryOf(decision, donorId, target) ? 'place_lost' : null
}

/**
 * In a balanced plan a member gives what the member receives: who stands outside a queue having received more from it
 * than was given or is still owed to it, owes the difference to that queue.
 */
export function oweSettlement(decision: Decision, memberId: string, level: Level): void {
  const { state } = decision
  const member = state.members.get(memberId)
  if (!member || !isBalanced(state.plan) || findEntryOf(decision, memberId, level)) return
  const amountCents = levelPlan(state.plan, level).donationCents
  let missing = unreturnedCents(state, member, level)
  while (missing >= amountCents) {
    emit(decision, {
      kind: 'obligation.owed',
      obligationId: decision.newId(),
      memberId,
      type: 'SETTLEMENT',
      amountCents,
      target: level,
      period: null,
      order: state.nextOrder,
    })
    missing -= amountCents
  }
}

/** The centavos that a member received from a queue beyond what they gave to it and owe to it already. */
function unreturnedCents({ obligations }: Pick<CircleState, 'obligations'>, member: Member, level: Level): number {
  const owedAlready = [...obligations.values()]
    .filter((owed) => owed.memberId === member.id && owed.target === level)
    .reduce((sum, owed) => sum + owed.amountCents, 0)
  return member.received[level] - member.given[level] - owedAlready
}

/**
 * Whether a member of a roda still has to be asked for what they received, or leave unconfirmed: that began under the terms that
 * they accepted, and ends under them, so that nobody keeps it by not accepting others (circle/ledger/consent.ts).
 */
export function owesBack(
  state: Pick<CircleState, 'plan' | 'members' | 'obligations' | 'donations'>,
  memberId: string,
): boolean {
  const member = state.members.get(memberId)
  if (!member || !takesParts(state)) return false
  let cents = unreturnedCents(state, member, 1)
  for (const donation of state.donations.values())
    if (donation.receiverId === memberId && donation.status === 'PENDING_CONFIRMATION') cents += restOf(state, donation)
  return cents >= levelPlan(state.plan, 1).donationCents
}

function unpaid(decision: Decision, concerns: (donation: Donation) => boolean): Donation[] {
  return [...decision.state.donations.values()]
    .filter((donation) => donation.status === 'PENDING_PAYMENT' && concerns(donation))
    .sort((a, b) => a.order - b.order)
}
