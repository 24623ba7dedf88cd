import { settleDonation } from './donation.ts'
import { match } from './matching.ts'
import { refuse } from './refusal.ts'
import { voidForgone } from './release.ts'
import { emit, factsOf, getOpenDonation } from './session.ts'
import type { Session } from './session.ts'
import type { DonationOutcome, Report, ReportStatus } from './state.ts'

export type Resolution = 'RESOLVED' | 'REJECTED' | 'INVESTIGATING' | 'NEEDS_MORE_INFO'

/** Either party of an open donation may report it, once. The report stops the expiry clock. */
export function reportDonation(
  session: Session,
  command: { reportId: string; donationId: string; memberId: string },
): void {
  const { reportId, memberId } = command
  const donation = getOpenDonation(session, command.donationId)
  if (donation.donorId !== memberId && donation.receiverId !== memberId) refuse('donation.not_party')
  if (donation.reportId !== null) refuse('donation.already_reported')
  emit(session, { kind: 'donation.reported', reportId, donationId: donation.id, reporterId: memberId })
}

/** An administrator moves an open report to any of the four statuses; the two last end it and keep the donation as it is. */
export function setReportStatus(session: Session, command: { reportId: string; status: ReportStatus }): void {
  const report = getOpenReport(session, command.reportId)
  const { status } = command
  if (status === 'RESOLVED' || status === 'DISMISSED') end(session, report, status, 'keep')
  else if (status !== report.status) {
    emit(session, { kind: 'report.status_changed', reportId: report.id, donationId: report.donationId, status })
  }
  match(session)
}

/** RESOLVED and REJECTED end the report; INVESTIGATING and NEEDS_MORE_INFO keep it open. Only RESOLVED may decide what becomes of the donation. */
export function resolveReport(
  session: Session,
  command: { reportId: string; resolution: Resolution; outcome: DonationOutcome },
): void {
  const { resolution, outcome } = command
  if (resolution !== 'RESOLVED' && outcome !== 'keep') refuse('report.outcome_not_allowed')
  if (resolution === 'INVESTIGATING' || resolution === 'NEEDS_MORE_INFO') {
    setReportStatus(session, { reportId: command.reportId, status: 'INVESTIGATING' })
    return
  }
  const report = getOpenReport(session, command.reportId)
  end(session, report, resolution === 'RESOLVED' ? 'RESOLVED' : 'DISMISSED', outcome)
  match(session)
}

function end(session: Session, report: Report, status: 'RESOLVED' | 'DISMISSED', outcome: DonationOutcome): void {
  const donation = session.state.donations.get(report.donationId)
  if (!donation && outcome !== 'keep') refuse('donation.ended')
  emit(session, { kind: 'report.ended', reportId: report.id, donationId: report.donationId, status, outcome })
  if (!donation) return
  if (outcome === 'confirm') settleDonation(session, donation)
  else if (outcome === 'cancel') {
    emit(session, { kind: 'donation.cancelled', ...factsOf(donation), reason: 'report' })
    voidForgone(session, donation)
  } else if (donation.status === 'PENDING_PAYMENT') {
    // The clock stood still while the report was open, so the donor keeps the time that was left.
    const deadlineAt = donation.deadlineAt + Math.max(0, session.now - report.reportedAt)
    emit(session, { kind: 'donation.deadline_moved', donationId: donation.id, deadlineAt })
  }
}

function getOpenReport({ state }: Session, reportId: string): Report {
  return state.reports.get(reportId) ?? refuse('report.ended')
}
