import { z } from 'zod'
import { donationStatuses, donationTypes, reportStatuses, resolutions } from '../labels.ts'
import { reportCase } from './case.ts'
import { donation } from './donation.ts'
import { id, named, reais, text, time } from './fields.ts'

export const report = z.object({
  id,
  donationId: id,
  /** Null where neither party opened it: `reporter` is the administration then. */
  reporterId: id.nullable(),
  reporter: named,
  donor: named,
  receiver: named,
  amount: reais,
  type: z.enum(donationTypes),
  status: z.enum(reportStatuses),
  donation_status: z.enum(donationStatuses),
  reported_at: time,
  created_at: time,
  updated_at: time,
  report_reason: z.string(),
  report_additional_info: text,
  report_resolved: z.boolean(),
  /** Until when a report stops the deadline that does so for a time alone; null where it stops none, or until decided. */
  deadline_stopped_until: time.nullable(),
  report_resolution: z.enum(resolutions).nullable(),
  report_resolution_message: text,
  donation_outcome: text,
})

/** With the notes that administrators keep to themselves. */
export const adminReport = report.extend({ admin_notes: text })

/** One word of the administration about a report, and the status that came of it. `by` null: before each was kept. */
export const reportStep = z.object({
  id,
  at: time,
  by: named.nullable(),
  status: z.enum(reportStatuses),
  message: text,
  notes: text,
  outcome: text,
})

/** One line of the ledger about a donation, with what it set. `by` null: the circle's own clock. */
export const donationEvent = z.object({
  seq: z.int(),
  at: time,
  kind: z.string(),
  by: named.nullable(),
  deadline: time.nullable(),
  status: text,
  outcome: text,
  reason: text,
})

/** The endings of a person's donations of one side, given or received, so far, and how many of them were reported. */
export const standing = z.object({ confirmed: z.int(), expired: z.int(), cancelled: z.int(), reported: z.int() })

/** A report with all there is to decide it by. `receiver` of the standing is null for the administrative account. */
export const reportDetails = adminReport.extend({
  donation,
  steps: z.array(reportStep),
  history: z.array(donationEvent),
  standing: z.object({ donor: standing, receiver: standing.nullable() }),
  case: reportCase,
  /** It is open, it is the reader's own matter, and so it is of everybody else who could decide it. */
  nobody_decides: z.boolean(),
})

export const reportStats = z.object({
  totalReports: z.int(),
  totalAmountReported: reais,
  reportsThisWeek: z.int(),
  reportsThisMonth: z.int(),
  averageReportAmount: reais,
})
