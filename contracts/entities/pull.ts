import { z } from 'zod'
import { time } from './fields.ts'

export const monthlyPullResult = z.object({
  createdCount: z.int(),
  receiversProcessed: z.int(),
  skippedExisting: z.int(),
  /** Members passed over because they have not accepted the terms in force. */
  skippedWithoutConsent: z.int(),
})

/** The present month: when its contributions were first asked for, and how many places a pull would still ask. */
export const presentMonth = z.object({
  period: z.string(),
  asked_at: time.nullable(),
  would_ask: z.int(),
  /** The first contributions wait: how many people the plan was shown for, and how many have a place (pull.off_plan). */
  off_plan: z.object({ people: z.int(), places: z.int() }).nullable(),
})
export type PresentMonth = z.infer<typeof presentMonth>
