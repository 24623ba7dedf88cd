import { z } from 'zod'
import { PARTS_MAX } from '#circle/parts.ts'
import { approvalChange, approvalSummary } from './approvals.ts'
import { defineCall } from './call.ts'
import { donation, historyDonation } from './entities/donation.ts'
import { paged } from './entities/page.ts'
import { OPEN_DONATION_REFUSALS } from './errors.ts'
import {
  confirmForm,
  partField,
  payerField,
  pixTransactionField,
  rejectReceiptForm,
  scheduleForm,
} from './forms/donations.ts'
import { donationStatuses } from './labels.ts'
import { ADMIN_PAGE_SIZE, HISTORY_PAGE_SIZE, IMAGE_BODY_BYTES } from './limits.ts'
import { anyId, besideFields, donationFilterFields, idParam, listOf, pageFields, personFields } from './query.ts'
import { adminDonationStats, memberDonationStats } from './entities/donation-stats.ts'

const tag = 'donations'

const PAUSE_REFUSALS = ['pause.not_here', 'pause.money_moved', 'pause.already', 'pause.too_many'] as const

const donationFilter = {
  status: listOf(donationStatuses).optional(),
  donorId: anyId.optional(),
  receiverId: anyId.optional(),
  id: anyId.optional(),
  ...personFields,
  ...donationFilterFields,
}

const AHEAD_REFUSALS = [
  'ahead.not_here',
  'ahead.shares',
  'ahead.no_place',
  'ahead.not_asked',
  'ahead.owing',
  'ahead.enough',
  'ahead.nothing_left',
  'ahead.behind',
  'ahead.nobody',
  'ahead.receiver_case',
  'ahead.receiver_moving',
  'ahead.changed',
  'terms.not_accepted',
  'member.not_in_circle',
] as const

const ahead = z.object({
  /** The month that could be paid now, to whom, and until when; null where `why` says why not. */
  next: z
    .object({
      member_id: z.string(),
      name: z.string(),
      period: z.string(),
      amount: z.number(),
      deadline: z.iso.datetime(),
    })
    .nullable(),
  why: z.string().nullable(),
  /** The months that the caller is ahead, oldest first. */
  months: z.array(z.string()),
})

