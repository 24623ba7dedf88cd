import { z } from 'zod'
import { defineCall } from './call.ts'
import { authAnswer, tokens } from './entities/session.ts'
import { loginForm } from './forms/login.ts'
import { passwordField, registrationBody } from './forms/registration.ts'
import { shortRegistrationBody } from './forms/short-registration.ts'
import { REGISTRATION_BODY_BYTES } from './limits.ts'
import { ownPassword } from './members.ts'
import { idParam } from './query.ts'

const tag = 'sessions'
const nothing = z.strictObject({})
const SIX_DIGITS = 'O código tem seis dígitos.'
const code = z.strictObject({
  code: z
    .string(SIX_DIGITS)
    .trim()
    .regex(/^\d{6}$/, SIX_DIGITS),
})
const codeRefusals = ['code.already_verified', 'code.expired', 'code.wrong'] as const
const resendRefusals = ['code.already_verified', 'code.sent_recently', 'code.too_many_today'] as const

/** The refusals of a registration, whatever it asks for. */
const registrationRefusals = [
  'circle.none',
  'circle.closed',
  'user.already_registered',
  'user.weak_password',
  'terms.changed',
  'join.unknown',
  'join.revoked',
  'join.used_up',
  'join.expired',
  'join.circle_over',
  'file.not_image',
  'file.bad_base64',
  'file.wrong_pixels_max',
  'file.qr_avatar',
  'file.too_large',
  'file.disk_full',
] as const

export const session = z.object({
  id: z.string(),
  /** A short label, such as 'Chrome no Android'. */
  device: z.string(),
  opened_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  via: z.enum(['password', 'temporary', 'passkey', 'recovery', 'helper']),
  /** Whether it is the one that asks. */
  current: z.boolean(),
})

export const sessionCalls = {
  'POST /auth/login': defineCall({
    access: 'public',
    tag,
    summary: 'Opens a session.',
    body: loginForm,
    answer: authAnswer,
    refusals: ['session.bad_credentials', 'session.account_closed'],
  }),
  'POST /auth/register': defineCall({
    access: 'public',
    tag,
    summary: 'Makes a member, pending approval, and opens a session.',
    status: 201,
    idempotent: true,
    body: registrationBody,
    bodyLimit: REGISTRATION_BODY_BYTES,
    answer: authAnswer,
    refusals: [...registrationRefusals],
  }),
  'POST /auth/join': defineCall({
    access: 'public',
    tag,
    summary: 'Makes a member of a real circle of one level, with what such a circle needs, pending approval.',
    status: 201,
    idempotent: true,
    body: shortRegistrationBody,
    bodyLimit: REGISTRATION_BODY_BYTES,
    answer: authAnswer,
    refusals: [...registrationRefusals, 'join.needs_more'],
  }),
  'POST /auth/refresh': defineCall({
    access: 'public',
    tag,
    summary: 'Exchanges a refresh token for its successor.',
    body: z.strictObject({ refreshToken: z.string().min(1).max(2_000) }),
    answer: tokens,
    refusals: ['session.invalid'],
  }),
  'POST /auth/forgot-password': defineCall({
    access: 'public',
    tag,
    summary: 'Asks for a recovery code by e-mail; the answer is the same whether anybody has the address or not.',
    body: z.strictObject({ email: loginForm.shape.email }),
    answer: nothing,
  }),
  'POST /auth/reset-password': defineCall({
    access: 'public',
    tag,
    summary: 'Chooses a new password with the code of a letter, and ends every session of the person.',
    body: z.strictObject({ email: loginForm.shape.email, ...code.shape, newPassword: passwordField }),
    answer: nothing,
    refusals: ['recovery.code_wrong', 'user.weak_password'],
  }),
  'POST /users/{id}/recovery-code': defineCall({
    access: 'admin',
    tag,
    summary: 'Sends a person a recovery code, with which they choose a new password by themselves.',
    params: idParam,
    answer: nothing,
    refusals: [
      'resource.not_found',
      'member.left',
      'session.account_closed',
      'code.sent_recently',
      'code.too_many_today',
    ],
  }),
  'GET /me/sessions': defineCall({
    byHelper: false,
    access: 'signed-in',
    tag,
    summary: 'Where the caller is signed in, the session last used first.',
    answer: z.array(session),
  }),
  'DELETE /me/sessions/{id}': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    summary: 'Ends one of the caller’s sessions.',
    params: idParam,
    answer: z.array(session),
  }),
  'DELETE /me/sessions': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    summary: 'Ends every session of the caller’s but this one.',
    answer: z.array(session),
  }),
  'POST /auth/confirm': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    whileClosed: true,
    summary: 'Shows by the password that the caller is there, which sensitive calls need within ten minutes.',
    body: ownPassword,
    answer: nothing,
    refusals: ['user.wrong_password'],
  }),
  'POST /auth/logout': defineCall({
    byHelper: true,
    access: 'signed-in',
    withTemporaryPassword: true,
    auditor: true,
    tag,
    whileClosed: true,
    summary: 'Ends the session and its tokens.',
    answer: nothing,
  }),
  'POST /auth/verify-email': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    summary: 'Verifies the e-mail with its code.',
    body: code,
    answer: nothing,
    refusals: codeRefusals,
  }),
  'POST /auth/verify-phone': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    summary: 'Verifies the phone with its code.',
    body: code,
    answer: nothing,
    refusals: codeRefusals,
  }),
  'POST /auth/resend-email-verification': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    summary: 'Sends another code by e-mail.',
    answer: nothing,
    refusals: resendRefusals,
  }),
  'POST /auth/resend-phone-verification': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    summary: 'Sends another code to the phone.',
    answer: nothing,
    refusals: resendRefusals,
  }),
}
