import { z } from 'zod'
import { isAlwaysTold, noticeBoxes } from './notice-events.ts'
import type { NoticeEvent } from './notices/events.ts'
import { approvalSummary } from './approvals.ts'
import { defineCall } from './call.ts'
import { profile, user, pendingKey } from './entities/user.ts'
import { cleanText } from './forms/clean-text.ts'
import { editUserForm } from './forms/edit-user.ts'
import { ownKeyForm } from './forms/own-key.ts'
import { passwordField } from './forms/registration.ts'
import { isClosed } from './labels.ts'
import { IMAGE_BODY_BYTES, REGISTRATION_BODY_BYTES, STANDING_REASON_MAX } from './limits.ts'
import { PAYMENT_FIELDS } from './profile-fields.ts'
import { idParam } from './query.ts'

const tag = 'members'

/** The caller's own password, where a session left open must not be enough. */
export const ownPassword = z.strictObject({
  password: z.string('Digite a sua senha.').min(1, 'Digite a sua senha.').max(1024),
})

/** The reason that the person reads: it goes with the notice and the letter, and stays with their account. */
const reason = cleanText({ missing: 'Diga o motivo: a pessoa vai lê-lo.', max: STANDING_REASON_MAX })

const standingChange = {
  access: 'admin',
  tag,
  params: idParam,
  body: z.strictObject({ reason }),
  answer: user.extend({ approval: approvalSummary.optional() }),
} as const

/** Ending somebody's part in a circle: two people decide it in a real one where that would cost somebody (circle/two-people.ts). */
const closing = { ...standingChange, approval: 'real' } as const
const ALWAYS_TOLD = 'Os avisos de acesso, chaves e propostas chegam sempre.'

/** The choices of a person about their notices; something has to be chosen. */
const preferences = z
  .strictObject({
    remindersOff: z.boolean().optional(),
    /** By box of the table: `donation.due:email`. */
    notices: z.partialRecord(z.enum(noticeBoxes), z.boolean()).optional(),
    /** Whether whoever is invited may read this person's first name. */
    showsFirstName: z.boolean().optional(),
    /** The person was asked whether this app may ring on their phone. */
    pushAsked: z.literal(true).optional(),
  })
  .superRefine(({ notices = {}, remindersOff, pushAsked, showsFirstName }, context) => {
    const isEmpty =
      [remindersOff, pushAsked, showsFirstName].every((chosen) => chosen === undefined) &&
      Object.keys(notices).length === 0
    if (isEmpty) context.addIssue({ code: 'custom', path: ['remindersOff'], message: 'Escolha o que mudar.' })
    for (const [box, wanted] of Object.entries(notices))
      if (!wanted && isAlwaysTold(box.split(':')[0] as NoticeEvent))
        context.addIssue({ code: 'custom', path: ['notices', box], message: ALWAYS_TOLD })
  })

/** The fields that open an account. */
const ACCESS_FIELDS = ['password', 'email', 'role'] as const

/** Whether a body carries one of these fields; a blank password keeps the present one. */
function isGiven(body: Readonly<Record<string, unknown>>, fields: readonly string[]): boolean {
  return fields.some((field) => body[field] !== undefined && !(field === 'password' && body[field] === ''))
}

