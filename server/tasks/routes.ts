import type { Routes } from '#server/http/routes.ts'
import { whatWaits } from './queries.ts'

export const waitingRoutes: Routes<'GET /admin/waiting'> = {
  'GET /admin/waiting': (context) => whatWaits(context),
}
