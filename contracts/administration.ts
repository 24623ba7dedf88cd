import { z } from 'zod'
import { defineCall } from './call.ts'
import { adminDonationStats, adminReport, donation, levelStats, monthlyPullResult, paged, reportDetails, reportStats, waitingList } from './entities.ts'
import { resolveReportForm } from './forms/reports.ts'
import { donationStatuses, reportStatuses } from './labels.ts'
import { ADMIN_PAGE_SIZE } from './limits.ts'
import { amountParam, anyId, besideFields, day, idParam, listOf, pageFields, reaisField, typeParam } from './query.ts'

const tag = 'administration'

const common = { dateFrom: day.optional(), dateTo: day.optional(), minAmount: amountParam.optional(), maxAmount: amountParam.optional(), type: typeParam.optional() }
const donationFilter = { status: listOf(donationStatuses).optional(), donorId: anyId.optional(), receiverId: anyId.optional(), id: anyId.optional(), ...common }
const pullBody = z.strictObject({
  donorsCount: z.int().optional(),
  amount: reaisField.optional(),
  type: z.string().max(40).optional(),
  deadlineDays: z.int().optional(),
})

export const administrationCalls = {
  'GET /admin/donations/list': defineCall({
    who: 'admin', looks: 'donations', tag, summary: 'The circle’s donations that meet every filter, newest first.', status: 200,
    query: z.strictObject({ ...pageFields(ADMIN_PAGE_SIZE), ...besideFields, ...donationFilter }),
    answer: paged(donation), refusals: [],
  }),
  'GET /admin/donations/export': defineCall({
    who: 'admin', tag, summary: 'The circle’s donations that meet every filter, as a table for a spreadsheet.', status: 200, query: z.strictObject(donationFilter), produces: 'text/csv', refusals: [],
  }),
  'GET /admin/donations/stats': defineCall({ who: 'admin', tag, summary: 'The circle’s donations by status, and their sum.', status: 200, answer: adminDonationStats, refusals: [] }),
  'GET /admin/donations/reports': defineCall({
    who: 'admin', looks: 'reports', tag, summary: 'The circle’s reports that meet every filter, newest first.', status: 200,
    query: z.strictObject({ ...pageFields(ADMIN_PAGE_SIZE), ...besideFields, status: listOf(reportStatuses).optional(), reporterId: anyId.optional(), donationId: anyId.optional(), ...common }),
    answer: paged(adminReport), refusals: [],
  }),
  'GET /admin/donations/reports/stats': defineCall({
    who: 'admin', tag, summary: 'Totals over the reports that meet the filters.', status: 200,
    query: z.strictObject({ donorId: anyId.optional(), receiverId: anyId.optional(), ...common }), answer: reportStats, refusals: [],
  }),
  'GET /admin/donations/reports/{id}': defineCall({
    who: 'admin', looks: 'reports', tag, summary: 'One report with its donation, whole.', status: 200, params: idParam, answer: reportDetails, refusals: ['resource.not_found'],
  }),
  'PATCH /admin/donations/reports/{id}/status': defineCall({
    who: 'admin', tag, summary: 'Moves a report to another status.', status: 200, params: idParam,
    body: z.strictObject({ status: z.enum(reportStatuses), notes: z.string().trim().max(4000).optional() }), answer: reportDetails,
    refusals: ['resource.not_found', 'report.ended'],
  }),
  'POST /admin/donations/reports/{id}/resolve': defineCall({
    who: 'admin', tag, summary: 'Decides a report, and what becomes of its donation.', status: 201, idempotent: true, params: idParam, body: resolveReportForm,
    answer: reportDetails, refusals: ['resource.not_found', 'report.ended', 'report.outcome_not_allowed', 'donation.ended', 'donation.no_receipt'],
  }),
  'GET /admin/donations/{id}': defineCall({ who: 'admin', looks: 'donations', tag, summary: 'One donation with both parties.', status: 200, params: idParam, answer: donation, refusals: ['resource.not_found'] }),
  'POST /donations/admin/generate-monthly-pull': defineCall({
    who: 'admin', tag, summary: 'The monthly pull: the same operation as cycle 1.', status: 201, idempotent: true, body: pullBody, answer: monthlyPullResult, refusals: ['pull.contradicts_plan', 'pull.period_past'],
  }),
  'POST /donations/admin/cycle/{cycle}/start': defineCall({
    who: 'admin', tag, summary: 'Starts cycle 1, the monthly pull; there is no other.', status: 201, idempotent: true, params: z.strictObject({ cycle: z.string().max(20) }), body: pullBody,
    answer: monthlyPullResult, refusals: ['pull.cycle_unknown', 'pull.contradicts_plan', 'pull.period_past'],
  }),
  'GET /admin/waiting': defineCall({ who: 'admin', tag, summary: 'What waits for a person: how many of each, and the first of them.', status: 200, answer: waitingList, refusals: [] }),
  'GET /donations/admin/level-stats/{level}': defineCall({
    who: 'admin', tag, summary: 'How a level stands in the circle.', status: 200, params: z.strictObject({ level: z.string().max(20) }), answer: levelStats, refusals: ['level.unknown'],
  }),
}
