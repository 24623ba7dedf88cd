import type { simulationCalls } from '#contracts/simulation.ts'
import { planFaults } from '#circle/plan.ts'
import { planOf } from '#contracts/plans.ts'
import { getCircleOfReader } from '#server/circles/reader.ts'
import type { Routes } from '#server/handler.ts'
import { refuse } from '#server/lib/refusal.ts'
import { getOutcome, tryOutcome } from './outcome.ts'

export const simulationRoutes: Routes<keyof typeof simulationCalls> = {
  'GET /simulation': async (context, _sent, { request }) =>
    getOutcome(context, (await getCircleOfReader(context, request.headers.authorization)).plan),
  'POST /admin/simulation': async (context, { body }) => {
    const plan = planOf(body.plan)
    const [fault] = planFaults(plan)
    if (fault !== undefined) refuse('plan.invalid', { reason: fault })
    return tryOutcome(context, plan, body.members)
  },
}
