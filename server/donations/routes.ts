import { Readable } from 'node:stream'
import type { donationCalls } from '#contracts/donations.ts'
import { asked } from '#server/handler.ts'
import type { Routes } from '#server/handler.ts'
import { payAhead, showAhead } from './ahead.ts'
import { donationStats, listDonations, viewDonation } from './admin-queries.ts'
import { withPeople } from './person-filter.ts'
import { listStanding } from './standing.ts'
import { confirmDonation } from './confirm.ts'
import { exportDonations } from './export.ts'
import { listHistory, listToReceive, listToSend } from './member-lists.ts'
import { memberStats } from './member-stats.ts'
import { foreseePause, pauseMonth } from './pause.ts'
import { readDonationAsked } from './read-donations.ts'
import { remindUnpaid } from './remind-unpaid.ts'
import { rejectReceipt } from './reject-receipt.ts'
import { prepareReceipt } from './send-receipt.ts'
import { schedulePayment } from './schedule.ts'
import { presentPart, presentReceipt, presentRejected } from './show-receipt.ts'

export const donationRoutes: Routes<keyof typeof donationCalls> = {
  'GET /me/ahead': (context) => showAhead(context),
  'POST /me/ahead': (context, { body }) => payAhead(context, body),
  'GET /admin/donations/list': async (context, { query }) => listDonations(context, await withPeople(context, query)),
  'POST /admin/donations/remind': (context, { body }) => remindUnpaid(context, body),
  'GET /admin/standing': (context) => listStanding(context),
  'GET /admin/donations/export': async (context, { query }, { reply }) => {
    const { name, pieces } = await exportDonations(context, await withPeople(context, query))
    void reply
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(pieces))
    return undefined
  },
  'GET /admin/donations/stats': (context) => donationStats(context),
  'GET /admin/donations/{id}': asked({
    reads: readDonationAsked,
    values: ({ params }) => ({ donationId: params.id }),
    answer: viewDonation,
  }),
  'GET /admin/donations/{id}/pause': (context, { params }) => foreseePause(context, { donationId: params.id }),
  'POST /admin/donations/{id}/pause': (context, { params }) => pauseMonth(context, { donationId: params.id }),
  'GET /donations/stats': (context) => memberStats(context),
  'GET /donations/to-send': (context) => listToSend(context),
  'GET /donations/to-receive': (context) => listToReceive(context),
  'GET /donations/history': (context, { query }) => listHistory(context, query),
  'POST /donations/{id}/comprovante': {
    prepare: (context, { params, body }) => prepareReceipt(context, { donationId: params.id, ...body }),
  },
  'POST /donations/{id}/reject-receipt': (context, { params, body }) =>
    rejectReceipt(context, { donationId: params.id, ...body }),
  'GET /donations/{id}/rejected-receipts/{attempt}': (context, { params }) =>
    presentRejected(context, { donationId: params.id, attempt: params.attempt }),
  'GET /donations/{id}/parts/{part}': (context, { params }) =>
    presentPart(context, { donationId: params.id, part: params.part }),
  'GET /donations/{id}/comprovante': (context, { params }) => presentReceipt(context, { donationId: params.id }),
  'PATCH /donations/{id}/schedule': (context, { params, body }) =>
    schedulePayment(context, { donationId: params.id, ...body }),
  'PATCH /donations/{id}/confirm': (context, { params, body }) =>
    confirmDonation(context, { donationId: params.id, ...body }),
}
