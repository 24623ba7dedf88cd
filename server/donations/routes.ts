import { presentReceipt } from './show-receipt.ts'
import { acceptUpgrade } from '#server/levels/accept-upgrade.ts'
import { levelProgress } from '#server/levels/queries.ts'
import type { Routes } from '#server/http/routes.ts'
import { listOwnReports, showOwnReport } from '#server/reports/queries.ts'
import { reportDonation } from '#server/reports/report-donation.ts'
import { confirmDonation } from './confirm.ts'
import { listHistory, listToReceive, listToSend, memberStats } from './queries.ts'
import { sendReceipt } from './send-receipt.ts'

export const donationRoutes: Routes<
  | 'GET /donations/stats'
  | 'GET /donations/to-send'
  | 'GET /donations/to-receive'
  | 'GET /donations/history'
  | 'POST /donations/{id}/comprovante'
  | 'GET /donations/{id}/comprovante'
  | 'PATCH /donations/{id}/confirm'
  | 'POST /donations/{id}/report'
  | 'GET /donations/reports'
  | 'GET /donations/reports/{id}'
  | 'GET /donations/my-level-progress'
  | 'POST /donations/accept-upgrade'
> = {
  'GET /donations/stats': (context) => memberStats(context),
  'GET /donations/to-send': (context) => listToSend(context),
  'GET /donations/to-receive': (context) => listToReceive(context),
  'GET /donations/history': (context, { query }) => listHistory(context, query),
  'POST /donations/{id}/comprovante': (context, { params, body }) =>
    sendReceipt(context, { donationId: params.id, comprovanteBase64: body.comprovanteBase64 }),
  'GET /donations/{id}/comprovante': (context, { params }) => presentReceipt(context, { donationId: params.id }),
  'PATCH /donations/{id}/confirm': (context, { params }) => confirmDonation(context, { donationId: params.id }),
  'POST /donations/{id}/report': (context, { params, body }) =>
    reportDonation(context, { donationId: params.id, ...body }),
  'GET /donations/reports': (context, { query }) => listOwnReports(context, query),
  'GET /donations/reports/{id}': (context, { params }) => showOwnReport(context, params.id),
  'GET /donations/my-level-progress': (context) => levelProgress(context),
  'POST /donations/accept-upgrade': (context, { body }) =>
    acceptUpgrade(context, { fromLevel: body.from_level, toLevel: body.to_level }),
}
