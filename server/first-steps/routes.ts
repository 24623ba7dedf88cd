import type { firstStepCalls } from '#contracts/first-steps.ts'
import type { Routes } from '#server/handler.ts'
import { showFirstSteps } from './queries.ts'

export const firstStepRoutes: Routes<keyof typeof firstStepCalls> = {
  'GET /admin/first-steps': (context) => showFirstSteps(context),
}
