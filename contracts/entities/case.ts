import { z } from 'zod'
import {
  appealDecisions,
  donationOutcomes,
  donationStatuses,
  donationTypes,
  reportStatuses,
  resolutions,
} from '../labels.ts'
import { id, named, reais, text, time } from './fields.ts'
import { wordsProof } from './words-proof.ts'

const caseSide = z.enum(['donor', 'receiver'])

/** One thing that happened in a case, oldest first. `by` is a role: administrators are not named to members. */
export const caseItem = z.object({
  id,
  at: time,
  kind: z.enum(['opened', 'statement', 'request', 'message', 'status', 'decision', 'appeal', 'appeal_decision']),
  by: z.enum(['donor', 'receiver', 'administration', 'fiscal']),
  is_own: z.boolean(),
  text,
  more: text,
  /** An address, signed and short-lived. */
  picture: text,
  status: z.enum(reportStatuses).nullable(),
  outcome: text,
  of: caseSide.nullable(),
  until: text,
  /** Whether the party said something since they were asked; null for what asks nothing. */
  answered: z.boolean().nullable(),
  /** Of the decision on an appeal: whether the first one stands, and whether somebody who took part in that gave it. */
  decision: z.enum(appealDecisions).nullable(),
  by_same: z.boolean().nullable(),
  proof: wordsProof.nullable(),
  /** For administrators alone: the name of the one who wrote it, and their notes. */
  author: text,
  notes: text,
})
export type CaseItem = z.infer<typeof caseItem>

/** A report as both parties of its donation read it. */
export const reportCase = z.object({
  id,
  /** The last entry of the ledger that it can be held to. */
  seq: z.int(),
  donationId: id,
  type: z.enum(donationTypes),
  amount: reais,
  donor: named,
  receiver: named,
  /** The reader's side; null for administrators. */
  side: caseSide.nullable(),
  reported_by: z.enum(['donor', 'receiver', 'administration']),
  reported_at: time,
  status: z.enum(reportStatuses),
  report_resolved: z.boolean(),
  report_resolution: z.enum(resolutions).nullable(),
  donation_status: z.enum(donationStatuses),
  donation_outcome: text,
  /** The id of the PIX transaction (E2E) that the donor named with the last receipt. */
  pix_transaction: text,
  timeline: z.array(caseItem),
  /** Until when either party may appeal against the decision; null before it, and once somebody has. */
  appeal_until: time.nullable(),
  appeal: z.enum(['open', 'decided']).nullable(),
  /** A decision that was proposed and waits for a second person, or until `due_at`. */
  proposal: z.object({ of: z.enum(['report', 'appeal']), outcome: text, due_at: time.nullable() }).nullable(),
  allowed: z.array(z.enum(['add', 'ask', 'decide', 'appeal', 'decide_appeal'])),
  /**
   * For who decides it, or its appeal: the outcomes that the rules accept now, and what each makes of the donation. It goes on, counts
   * whole or in part, ends and is owed again, or ends and is not.
   */
  outcomes: z.array(
    z.object({
      outcome: z.enum(donationOutcomes),
      effect: z.enum(['stays', 'counts', 'part', 'again', 'void']),
    }),
  ),
})
export type ReportCase = z.infer<typeof reportCase>