export const donationCalls = {
  'GET /me/ahead': defineCall({
    access: 'approved',
    tag,
    summary: 'The month of a roda that the caller could pay before it is asked for, and to whom.',
    answer: ahead,
  }),
  'POST /me/ahead': defineCall({
    access: 'approved',
    tag,
    summary: 'The caller pays a month ahead: a donation to the member to whom the plan gives it.',
    status: 201,
    idempotent: true,
    signs: 'pay_ahead',
    body: z.strictObject({ member_id: z.uuid('Escolha para quem adiantar.') }),
    answer: ahead,
    refusals: [...AHEAD_REFUSALS],
  }),
  'GET /donations/stats': defineCall({
    access: 'member',
    tag,
    summary: 'The caller’s totals and what is open on either side.',
    answer: memberDonationStats,
  }),
  'GET /donations/to-send': defineCall({
    access: 'member',
    tag,
    summary: 'What the caller owes, open ones first by deadline, then what waits for a receiver.',
    answer: z.array(donation),
  }),
  'GET /donations/to-receive': defineCall({
    access: 'member',
    tag,
    summary: 'What is on its way to the caller, by deadline.',
    answer: z.array(donation),
  }),
  'GET /donations/history': defineCall({
    access: 'member',
    tag,
    summary: 'The caller’s ended donations, newest first; `holds` a donation: the page in which that one stands.',
    query: z.strictObject({ ...pageFields(HISTORY_PAGE_SIZE), ...besideFields, holds: z.guid().optional() }),
    answer: paged(historyDonation),
  }),
  'POST /donations/{id}/comprovante': defineCall({
    byHelper: true,
    access: 'member',
    whileClosed: true,
    tag,
    summary: 'The donor sends a payment proof, or replaces it; `amount` where it is for a part, or for what was left.',
    status: 201,
    idempotent: true,
    signs: 'send_receipt',
    params: idParam,
    body: z.strictObject({
      comprovanteBase64: z.string().min(1, 'Por favor, selecione apenas arquivos de imagem (JPG, PNG, etc.)'),
      pix_transaction: pixTransactionField.optional(),
      payer_name: payerField.optional(),
      amount: partField.optional(),
    }),
    bodyLimit: IMAGE_BODY_BYTES,
    answer: z.object({ status: z.literal('PENDING_CONFIRMATION'), receipt_reused: z.boolean() }),
    refusals: [
      ...OPEN_DONATION_REFUSALS,
      'donation.not_donor',
      'donation.receipt_there',
      'donation.payment_reused',
      'donation.only_scheduled',
      'donation.no_parts',
      'donation.part_amount',
      'donation.parts_over',
      'file.not_image',
      'file.too_large',
      'file.bad_base64',
      'file.too_many_pixels',
      'file.quota',
      'file.disk_full',
    ],
  }),
  'GET /donations/{id}/comprovante': defineCall({
    access: 'signed-in',
    tag,
    summary: 'The receipt’s address, signed and short-lived.',
    params: idParam,
    answer: z.object({ comprovanteUrl: z.string() }),
    refusals: ['resource.not_found', 'donation.no_receipt'],
  }),
  'PATCH /donations/{id}/schedule': defineCall({
    byHelper: true,
    whileClosed: true,
    access: 'approved',
    tag,
    summary: 'The donor says for which day the payment is scheduled, or takes it back: it counts as nothing.',
    params: idParam,
    body: scheduleForm,
    answer: z.object({ scheduled_for: z.string().nullable() }),
    refusals: [
      ...OPEN_DONATION_REFUSALS,
      'donation.not_donor',
      'donation.has_receipt',
      'donation.schedule_past',
      'donation.schedule_late',
    ],
  }),
  'PATCH /donations/{id}/confirm': defineCall({
    byHelper: true,
    access: 'signed-in',
    tag,
    summary: 'The receiver confirms that the money came; an administrator does for the administrative account.',
    signs: 'confirm',
    params: idParam,
    body: confirmForm,
    answer: z.object({ level_completed: z.boolean(), upgrade_available: z.boolean() }),
    refusals: [
      ...OPEN_DONATION_REFUSALS,
      'donation.not_receiver',
      'donation.no_receipt',
      'donation.receipt_rejected',
      'donation.part_differs',
      'helper.own_payment',
    ],
  }),
  'POST /donations/{id}/reject-receipt': defineCall({
    byHelper: true,
    access: 'approved',
    tag,
    summary: 'The receiver says that the money of a receipt did not come; the donor may send another.',
    status: 201,
    idempotent: true,
    signs: 'reject_receipt',
    params: idParam,
    body: rejectReceiptForm,
    answer: z.object({
      status: z.literal('PENDING_PAYMENT'),
      attempt: z.int(),
      deadline: z.string(),
      /** The report that the second rejection opened. */
      report_id: z.string().nullable(),
    }),
    refusals: [
      ...OPEN_DONATION_REFUSALS,
      'donation.not_receiver',
      'donation.no_receipt',
      'donation.receipt_rejected',
      'donation.receipt_replaced',
      'donation.report_decides',
      'donation.not_returnable',
    ],
  }),
  'GET /donations/{id}/rejected-receipts/{attempt}': defineCall({
    access: 'signed-in',
    tag,
    summary: 'The address of a receipt that was rejected, signed and short-lived.',
    params: z.strictObject({ ...idParam.shape, attempt: z.coerce.number().int().min(1).max(1_000_000) }),
    answer: z.object({ comprovanteUrl: z.string() }),
    refusals: ['resource.not_found', 'donation.no_receipt'],
  }),
  'GET /donations/{id}/parts/{part}': defineCall({
    access: 'signed-in',
    tag,
    summary: 'The address of the receipt of a part that was confirmed, signed and short-lived.',
    params: z.strictObject({ ...idParam.shape, part: z.coerce.number().int().min(1).max(PARTS_MAX) }),
    answer: z.object({ comprovanteUrl: z.string() }),
    refusals: ['resource.not_found', 'donation.no_receipt'],
  }),
  'GET /admin/donations/list': defineCall({
    access: 'admin',
    auditAs: 'donations',
    tag,
    summary: 'The circle’s donations that meet every filter, newest first.',
    query: z.strictObject({ ...pageFields(ADMIN_PAGE_SIZE), ...besideFields, ...donationFilter }),
    answer: paged(donation),
  }),
  'GET /admin/donations/export': defineCall({
    access: 'admin',
    stepUp: 'real',
    tag,
    summary: 'The circle’s donations that meet every filter, as a table for a spreadsheet.',
    query: z.strictObject(donationFilter),
    produces: 'text/csv',
  }),
  'GET /admin/donations/stats': defineCall({
    access: 'admin',
    tag,
    summary: 'The circle’s donations by status, and their sum.',
    answer: adminDonationStats,
  }),
  'POST /admin/donations/remind': defineCall({
    access: 'admin',
    tag,
    summary: 'Reminds everybody who is late, or who has not paid yet and is not late, once a day for a donation.',
    body: z.strictObject({ who: z.enum(['late', 'unpaid']) }),
    answer: z.object({ people: z.int(), donations: z.int(), already_today: z.int() }),
  }),
  'GET /admin/standing': defineCall({
    access: 'admin',
    auditAs: 'users',
    tag,
    summary:
      'Who has not paid yet, is late, never confirmed, repeated a receipt, was suspended or removed and why, or left.',
    answer: z.array(
      z.object({
        id: z.string(),
        /** Donations to pay whose deadline is ahead. */
        unpaid: z.int(),
        /** Still to be paid after a deadline, and how much of it waits for somebody to receive it. */
        late: z.int(),
        late_waiting: z.int(),
        /** Contributions whose deadline passed unpaid in the last 30 days; nobody owes them any more. */
        missed: z.int(),
        /** Donations with a receipt that wait for this person to confirm. */
        waiting: z.int(),
        confirmed_any: z.boolean(),
        repeated_receipt: z.boolean(),
        /** The last time that somebody suspended, removed or reinstated them. */
        closed: z
          .object({ what: z.enum(['suspended', 'removed', 'reinstated']), reason: z.string(), at: z.string() })
          .nullable(),
        /** Left the circle by themselves, or handed their place over. */
        left: z.boolean(),
      }),
    ),
  }),
  'GET /admin/donations/{id}/pause': defineCall({
    access: 'admin',
    tag,
    summary: 'What a pause of this month’s contribution would change, by the forecast; nothing is done.',
    params: idParam,
    answer: z.object({ changes: z.array(approvalChange) }),
    refusals: [...OPEN_DONATION_REFUSALS, ...PAUSE_REFUSALS],
  }),
  'POST /admin/donations/{id}/pause': defineCall({
    access: 'admin',
    approval: 'real',
    tag,
    signs: 'administer',
    summary:
      'Somebody in need pays this month’s contribution after all others of their rotation, to the same receiver.',
    status: 201,
    idempotent: true,
    params: idParam,
    answer: donation.extend({ approval: approvalSummary.optional() }),
    refusals: [...OPEN_DONATION_REFUSALS, ...PAUSE_REFUSALS, 'pause.too_late'],
  }),
  'GET /admin/donations/{id}': defineCall({
    access: 'admin',
    auditAs: 'donations',
    tag,
    summary: 'One donation with both parties.',
    params: idParam,
    answer: donation,
    refusals: ['resource.not_found'],
  }),
}
