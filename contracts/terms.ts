import { z } from 'zod'
import { defineCall } from './call.ts'
import { toldTerms } from './entities/terms.ts'

const tag = 'terms'
const time = z.string()

const consent = z.object({
  terms_version: z.string(),
  since: time,
  is_accepted: z.boolean(),
  /** Whether an acceptance is waited for: of who left or only reads, and in a circle that has ended, nothing new is asked. */
  is_asked: z.boolean(),
})

/** Beyond the specification: accepting anew when the terms change. The terms themselves are part of `GET /circle`. */
export const termsCalls = {
  'GET /me/terms': defineCall({
    access: 'member',
    tag,
    summary: 'Which terms are in force since when, and whether the caller accepted them.',
    answer: consent,
  }),
  'GET /me/terms/accepted': defineCall({
    access: 'member',
    tag,
    summary: 'What the caller accepted last, to be shown beside what is in force.',
    /** Null for who never accepted any; acceptances from before the terms had a hash hold the plan alone. */
    answer: z.object({ terms_version: z.string(), accepted_at: time, shown: toldTerms.partial() }).nullable(),
  }),
  'POST /me/terms': defineCall({
    byHelper: true,
    access: 'member',
    tag,
    summary: 'Accepts the terms whose hash the caller was shown; refused when they are no longer in force.',
    signs: 'accept_terms',
    body: z.strictObject({ terms_version: z.string().min(1).max(100) }),
    answer: consent,
    refusals: ['terms.changed'],
  }),
  'GET /admin/terms': defineCall({
    access: 'admin',
    tag,
    summary: 'The members who have not accepted the terms in force: the pull passes over them.',
    answer: z.object({
      terms_version: z.string(),
      members: z.array(z.object({ id: z.string(), name: z.string(), since: time })),
    }),
  }),
}
