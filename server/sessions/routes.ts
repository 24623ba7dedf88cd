import type { sessionCalls } from '#contracts/sessions.ts'
import { revokeSession } from '#server/access/end-sessions.ts'
import { confirmByPassword } from '#server/access/step-up.ts'
import { record } from '#server/access/record-access.ts'
import type { Routes } from '#server/handler.ts'
import { sendCode, verifyCode } from './codes.ts'
import { prepareJoining } from './join.ts'
import { login } from './login.ts'
import { refreshSession } from './refresh.ts'
import { endOtherSessions, endSession, listSessions } from './own-sessions.ts'
import { askRecovery, sendRecoveryCode } from './recover.ts'
import { prepareRegistration } from './register.ts'
import { resetPassword } from './reset-password.ts'

export const sessionRoutes: Routes<keyof typeof sessionCalls> = {
  'POST /auth/login': (context, { body }) => login(context, body),
  'POST /auth/register': { prepare: (context, { body }) => prepareRegistration(context, body) },
  'POST /auth/join': { prepare: (context, { body }) => prepareJoining(context, body) },
  'POST /auth/refresh': (context, { body }) => refreshSession(context, body),
  'POST /auth/forgot-password': async (context, { body }) => {
    await askRecovery(context, body)
    return {}
  },
  'POST /auth/reset-password': async (context, { body }) => {
    await resetPassword(context, body)
    return {}
  },
  'POST /users/{id}/recovery-code': async (context, { params }) => {
    await sendRecoveryCode(context, { userId: params.id })
    return {}
  },
  'GET /me/sessions': (context) => listSessions(context),
  'DELETE /me/sessions/{id}': async (context, { params }) => {
    await endSession(context, { sessionId: params.id })
    return listSessions(context)
  },
  'DELETE /me/sessions': async (context) => {
    await endOtherSessions(context)
    return listSessions(context)
  },
  'POST /auth/confirm': async (context, { body }) => {
    await confirmByPassword(context, body)
    return {}
  },
  'POST /auth/logout': async (context) => {
    await revokeSession(context, context.db, context.actor.sessionId, 'logout')
    await record(context, context.db, 'session.closed', {
      circleId: context.actor.circleId,
      actorId: context.actor.id,
      subjectId: context.actor.id,
    })
    return {}
  },
  'POST /auth/verify-email': async (context, { body }) => {
    await verifyCode(context, 'email', body.code)
    return {}
  },
  'POST /auth/verify-phone': async (context, { body }) => {
    await verifyCode(context, 'phone', body.code)
    return {}
  },
  'POST /auth/resend-email-verification': async (context) => {
    await sendCode(context, 'email')
    return {}
  },
  'POST /auth/resend-phone-verification': async (context) => {
    await sendCode(context, 'phone')
    return {}
  },
}
