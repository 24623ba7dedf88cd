import { z } from 'zod'
import { approvalSummary } from './approvals.ts'
import { defineCall } from './call.ts'
import { adminReport, paged, report, reportCase, reportDetails, reportStats } from './entities.ts'
import { OPEN_DONATION_REFUSALS } from './errors.ts'
import { askForm, reportForm, resolveReportForm, statementForm } from './forms/reports.ts'
import { reportStatuses } from './labels.ts'
import { ADMIN_PAGE_SIZE, IMAGE_BODY_BYTES, REPORTS_PAGE_SIZE } from './limits.ts'
import { anyId, besideFields, donationFilterFields, idParam, listOf, pageFields, personFields } from './query.ts'

const tag = 'reports'

export const reportCalls = {
  'POST /donations/{id}/report': defineCall({
    access: 'approved',
    tag,
    summary: 'A party reports an open donation, once.',
    status: 201,
    idempotent: true,
    signs: 'report',
    params: idParam,
    body: reportForm,
    answer: z.object({ id: z.string(), status: z.literal('PENDING') }),
    refusals: [...OPEN_DONATION_REFUSALS, 'donation.not_party', 'donation.already_reported'],
  }),
  'GET /donations/reports': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller’s own reports, newest first.',
    status: 200,
    query: z.strictObject({
      ...pageFields(REPORTS_PAGE_SIZE),
      ...besideFields,
      resolved: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .optional(),
    }),
    answer: paged(report),
    refusals: [],
  }),
  'GET /donations/reports/{id}': defineCall({
    access: 'approved',
    tag,
    summary: 'One report of the caller’s own.',
    status: 200,
    params: idParam,
    answer: report,
    refusals: ['resource.not_found'],
  }),
  'GET /reports/{id}': defineCall({
    access: 'participant',
    auditAs: 'reports',
    tag,
    summary: 'A report as a case: all that was said, asked and decided, for both parties of its donation.',
    status: 200,
    params: idParam,
    answer: reportCase,
    refusals: ['resource.not_found'],
  }),
  'POST /reports/{id}/statements': defineCall({
    access: 'approved',
    tag,
    summary: 'A party adds words, and a picture if they want, to an open case.',
    status: 201,
    idempotent: true,
    params: idParam,
    body: statementForm,
    bodyLimit: IMAGE_BODY_BYTES,
    answer: reportCase,
    refusals: [
      'resource.not_found',
      'report.ended',
      'report.too_many_today',
      'file.not_image',
      'file.too_large',
      'file.bad_base64',
      'file.too_many_pixels',
      'file.qr_case',
      'file.quota',
      'file.disk_full',
    ],
  }),
  'POST /admin/donations/reports/{id}/ask': defineCall({
    access: 'admin',
    tag,
    summary: 'Asks one party of an open case for something, until a day.',
    status: 201,
    idempotent: true,
    params: idParam,
    body: askForm,
    answer: reportDetails,
    refusals: [
      'resource.not_found',
      'report.ended',
      'report.answer_day',
      'report.no_receiver',
      'report.too_many_today',
    ],
  }),
  'GET /admin/donations/reports': defineCall({
    access: 'admin',
    auditAs: 'reports',
    tag,
    summary: 'The circle’s reports that meet every filter, newest first.',
    status: 200,
    query: z.strictObject({
      ...pageFields(ADMIN_PAGE_SIZE),
      ...besideFields,
      status: listOf(reportStatuses).optional(),
      reporterId: anyId.optional(),
      donationId: anyId.optional(),
      ...personFields,
      ...donationFilterFields,
    }),
    answer: paged(adminReport),
    refusals: [],
  }),
  'GET /admin/donations/reports/stats': defineCall({
    access: 'admin',
    tag,
    summary: 'Totals over the reports that meet the filters.',
    status: 200,
    query: z.strictObject({ donorId: anyId.optional(), receiverId: anyId.optional(), ...donationFilterFields }),
    answer: reportStats,
    refusals: [],
  }),
  'GET /admin/donations/reports/{id}': defineCall({
    access: 'admin',
    auditAs: 'reports',
    tag,
    summary: 'One report with its donation, whole.',
    status: 200,
    params: idParam,
    answer: reportDetails,
    refusals: ['resource.not_found'],
  }),
  'PATCH /admin/donations/reports/{id}/status': defineCall({
    access: 'admin',
    tag,
    summary: 'Moves a report to another status.',
    status: 200,
    params: idParam,
    body: z.strictObject({ status: z.enum(reportStatuses), notes: z.string().trim().max(4000).optional() }),
    answer: reportDetails,
    refusals: ['resource.not_found', 'report.ended'],
  }),
  'POST /admin/donations/reports/{id}/resolve': defineCall({
    access: 'admin',
    approval: ({ donation_outcome: outcome }) => outcome === 'confirm' || outcome === 'cancel',
    tag,
    summary: 'Decides a report, and what becomes of its donation.',
    stepUp: (body) => (body['donation_outcome'] === 'keep' ? null : 'real'),
    status: 201,
    idempotent: true,
    params: idParam,
    body: resolveReportForm,
    answer: reportDetails.extend({ approval: approvalSummary.optional() }),
    refusals: [
      'resource.not_found',
      'report.ended',
      'report.outcome_not_allowed',
      'donation.ended',
      'donation.no_receipt',
    ],
  }),
}
