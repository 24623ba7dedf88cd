import { deadlineAfterReport, findOpenReport, OWN_REPORT_STOP_MS, stoppedMs } from './clock.ts'
import { mayWaitAgain, REJECTIONS_MAX, serveLast, settleDonation, voidContribution } from './donation.ts'
import { match } from './matching.ts'
import { refuse } from './refusal.ts'
import { mayBeOwedAgain, voidForgone, whyForgone } from './release.ts'
import { emit, factsOf, getOpenDonation, voidObligation } from './decision.ts'
import { isCounted } from './shares.ts'
import type { Decision, HasState } from './decision.ts'
import type { AppealDecision, CircleState, Donation, DonationOutcome, Report, ReportStatus } from './state.ts'

export type Resolution = 'RESOLVED' | 'REJECTED' | 'INVESTIGATING' | 'NEEDS_MORE_INFO'

/**
 * Either party of an open donation may report it, once. The receiver's report stops the expiry clock until it is decided,
 * the donor's own for fourteen days at most (`clock.ts`).
 */
export function reportDonation(
  decision: Decision,
  command: { reportId: string; donationId: string; memberId: string },
): void {
  const { reportId, memberId } = command
  const donation = getOpenDonation(decision, command.donationId)
  if (donation.donorId !== memberId && donation.receiverId !== memberId) refuse('donation.not_party')
  if (donation.reportId !== null) refuse('donation.already_reported')
  emit(decision, { kind: 'donation.reported', reportId, donationId: donation.id, reporterId: memberId })
}

/**
 * An administrator opens a case of a donation by themselves, although neither party reported it: as often as the one before
 * has been decided. The first of a donation stops the expiry clock as the donor's own report does, a later one not at all; each
 * did until it was decided, in commands that are not `bounded`.
 */
export function openCase(
  decision: Decision,
  { reportId, donationId, bounded }: { reportId: string; donationId: string; bounded?: true },
): void {
  const donation = getOpenDonation(decision, donationId)
  if (findOpenReport(decision.state, donation)) refuse('donation.already_reported')
  const holds = bounded ? { holdsMs: donation.reportId === null ? OWN_REPORT_STOP_MS : 0 } : {}
  emit(decision, { kind: 'donation.reported', reportId, donationId, reporterId: null, ...holds })
}

/**
 * An administrator moves an open report to any of the four statuses; the two last end it and keep the donation as it
 * is.
 */
export function setReportStatus(decision: Decision, command: { reportId: string; status: ReportStatus }): void {
  const report = getOpenReport(decision, command.reportId)
  const { status } = command
  if (status === 'RESOLVED' || status === 'DISMISSED') end(decision, report, status, 'keep')
  else if (status !== report.status) {
    emit(decision, { kind: 'report.status_changed', reportId: report.id, donationId: report.donationId, status })
  }
  match(decision)
}

/**
 * RESOLVED and REJECTED end the report; INVESTIGATING and NEEDS_MORE_INFO keep it open. Only RESOLVED may decide what
 * becomes of the donation.
 */
export function resolveReport(
  decision: Decision,
  command: { reportId: string; resolution: Resolution; outcome: DonationOutcome },
): void {
  const { resolution, outcome } = command
  if (resolution !== 'RESOLVED' && outcome !== 'keep') refuse('report.outcome_not_allowed')
  if (resolution === 'INVESTIGATING' || resolution === 'NEEDS_MORE_INFO') {
    setReportStatus(decision, { reportId: command.reportId, status: 'INVESTIGATING' })
    return
  }
  const report = getOpenReport(decision, command.reportId)
  end(decision, report, resolution === 'RESOLVED' ? 'RESOLVED' : 'DISMISSED', outcome)
  match(decision)
}

/**
 * An administrator decides on appeal: the first decision stands, or another takes its place. Only a donation that is still open
 * can become another by it. One that was confirmed, cancelled or ran out of time has ended: turns, levels and further
 * donations rest on it, and no event takes them back. A case of the same donation that was opened since decides by itself.
 */
export function decideAppeal(
  decision: Decision,
  command: { reportId: string; donationId: string; decision: AppealDecision; outcome: DonationOutcome },
): void {
  const { reportId, donationId, decision: verdict, outcome } = command
  if (verdict === 'UPHELD' && outcome !== 'keep') refuse('report.outcome_not_allowed')
  const donation = decision.state.donations.get(donationId)
  if (outcome !== 'keep') {
    if (!donation) refuse('appeal.donation_ended')
    if (findOpenReport(decision.state, donation)) refuse('appeal.other_case')
  }
  emit(decision, { kind: 'appeal.decided', reportId, donationId, decision: verdict, outcome })
  if (donation) settleBy(decision, donation, outcome)
  match(decision)
}

