import { DAY_MS } from './period.ts'
import type { Donation, Report } from './state.ts'

/**
 * How long a donor's own report stops their deadline at most, and so the first case that the administration opens about a donation:
 * neither must be a way of never paying.
 */
export const OWN_REPORT_STOP_MS = 14 * DAY_MS

/** After a rejected receipt the donor always has at least this long to send another. */
const ANOTHER_RECEIPT_MS = 2 * DAY_MS

/** Of the open reports as much as the clock asks for. */
type Reports<Open = Holding> = { readonly reports: ReadonlyMap<string, Open> }
type Timed = Pick<Donation, 'donorId' | 'deadlineAt' | 'reportId' | 'rejectedAt' | 'isUndecided'>

export function findOpenReport<Open>(
  { reports }: Reports<Open>,
  { reportId }: Pick<Donation, 'reportId'>,
): Open | null {
  return reportId === null ? null : (reports.get(reportId) ?? null)
}

type Holding = Pick<Report, 'reporterId' | 'reportedAt' | 'holdsMs'>

/**
 * When a report stops holding the deadline, in epoch ms: a donor's own, and one that says so. Null where it holds until it is
 * decided: after a rejected receipt each does, since the donor may have paid.
 */
export function reportHoldsUntil(
  { donorId, isUndecided }: Pick<Donation, 'donorId' | 'isUndecided'>,
  { reporterId, reportedAt, holdsMs }: Holding,
): number | null {
  const most = holdsMs ?? (reporterId === donorId ? OWN_REPORT_STOP_MS : null)
  return most === null || isUndecided ? null : reportedAt + most
}

/**
 * Whether a report that holds for a time alone came when the deadline had passed: it stops nothing. The server asks the same of
 * its tables (server/donations/expire.ts), and a test holds the two equal.
 */
export function cameLate(donation: Omit<Timed, 'reportId'>, report: Holding): boolean {
  const { deadlineAt, rejectedAt } = donation
  if (reportHoldsUntil(donation, report) === null) return false
  return deadlineAt < Math.max(report.reportedAt, rejectedAt ?? report.reportedAt)
}

/** How long the open report has stopped the clock by `now`, since the deadline was last set. */
export function stoppedMs(state: Reports, donation: Timed, now: number): number {
  const report = findOpenReport(state, donation)
  if (!report) return 0
  const from = Math.max(report.reportedAt, donation.rejectedAt ?? report.reportedAt)
  const until = Math.min(now, reportHoldsUntil(donation, report) ?? now)
  return Math.max(0, until - from)
}

/** The time that a donor has left at `now`, in ms: below zero past the deadline. */
export function timeLeftMs(state: Reports, donation: Timed, now: number): number {
  return donation.deadlineAt + stoppedMs(state, donation, now) - now
}

/** The deadline after a receipt was rejected at `now`: with the time that was left when it was first sent, or two days. */
export function deadlineAfterRejection({ leftMs }: Pick<Donation, 'leftMs'>, now: number): number {
  return now + Math.max(leftMs ?? 0, ANOTHER_RECEIPT_MS)
}

/**
 * The deadline of a donation that a decision kept at `now`: with the time that its report held, and after a rejected receipt
 * with two days at least.
 */
export function deadlineAfterReport(
  { deadlineAt, isUndecided }: Pick<Donation, 'deadlineAt' | 'isUndecided'>,
  heldMs: number,
  now: number,
): number {
  return Math.max(deadlineAt + heldMs, isUndecided ? now + ANOTHER_RECEIPT_MS : 0)
}

/**
 * Whether an unpaid donation is past its deadline. The other party's open report holds it; the donor's own holds it for
 * as long as it may.
 */
export function isPastDeadline(state: Reports, donation: Timed & Pick<Donation, 'status'>, now: number): boolean {
  if (donation.status !== 'PENDING_PAYMENT') return false
  const report = findOpenReport(state, donation)
  if (report && reportHoldsUntil(donation, report) === null) return false
  return timeLeftMs(state, donation, now) < 0
}
