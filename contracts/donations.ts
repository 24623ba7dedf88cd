import { z } from 'zod'
import { defineCall } from './call.ts'
import { donation, historyDonation, memberDonationStats, myLevelProgress, paged, report } from './entities.ts'
import { reportForm } from './forms/reports.ts'
import { HISTORY_PAGE_SIZE, IMAGE_BODY_BYTES, REPORTS_PAGE_SIZE } from './limits.ts'
import { besideFields, idParam, levelNumber, pageFields } from './query.ts'

const tag = 'donations'
const ended = ['resource.not_found', 'donation.already_confirmed', 'donation.expired', 'donation.ended'] as const

export const donationCalls = {
  'GET /donations/stats': defineCall({
    access: 'member',
    tag,
    summary: 'The caller’s totals and what is open on either side.',
    status: 200,
    answer: memberDonationStats,
    refusals: [],
  }),
  'GET /donations/to-send': defineCall({
    access: 'member',
    tag,
    summary: 'What the caller owes, open ones first by deadline, then what waits for a receiver.',
    status: 200,
    answer: z.array(donation),
    refusals: [],
  }),
  'GET /donations/to-receive': defineCall({
    access: 'member',
    tag,
    summary: 'What is on its way to the caller, by deadline.',
    status: 200,
    answer: z.array(donation),
    refusals: [],
  }),
  'GET /donations/history': defineCall({
    access: 'member',
    tag,
    summary: 'The caller’s ended donations, newest first.',
    status: 200,
    query: z.strictObject({ ...pageFields(HISTORY_PAGE_SIZE), ...besideFields }),
    answer: paged(historyDonation),
    refusals: [],
  }),
  'POST /donations/{id}/comprovante': defineCall({
    access: 'member',
    tag,
    summary: 'The donor sends a payment proof, or replaces it.',
    status: 201,
    idempotent: true,
    params: idParam,
    body: z.strictObject({
      comprovanteBase64: z.string().min(1, 'Por favor, selecione apenas arquivos de imagem (JPG, PNG, etc.)'),
    }),
    bodyLimit: IMAGE_BODY_BYTES,
    answer: z.object({ status: z.literal('PENDING_CONFIRMATION'), receipt_reused: z.boolean() }),
    refusals: [
      ...ended,
      'donation.not_donor',
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
    status: 200,
    params: idParam,
    answer: z.object({ comprovanteUrl: z.string() }),
    refusals: ['resource.not_found', 'donation.no_receipt'],
  }),
  'PATCH /donations/{id}/confirm': defineCall({
    access: 'signed-in',
    tag,
    summary: 'The receiver confirms that the money came; an administrator does for the administrative account.',
    status: 200,
    params: idParam,
    answer: z.object({ level_completed: z.boolean(), upgrade_available: z.boolean() }),
    refusals: [...ended, 'donation.not_receiver', 'donation.no_receipt'],
  }),
  'POST /donations/{id}/report': defineCall({
    access: 'approved',
    tag,
    summary: 'A party reports an open donation, once.',
    status: 201,
    idempotent: true,
    params: idParam,
    body: reportForm,
    answer: z.object({ id: z.string(), status: z.literal('PENDING') }),
    refusals: [...ended, 'donation.not_party', 'donation.already_reported'],
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
  'GET /donations/my-level-progress': defineCall({
    access: 'member',
    tag,
    summary: 'The caller’s three levels and the upgrades open to them.',
    status: 200,
    answer: myLevelProgress,
    refusals: [],
  }),
  'POST /donations/accept-upgrade': defineCall({
    access: 'approved',
    tag,
    summary: 'Accepts an upgrade: what the level owes, and a place in the next queue.',
    status: 201,
    idempotent: true,
    body: z.strictObject({ from_level: levelNumber, to_level: levelNumber }),
    answer: z.object({ new_level: z.int() }),
    refusals: [
      'upgrade.not_available',
      'upgrade.cannot_afford',
      'upgrade.already_accepted',
      'queue.full',
      'queue.member_not_approved',
      'member.not_in_circle',
    ],
  }),
}
