import { planFaults } from '#circle/plan.ts'
import { planOf } from '#contracts/plans.ts'
import { getCircleOfReader } from '#server/circles/installation.ts'
import type { Routes } from '#server/http/routes.ts'
import { refuse } from '#server/lib/refusal.ts'
import { getOutcome, tryOutcome } from './outcome.ts'

export const simulationRoutes: Routes<'GET /simulation' | 'POST /admin/simulation'> = {
  'GET /simulation': async (context, _sent, { request }) =>
    getOutcome(context, (await getCircleOfReader(context, request)).plan),
  'POST /admin/simulation': async (context, { body }) => {
    const plan = planOf(body.plan)
    const [fault] = planFaults(plan)
    if (fault !== undefined) refuse('plan.invalid', { reason: fault })
    return tryOutcome(context, plan, body.members)
  },
}
