import { Readable } from 'node:stream'
import { LEVELS } from '#circle/plan.ts'
import { generatePull } from '#server/pull/generate-pull.ts'
import { levelStats } from '#server/levels/stats.ts'
import type { BodyOf } from '#contracts/contract.ts'
import type { Context } from '#server/http/context.ts'
import type { Routes } from '#server/http/routes.ts'
import { cents } from '#server/lib/money.ts'
import { refuse } from '#server/lib/refusal.ts'
import { showReport } from '#server/reports/details.ts'
import { listReports, reportStats } from '#server/reports/queries.ts'
import { resolveReport, setReportStatus } from '#server/reports/resolve.ts'
import { donationStats, listDonations, showDonation } from './admin-queries.ts'
import { exportDonations } from './export.ts'

export const administrationRoutes: Routes<
  | 'GET /admin/donations/list'
  | 'GET /admin/donations/export'
  | 'GET /admin/donations/stats'
  | 'GET /admin/donations/{id}'
  | 'GET /admin/donations/reports'
  | 'GET /admin/donations/reports/stats'
  | 'GET /admin/donations/reports/{id}'
  | 'PATCH /admin/donations/reports/{id}/status'
  | 'POST /admin/donations/reports/{id}/resolve'
  | 'POST /donations/admin/generate-monthly-pull'
  | 'POST /donations/admin/cycle/{cycle}/start'
  | 'GET /donations/admin/level-stats/{level}'
> = {
  'GET /admin/donations/list': (context, { query }) => listDonations(context, query),
  'GET /admin/donations/export': async (context, { query }, { reply }) => {
    const { name, pieces } = await exportDonations(context, query)
    void reply
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(pieces))
    return undefined
  },
  'GET /admin/donations/stats': (context) => donationStats(context),
  'GET /admin/donations/{id}': (context, { params }) => showDonation(context, params.id),
  'GET /admin/donations/reports': (context, { query }) => listReports(context, query),
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
  'POST /donations/admin/generate-monthly-pull': (context, { body }) => pull(context, body),
  'POST /donations/admin/cycle/{cycle}/start': (context, { params, body }) =>
    params.cycle === '1' ? pull(context, body) : refuse('pull.cycle_unknown'),
  'GET /donations/admin/level-stats/{level}': (context, { params }) =>
    levelStats(context, LEVELS.find((level) => String(level) === params.level) ?? refuse('level.unknown')),
}

function pull(context: Context, { amount, ...rest }: BodyOf<'POST /donations/admin/generate-monthly-pull'>) {
  return generatePull(context, { ...rest, amountCents: amount === undefined ? undefined : cents(amount) })
}
