import { z } from 'zod'
import { defineCall } from './call.ts'

const tag = 'first-steps'

/** The steps that a real circle needs before it can be left to run, in the order in which it is done. */
export const firstStepIds = [
  'operator',
  'plan',
  'people',
  'places',
  'contributions',
  'mail',
  'passkey',
  'backup',
] as const
export type FirstStepId = (typeof firstStepIds)[number]

export const firstSteps = z.object({
  /** True while only administrators are here and no circle is real: what this installation is to be is still open. */
  is_open: z.boolean(),
  /** The real circle that the steps speak of: the one on screen, else the newest; null where there is none yet. */
  circle: z.object({ id: z.string(), name: z.string(), is_current: z.boolean() }).nullable(),
  /** The empty demonstration that is shown and takes registrations once it is opened; null where a circle is on screen. */
  hidden_circle: z.string().nullable(),
  steps: z.array(z.object({ id: z.enum(firstStepIds), done: z.boolean() })),
  /** Approved people, how many a whole turn needs, and how many of them have a place. */
  people: z.int(),
  people_needed: z.int(),
  places: z.int(),
})
export type FirstSteps = z.infer<typeof firstSteps>

/** Beyond the specification: the first hour of an operator. */
export const firstStepCalls = {
  'GET /admin/first-steps': defineCall({
    access: 'admin',
    tag,
    summary: 'What a real circle still needs before it runs, as everything is at this moment.',
    answer: firstSteps,
  }),
}
