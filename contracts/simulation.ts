import { z } from 'zod'
import { defineCall } from './call.ts'
import { planForm } from './forms/plan.ts'

const tag = 'simulation'

/**
 * The state of a circle after a number of months, when a share of contributions is missed. Each figure is the median
 * over the futures simulated; money in reais.
 */
const outcomePoint = z.object({
  months: z.int(),
  /** In a hundred. */
  missed: z.int(),
  /** Members who completed each level of the plan at least once. */
  completed: z.array(z.number()),
  ahead: z.number(),
  even: z.number(),
  behind: z.number(),
  /** Received less given, of the member in the middle and of those at either end. */
  median: z.number(),
  worst: z.number(),
  best: z.number(),
  given: z.number(),
  administration: z.number(),
})
export type OutcomePoint = z.infer<typeof outcomePoint>

/**
 * The outcome of a plan for a circle that begins full, at 6, 12 and 24 months, with 0, 5 and 10 % of contributions
 * missed.
 */
export const planOutcome = z.object({
  plan: z.object({ name: z.string(), version: z.int(), balanced: z.boolean() }),
  members: z.int(),
  futures: z.int(),
  at: z.string(),
  points: z.array(outcomePoint),
})
export type PlanOutcome = z.infer<typeof planOutcome>

export const SIMULATED_MEMBERS = 100

/** Beyond the specification: what a plan does to its people, before anybody joins. */
export const simulationCalls = {
  'GET /simulation': defineCall({
    access: 'public',
    tag,
    summary:
      'What the plan of the circle does to a hundred people: the caller’s circle, or the one that takes registrations.',
    status: 200,
    answer: planOutcome,
    refusals: [],
  }),
  'POST /admin/simulation': defineCall({
    access: 'admin',
    auditor: true,
    tag,
    summary: 'What any plan would do to a circle, before one is made of it.',
    status: 200,
    body: z.strictObject({ plan: planForm, members: z.int().min(2).max(SIMULATED_MEMBERS).default(SIMULATED_MEMBERS) }),
    answer: planOutcome,
    refusals: ['plan.invalid', 'request.too_many'],
  }),
}
