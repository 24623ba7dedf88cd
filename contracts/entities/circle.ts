import { z } from 'zod'
import { donationStatuses } from '../labels.ts'
import { id, reais, text, time } from './fields.ts'
import { founders, operator, toldPlan } from './terms.ts'

export const circle = z.object({
  id,
  name: z.string(),
  mode: z.enum(['demonstracao', 'real']),
  operator,
  /** Null in a demonstration, and in a real circle from before they were named. */
  administrators: founders.nullable(),
  /** How many real circles that go on the same people run, this one among them; 0 in a demonstration. */
  organised: z.int(),
  /** How many times a turn of this real circle pays what one of the real circle founded before it paid; null under twice. */
  times_former: z.int().nullable(),
  /** The contact for questions about personal data. */
  privacy_contact: text,
  /** The hash of the terms in force, over circle, plan, operator, text and founders (circle/terms.ts). */
  terms_version: z.string(),
  capacity: z.int(),
  plan: toldPlan,
  /** Whether its time was ever set by hand (CLOCK): from then on no time in it is the world's. */
  test_clock: z.boolean(),
  /** When it was made. */
  since: time,
  /** Which rotation runs, from 1: the terms name it from the second on. */
  rotation: z.int(),
  /** When it was ended for good, everybody being at zero: it is only read from then on. */
  closed_at: time.nullable(),
})
export type CircleInfo = z.infer<typeof circle>

/**
 * The circle's result so far; money in reais. Ahead: received more than given. A shortfall is shown to all, never
 * hidden.
 */
export const circleResult = z.object({
  at: time,
  /** The entry of the ledger that it follows from; what is paid in the ring is told by the donations. */
  seq: z.int(),
  members: z.int(),
  occupied: z.array(z.object({ level: z.int(), places: z.int() })),
  given: reais,
  received: reais,
  administration: reais,
  completed: z.array(z.object({ level: z.int(), members: z.int() })),
  ahead: z.int(),
  even: z.int(),
  behind: z.int(),
  /** The median member's received amount less the given amount; half of the circle stands below. */
  median: reais,
  shortfall: reais,
  /** Whether a rotation is over: everybody received what they gave, and nothing is open. */
  over: z.boolean(),
  /** The same, and no other rotation was begun since. */
  rotation_over: z.boolean(),
  /** Whether a real roda asks for nothing more before another rotation begins, though something may still be open. */
  all_asked: z.boolean(),
  /** How much (reais) members lack who gave more than they received, where the circle could end so; null elsewhere. */
  lacking: z.object({ members: z.int(), amount: reais }).nullable(),
  /** The caller's own result if the circle stopped today. Null for administrators who take no part. */
  own: z
    .object({
      given: reais,
      received: reais,
      balance: reais,
      positions: z.array(z.object({ level: z.int(), position: z.int() })),
    })
    .nullable(),
  /** The hundred places of the first queue, without names: who gives to whom this month is told by positions. */
  ring: z.object({
    period: z.string(),
    /** Of the people with a place, how many were asked for this month's contribution, and how many have paid theirs. */
    people: z.object({ asked: z.int(), paid: z.int() }),
    places: z.array(z.object({ position: z.int(), receiver: z.boolean(), own: z.boolean() })),
    gifts: z.array(
      z.object({
        from: z.int().nullable(),
        to: z.int().nullable(),
        status: z.enum(donationStatuses),
        /** Not this month's: of one before, and still owed or paid late, left out for a later one, or no contribution. */
        late: z.boolean(),
        own: z.boolean(),
      }),
    ),
  }),
})
