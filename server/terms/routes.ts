import type { termsCalls } from '#contracts/terms.ts'
import type { Routes } from '#server/handler.ts'
import { acceptTerms } from './accept-terms.ts'
import { showAccepted, showConsent, showWithoutConsent } from './show-terms.ts'

export const termsRoutes: Routes<keyof typeof termsCalls> = {
  'GET /me/terms': (context) => showConsent(context),
  'GET /me/terms/accepted': (context) => showAccepted(context),
  'POST /me/terms': async (context, { body }) => {
    await acceptTerms(context, body)
    return showConsent(context)
  },
  'GET /admin/terms': (context) => showWithoutConsent(context),
}
