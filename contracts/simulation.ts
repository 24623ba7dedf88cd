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
 * The way of a plan, month by month from the first, when a share of contributions is missed: how many stand where at
 * each month's end, and so what becomes of them if the circle stops there. Medians over the futures; money in reais.
 */
const outcomePath = z.object({
  /** In a hundred. */
  missed: z.int(),
  /** The first month at whose end everybody is at zero; null when there is none among those followed. */
  zero_month: z.int().nullable(),
  /** The most that anybody stands behind at any month's end: given less received. */
  deepest: z.number(),
  behind: z.array(z.number()),
  even: z.array(z.number()),
  ahead: z.array(z.number()),
  /** Given less received, of who stands furthest behind. */
  furthest: z.array(z.number()),
  /** Given less received, of all who are behind together. */
  short: z.array(z.number()),
})
export type OutcomePath = z.infer<typeof outcomePath>

/**
 * The outcome of a plan for a circle that begins full, at 6, 12 and 24 months, with 0, 5 and 10 % of contributions
 * missed.
 */
export const planOutcome = z.object({
  plan: z.object({
    name: z.string(),
    version: z.int(),
    balanced: z.boolean(),
    /** Of a plan of one level: what is given each month, in reais, and for how many months. Kept figures may lack it. */
    turn: z.object({ donation: z.number(), required: z.int() }).nullish(),
  }),
  members: z.int(),
  futures: z.int(),
  at: z.string(),
  points: z.array(outcomePoint),
  paths: z.array(outcomePath),
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
    answer: planOutcome,
    refusals: ['circle.none'],
  }),
  'POST /admin/simulation': defineCall({
    access: 'admin',
    auditor: true,
    tag,
    summary: 'What any plan would do to a circle, before one is made of it.',
    body: z.strictObject({ plan: planForm, members: z.int().min(2).max(SIMULATED_MEMBERS).default(SIMULATED_MEMBERS) }),
    answer: planOutcome,
    refusals: ['plan.invalid', 'request.too_many'],
  }),
}