/** Ends an open donation as the administration decided; `keep` leaves it as it is. */
function settleBy(decision: Decision, donation: Donation, outcome: DonationOutcome): void {
  if (outcome === 'confirm') settleDonation(decision, donation)
  if (outcome !== 'cancel') return
  // A part that came is not in dispute: while its donor is there, the rest stays between the same two people.
  const isOfTwo = donation.parts > 0 && mayBeOwedAgain(decision, donation)
  if (isOfTwo && !areBothGone(decision, donation)) refuse('report.part_paid')
  emit(decision, { kind: 'donation.cancelled', ...factsOf(donation), reason: 'report' })
  if (isOfTwo) return voidObligation(decision, decision.state.obligations.get(donation.obligationId)!, 'nobody_left')
  // A late one is not waited for any more: its receiver is given another, and it is asked of nobody again.
  if (donation.isLate && mayBeOwedAgain(decision, donation) && !staysOwed(decision, donation))
    voidContribution(decision, donation)
  else voidForgone(decision, donation)
}

/**
 * Whether a rest is owed by somebody who went to somebody who left by their own choice: nobody else can receive it, and while it is open
 * that one cannot be erased.
 */
function areBothGone({ state }: HasState, { donorId, receiverId }: Donation): boolean {
  const statusOf = (id: string) => state.members.get(id)!.status
  return isCounted(state) && statusOf(donorId) !== 'approved' && receiverId !== null && statusOf(receiverId) === 'left'
}

/** Whether a late debt has no month that could be over: somebody received that sum, and owes it until it comes. */
function staysOwed({ state }: HasState, { type }: Donation): boolean {
  return type === 'SETTLEMENT' && isCounted(state)
}

function end(decision: Decision, report: Report, status: 'RESOLVED' | 'DISMISSED', outcome: DonationOutcome): void {
  const donation = decision.state.donations.get(report.donationId)
  if (!donation && outcome !== 'keep') refuse('donation.ended')
  const heldMs = donation ? stoppedMs(decision.state, donation, decision.now) : 0
  emit(decision, { kind: 'report.ended', reportId: report.id, donationId: report.donationId, status, outcome })
  if (!donation) return
  settleBy(decision, donation, outcome)
  if (outcome !== 'keep' || donation.status !== 'PENDING_PAYMENT') return
  if (endsWithCase(decision, donation)) return endKept(decision, donation)
  // The donor keeps the time that was left while the report held the clock.
  const deadlineAt = deadlineAfterReport(donation, heldMs, decision.now)
  emit(decision, { kind: 'donation.deadline_moved', donationId: donation.id, deadlineAt })
  // The money of a rejected receipt had not come: its donor is late, as who sent none.
  if (hasHadTime(decision, donation) && donation.rejections > 0 && donation.type === 'PULL')
    serveLast(decision, donation, true)
}

/**
 * Whether a donor whose receipt was rejected has had their time: the deadline passed, or a receipt was rejected again after a
 * decision had kept the donation. Else one receipt after another that is none would keep a turn.
 */
function hasHadTime({ state }: HasState, { isLate, rejections }: Donation): boolean {
  return isLate || (isCounted(state) && rejections > REJECTIONS_MAX)
}

const endsWithCase = (decision: HasState, donation: Donation): boolean =>
  donation.status === 'PENDING_PAYMENT' && donation.isUndecided && !mayWaitAgain(decision, donation)

/**
 * Whether the end of a case ends its donation too although it says `keep`: what its donor says to have paid is lost, as by
 * `cancel`.
 */
export function endsKept(
  state: CircleState,
  command: { readonly reportId: string } & (
    | { readonly kind: 'resolve_report'; readonly resolution: Resolution; readonly outcome: DonationOutcome }
    | { readonly kind: 'set_report_status'; readonly status: ReportStatus }
  ),
): boolean {
  const report = state.reports.get(command.reportId)
  const donation = report && state.donations.get(report.donationId)
  const isKept =
    command.kind === 'resolve_report'
      ? command.outcome === 'keep' && (command.resolution === 'RESOLVED' || command.resolution === 'REJECTED')
      : command.status === 'RESOLVED' || command.status === 'DISMISSED'
  return isKept && donation !== undefined && endsWithCase({ state }, donation)
}

const GONE = { left: 'donor_left', suspended: 'donor_suspended', place_lost: 'place_lost' } as const

/**
 * A donation that a case alone kept open, because its receiver no longer receives or its donor has gone, ends with the case:
 * nobody is to pay it any more, and whoever still owes is matched again.
 */
function endKept(decision: Decision, donation: Donation): void {
  const forgone = whyForgone(decision, donation)
  const reason = forgone === null || forgone === 'period_expired' ? 'receiver_replaced' : GONE[forgone]
  emit(decision, { kind: 'donation.cancelled', ...factsOf(donation), reason })
  voidForgone(decision, donation)
}

function getOpenReport({ state }: Decision, reportId: string): Report {
  return state.reports.get(reportId) ?? refuse('report.ended')
}
