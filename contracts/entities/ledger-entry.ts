import { z } from 'zod'
import { id, time } from './fields.ts'

/** One line of a circle's ledger, as its hash covers it. */
export const ledgerEntry = z.object({
  seq: z.int(),
  at: time,
  actor_id: id.nullable(),
  kind: z.string(),
  payload: z.record(z.string(), z.unknown()),
  previous_hash: z.string(),
  hash: z.string(),
})