export const memberCalls = {
  'GET /users/profile': defineCall({
    access: 'signed-in',
    tag,
    summary: 'The caller, everything of theirs but the password.',
    answer: profile,
  }),
  'GET /users': defineCall({
    access: 'admin',
    auditAs: 'users',
    tag,
    summary: 'Everybody of the circle, oldest first.',
    answer: z.array(user),
  }),
  'GET /admin/names': defineCall({
    access: 'admin',
    tag,
    summary:
      'What everybody of the circle and the administrators are called, oldest first, and nothing else: no look at their data.',
    answer: z.array(z.object({ id: z.string(), name: z.string(), role: user.shape.role })),
  }),
  'PATCH /users/{id}': defineCall({
    access: 'admin',
    approval: (body) => isGiven(body, PAYMENT_FIELDS) || isClosed(String(body['status'])),
    tag,
    signs: 'administer',
    summary: 'Changes a person’s data; suspends or reinstates them.',
    stepUp: (body) => (isGiven(body, ACCESS_FIELDS) ? 'always' : isGiven(body, PAYMENT_FIELDS) ? 'real' : null),
    params: idParam,
    body: editUserForm,
    bodyLimit: REGISTRATION_BODY_BYTES,
    /** `pixKeyPending` is there where the edit left a payment key that waits for its member or its time. */
    answer: user.extend({
      approval: approvalSummary.optional(),
      pixKeyPending: pendingKey.optional(),
    }),
    refusals: [
      'resource.not_found',
      'user.email_taken',
      'user.cpf_taken',
      'user.own_status',
      'user.current_password_required',
      'user.wrong_password',
      'administrator.own_account',
      'member.already_approved',
      'member.suspended',
      'member.left',
      'file.not_image',
      'file.wrong_pixels_max',
      'file.qr_avatar',
      'file.bad_base64',
      'file.too_large',
      'file.disk_full',
    ],
  }),
  'PATCH /users/{id}/approve': defineCall({
    access: 'admin',
    tag,
    signs: 'administer',
    summary: 'Approves a member, at once.',
    params: idParam,
    answer: user,
    refusals: ['resource.not_found', 'member.already_approved'],
  }),
  'POST /users/{id}/suspend': defineCall({
    ...closing,
    signs: 'administer',
    summary: 'Suspends a person, who is told why: places, unpaid obligations and sessions end.',
    refusals: ['resource.not_found', 'member.suspended'],
  }),
  'POST /users/{id}/remove': defineCall({
    ...closing,
    signs: 'administer',
    summary: 'Removes a person from the circle, or turns a registration down; they are told why.',
    refusals: ['resource.not_found', 'member.suspended'],
  }),
  'POST /users/{id}/reinstate': defineCall({
    ...standingChange,
    signs: 'administer',
    summary: 'Lets a suspended or removed person in again, without their places; they are told why.',
    refusals: ['resource.not_found', 'member.not_suspended', 'member.left_for_good', 'member.left_open'],
  }),
  'POST /users/profile/avatar': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    summary: 'Gives the caller a picture of exactly 400×400.',
    status: 201,
    body: z.strictObject({ avatar: z.string().min(1, 'Por favor, selecione um arquivo de imagem válido.') }),
    bodyLimit: IMAGE_BODY_BYTES,
    answer: profile,
    refusals: [
      'file.not_image_avatar',
      'file.too_large_avatar',
      'file.bad_base64',
      'file.wrong_pixels_exact',
      'file.qr_avatar',
      'file.quota',
      'file.disk_full',
    ],
  }),
  'GET /me/preferences': defineCall({
    access: 'signed-in',
    tag,
    summary: 'How the caller is told of what concerns them, where they chose otherwise than usual.',
    answer: z.object({
      remindersOff: z.boolean(),
      /** By box of the table: `donation.due:email` (contracts/notice-events.ts). */
      notices: z.record(z.string(), z.boolean()),
      pushAsked: z.boolean(),
      showsFirstName: z.boolean(),
    }),
  }),
  'PATCH /me/preferences': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    summary: 'Turns e-mails on or off, and chooses which events come by which channel.',
    body: preferences,
    answer: profile,
  }),
  'POST /me/pix-key': defineCall({
    access: 'approved',
    tag,
    summary: 'Changes the caller’s PIX key: in a real circle after 24 hours, in a demonstration at once.',
    stepUp: 'real',
    body: ownKeyForm,
    answer: profile,
    refusals: ['key.change_waits'],
  }),
  'POST /me/pix-key/{id}/confirm': defineCall({
    access: 'approved',
    tag,
    summary: 'The member confirms a change of their key that an administrator asked for: it holds at once.',
    stepUp: 'real',
    signs: 'confirm_key',
    params: idParam,
    /** Its device signs the commitment to the new key, by which the ledger knows it. */
    body: z.strictObject({
      commitment: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
    }),
    answer: profile,
    refusals: ['resource.not_found', 'key.not_pending', 'key.own_waits'],
  }),
  'POST /me/pix-key/{id}/object': defineCall({
    byHelper: true,
    access: 'approved',
    tag,
    summary: 'The member says that a pending change of their key is not theirs: it is dropped.',
    signs: 'object_key',
    params: idParam,
    /** Its device signs the commitment to the new key, by which the ledger knows it. */
    body: z.strictObject({
      commitment: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
    }),
    answer: profile,
    refusals: ['resource.not_found', 'key.not_pending'],
  }),
  'POST /me/password': defineCall({
    access: 'signed-in',
    withTemporaryPassword: true,
    auditor: true,
    tag,
    summary: 'Changes the caller’s password and ends their other sessions.',
    body: z.strictObject({ currentPassword: z.string().min(1).max(1024), newPassword: passwordField }),
    answer: profile,
    refusals: ['user.wrong_password', 'user.weak_password', 'user.same_password'],
  }),
}
