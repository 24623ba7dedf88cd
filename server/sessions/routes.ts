import type { Routes } from '#server/lib/http/routes.ts'
import { login } from './login.ts'
import { refreshSession, revokeSession } from './refresh.ts'
import { register } from './register.ts'

export const sessionRoutes: Routes<'POST /auth/login' | 'POST /auth/register' | 'POST /auth/refresh' | 'POST /auth/logout'> = {
  'POST /auth/login': (context, { body }) => login(context, body),
  'POST /auth/register': (context, { body }) => register(context, body),
  'POST /auth/refresh': (context, { body }) => refreshSession(context, body),
  'POST /auth/logout': async (context) => {
    await revokeSession(context, context.db, context.actor.sessionId, 'logout')
    return {}
  },
}
