import { z } from 'zod'
import { approvalKinds } from '../approvals.ts'
import { donationTypes, reportStatuses } from '../labels.ts'
import { id, reais, time } from './fields.ts'
import { presentMonth } from './pull.ts'

const tasksOf = <T extends z.ZodType>(item: T) => z.object({ count: z.int(), items: z.array(item) })

/** The tasks that wait for a person to act: everything is counted, the first few that waited longest are named. */
export const pendingTasks = z.object({
  at: time,
  approvals: tasksOf(z.object({ id, name: z.string(), since: time })),
  /** Changes that somebody else proposed, which the reader may approve or refuse (contracts/approvals.ts). */
  proposals: tasksOf(
    z.object({ id, kind: z.enum(approvalKinds), proposed_by: z.string(), since: time, due_at: time.nullable() }),
  ),
  /** Places that a newcomer has accepted to take over (contracts/substitutes.ts). */
  substitutes: tasksOf(z.object({ id, name: z.string(), newcomer_name: z.string(), until: time })),
  /** Approved members who have not accepted the terms in force: they are asked for nothing. */
  consents: tasksOf(z.object({ id, name: z.string(), since: time })),
  /** They have a receipt, so they never expire, and the time to answer it is over; those under a report stand there. */
  late_confirmations: tasksOf(
    z.object({
      id,
      receipt_sent_at: time,
      /** Until when the receiver had to answer; null for the administrative account. */
      answer_due: time.nullable(),
      rejections: z.int(),
      donor: z.string(),
      receiver: z.string(),
      amount: reais,
      type: z.enum(donationTypes),
      deadline: time,
    }),
  ),
  /** Also those whose decision somebody appealed against: then with the appellant, and since their appeal. */
  open_reports: tasksOf(
    z.object({
      id,
      donation_id: id,
      donor: z.string(),
      receiver: z.string(),
      reporter: z.string(),
      status: z.enum(reportStatuses),
      since: time,
    }),
  ),
  /** Free places of the first queue, which administrators fill, and the approved members who could take them. */
  free_places: z.object({
    count: z.int(),
    first_position: z.int().nullable(),
    members: tasksOf(z.object({ id, name: z.string(), since: time })),
  }),
  obligations_without_receiver: tasksOf(
    z.object({ id, member: z.string(), type: z.enum(donationTypes), amount: reais, level: z.int(), since: time }),
  ).extend({ amount: reais }),
  month: presentMonth,
})
