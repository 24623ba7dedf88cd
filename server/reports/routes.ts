import type { reportCalls } from '#contracts/reports.ts'
import type { Routes } from '#server/handler.ts'
import { askParty, prepareStatement } from './add-words.ts'
import { appealReport, decideAppeal } from './appeal.ts'
import { showCase } from './case.ts'
import { showReport } from './details.ts'
import { withPeople } from '#server/donations/person-filter.ts'
import { openCase } from './open-case.ts'
import { listOwnReports, listReports, reportStats, showOwnReport } from './queries.ts'
import { reportDonation } from './report-donation.ts'
import { resolveReport, setReportStatus } from './resolve.ts'

export const reportRoutes: Routes<keyof typeof reportCalls> = {
  'GET /admin/donations/reports': async (context, { query }) => listReports(context, await withPeople(context, query)),
  'GET /admin/donations/reports/stats': (context, { query }) => reportStats(context, query),
  'GET /admin/donations/reports/{id}': (context, { params }) => showReport(context, params.id),
  'PATCH /admin/donations/reports/{id}/status': async (context, { params, body }) => {
    await setReportStatus(context, { reportId: params.id, ...body })
    return showReport(context, params.id)
  },
  'POST /admin/donations/reports/{id}/resolve': async (context, { params, body }) => {
    await resolveReport(context, {
      reportId: params.id,
      resolution: body.resolution,
      message: body.resolution_message,
      notes: body.admin_notes,
      outcome: body.donation_outcome,
    })
    return showReport(context, params.id)
  },
  'POST /admin/donations/{id}/open-case': (context, { params, body }) =>
    openCase(context, { donationId: params.id, reason: body.reason }),
  'POST /donations/{id}/report': (context, { params, body }) =>
    reportDonation(context, { donationId: params.id, ...body }),
  'GET /reports/{id}': (context, { params }) => showCase(context, params.id),
  'POST /reports/{id}/statements': {
    prepare: async (context, { params, body }) => {
      const commit = await prepareStatement(context, { reportId: params.id, ...body })
      return async (within) => {
        await commit(within)
        return showCase(within, params.id)
      }
    },
  },
  'POST /admin/donations/reports/{id}/ask': async (context, { params, body }) => {
    await askParty(context, { reportId: params.id, ...body })
    return showReport(context, params.id)
  },
  'POST /reports/{id}/appeal': async (context, { params, body }) => {
    await appealReport(context, { reportId: params.id, ...body })
    return showCase(context, params.id)
  },
  'POST /admin/donations/reports/{id}/decide-appeal': async (context, { params, body }) => {
    await decideAppeal(context, {
      reportId: params.id,
      decision: body.decision,
      outcome: body.donation_outcome,
      message: body.message,
      notes: body.admin_notes,
    })
    return showReport(context, params.id)
  },
  'GET /donations/reports': (context, { query }) => listOwnReports(context, query),
  'GET /donations/reports/{id}': (context, { params }) => showOwnReport(context, params.id),
}
