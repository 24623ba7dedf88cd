import type { simulationCalls } from '#contracts/simulation.ts'
import { planFaults } from '#circle/plan.ts'
import { planOf } from '#contracts/plans.ts'
import { getCircleOfReader } from '#server/circles/reader.ts'
import type { Routes } from '#server/handler.ts'
import { refuse } from '#server/lib/refusal.ts'
import { outcomeOf, tryOutcome } from './outcome.ts'

export const simulationRoutes: Routes<keyof typeof simulationCalls> = {
  'GET /simulation': async (context, _sent, { request }) =>
    outcomeOf(context, await getCircleOfReader(context, request.headers.authorization)),
  'POST /admin/simulation': async (context, { body }) => {
    const plan = planOf(body.plan)
    const [fault] = planFaults(plan)
    if (fault !== undefined) refuse('plan.invalid', { reason: fault })
    return tryOutcome(context, plan, body.members)
  },
}
