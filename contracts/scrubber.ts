import { z } from 'zod'
import { defineCall } from './call.ts'

const tag = 'system'

/** The comparisons, by name. */
export const scrubCheck = z.enum(['chain', 'replay', 'counters', 'sums', 'files'])
export type ScrubCheck = z.infer<typeof scrubCheck>

const scrubResult = z.object({
  /** The oldest of the latest comparisons; null before the first. */
  checked_at: z.iso.datetime().nullable(),
  differences: z.array(
    z.object({
      /** The circle's name; null for stored files. */
      circle: z.string().nullable(),
      check: scrubCheck,
      /** Ids, numbers and hashes. */
      where: z.string(),
    }),
  ),
})
export type ScrubResult = z.infer<typeof scrubResult>

export const scrubberCalls = {
  'GET /admin/scrub': defineCall({
    access: 'admin',
    tag,
    summary: 'What the daily comparison of everything that is kept twice found.',
    answer: scrubResult,
  }),
  'POST /admin/scrub': defineCall({
    access: 'admin',
    tag,
    summary: 'Compares everything that is kept twice now: ledger, tables, counters and files.',
    answer: scrubResult,
  }),
}
