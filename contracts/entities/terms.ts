import { z } from 'zod'
import { donationTypes } from '../labels.ts'
import { id, reais } from './fields.ts'

export const operator = z
  .object({ name: z.string(), document: z.string(), contact: z.string(), dataProtectionContact: z.string() })
  .nullable()

/** The administrators of a real circle's founding, by name, as its terms say for ever, and who of them takes part. */
export const founders = z.array(z.object({ id, name: z.string(), takesPart: z.literal(true).optional() }))

/** A plan as pages show it, in reais, with the sums that follow from it. */
export const toldPlan = z.object({
  name: z.string(),
  version: z.int(),
  balanced: z.boolean(),
  deadline_days: z.int(),
  monthly_contribution: reais,
  levels: z.array(
    z.object({
      level: z.int(),
      donation: reais,
      required: z.int(),
      contributes: z.boolean(),
      pays: reais,
      owed_total: reais,
      owed: z.array(
        z.object({
          type: z.enum(donationTypes),
          amount: reais,
          target: z.union([z.int(), z.literal('administration')]),
          count: z.int(),
        }),
      ),
      owed_when: z.enum(['upgrade_accepted', 'level_completed']),
      on_completion: z.enum(['back_of_queue', 'leave_queue', 'leave_circle_queues']),
    }),
  ),
})

/** A version of a circle's terms, whole: whoever reads it can compute its hash again. */
export const toldTerms = z.object({
  circle_id: id,
  plan: toldPlan,
  operator,
  text: z.array(z.object({ key: z.string(), text: z.string() })),
  administrators: founders.optional(),
  /** Which rotation they are for, from the second on. */
  rotation: z.int().optional(),
})
