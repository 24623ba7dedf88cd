import { cameLate, isPastDeadline, reportHoldsUntil, stoppedMs } from '#circle/clock.ts'
import type { DonationRow } from './find.ts'
import type { ReportRow } from './read-donations.ts'

/**
 * The deadline, and until when a report stops it. While one does that holds for a time alone, the deadline stays as it was, beside
 * when it ends if nothing is decided; once that report holds nothing any more, what it held is counted in.
 */
export function clockOf(row: DonationRow, report: ReportRow | undefined, now: number) {
  const deadline = { deadline: row.deadlineAt.toISOString(), clock_stopped: null }
  if (row.status !== 'PENDING_PAYMENT' || !report || report.endedAt) return deadline
  const held = holdingOf(report)
  const { state, donation } = forRules(row, held)
  if (cameLate(donation, held)) return deadline
  const until = reportHoldsUntil(row, held)
  if (until === null) return { ...deadline, clock_stopped: { until: null, ends: null } }
  const ends = new Date(donation.deadlineAt + stoppedMs(state, donation, until)).toISOString()
  return now < until
    ? { ...deadline, clock_stopped: { until: new Date(until).toISOString(), ends } }
    : { deadline: ends, clock_stopped: null }
}

/** Whether the rules hold the donation for unpaid past its deadline. */
export function isPastRules(row: DonationRow, open: ReportRow | null, now: number): boolean {
  const { status } = row
  if (status !== 'PENDING_PAYMENT') return false
  const { state, donation } = forRules(row, open && holdingOf(open))
  return isPastDeadline(state, { ...donation, status }, now)
}

const holdingOf = ({ reporterId, reportedAt, holdsMs }: ReportRow) => ({
  reporterId,
  reportedAt: reportedAt.getTime(),
  holdsMs,
})

/** As much of a donation and its open report as the rules' clock asks for. */
function forRules(row: DonationRow, held: ReturnType<typeof holdingOf> | null) {
  const { donorId, reportId, deadlineAt, rejectedAt, isUndecided } = row
  return {
    state: { reports: new Map(held && reportId !== null ? [[reportId, held]] : []) },
    donation: {
      donorId,
      reportId,
      deadlineAt: deadlineAt.getTime(),
      rejectedAt: rejectedAt?.getTime() ?? null,
      isUndecided,
    },
  }
}
