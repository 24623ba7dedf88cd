import { z } from 'zod'
import { defineCall } from './call.ts'
import { idParam } from './query.ts'

const tag = 'papers'

export const paperFormats = ['pdf', 'csv', 'json'] as const
export type PaperFormat = (typeof paperFormats)[number]

const format = z.enum(paperFormats).default('pdf')
const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/
const MONTH_OR_YEAR = /^20\d\d(-(0[1-9]|1[0-2]))?$/

/** Papers to keep: amounts and times from the ledger, each with the entry that says it. */
export const paperCalls = {
  'GET /donations/{id}/recibo': defineCall({
    access: 'participant',
    auditAs: 'donations',
    tag,
    summary: 'The recibo of a confirmed donation, for its two parties and administrators: PDF, CSV or JSON.',
    status: 200,
    params: idParam,
    query: z.strictObject({ format }),
    produces: 'application/pdf',
    refusals: ['resource.not_found', 'paper.not_confirmed', 'paper.altered'],
  }),
  'GET /donations/{id}/pause/paper': defineCall({
    access: 'participant',
    auditAs: 'donations',
    tag,
    summary:
      'The paper of a month’s pause, for its two parties and administrators, with a place to sign: PDF, CSV or JSON.',
    status: 200,
    params: idParam,
    query: z.strictObject({ format }),
    produces: 'application/pdf',
    refusals: ['resource.not_found', 'paper.altered'],
  }),
  'GET /me/statement': defineCall({
    access: 'approved',
    tag,
    summary: 'The donations that the caller gave and received in a month (2026-11) or a year (2026): PDF, CSV or JSON.',
    status: 200,
    query: z.strictObject({
      period: z.string().regex(MONTH_OR_YEAR, 'Escolha um mês, como 2026-11, ou um ano, como 2026.'),
      format,
    }),
    produces: 'application/pdf',
    refusals: ['paper.altered'],
  }),
  'GET /substitutes/{id}/paper': defineCall({
    access: 'participant',
    auditAs: 'donations',
    tag,
    summary: 'The paper of a place that was handed over, for its two people and administrators: PDF, CSV or JSON.',
    status: 200,
    params: idParam,
    query: z.strictObject({ format }),
    produces: 'application/pdf',
    refusals: ['resource.not_found', 'paper.altered'],
  }),
  'GET /admin/circle/month': defineCall({
    access: 'admin',
    fiscal: true,
    auditAs: 'donations',
    stepUp: 'real',
    tag,
    summary: 'A month of the circle, with what each member gave and received: PDF, CSV or JSON.',
    status: 200,
    query: z.strictObject({ period: z.string().regex(MONTH, 'Escolha um mês, como 2026-11.'), format }),
    produces: 'application/pdf',
    refusals: ['paper.altered'],
  }),
  'GET /reports/{id}/export': defineCall({
    access: 'participant',
    auditAs: 'reports',
    tag,
    summary:
      'A whole case on paper, as its reader sees it: words, small pictures, requests, decisions, ledger entries.',
    status: 200,
    params: idParam,
    produces: 'application/pdf',
    refusals: ['resource.not_found'],
  }),
}
