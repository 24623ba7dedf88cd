import { z } from 'zod'
import { defineCall } from './call.ts'

const tag = 'mail'

export const mailTest = z.object({
  outcome: z.enum(['sent', 'written', 'failed']),
  to: z.string(),
  at: z.string(),
  /** Where the letter lies when there is no mail server: a file, relative to the data folder. */
  file: z.string().nullable(),
  /** Why it failed, in words. */
  reason: z.string().nullable(),
})
export type MailTest = z.infer<typeof mailTest>

export const mailCalls = {
  'POST /admin/mail-test': defineCall({
    access: 'admin',
    tag,
    summary: 'Sends a letter to the caller’s own address, now, and says how it went.',
    status: 200,
    answer: mailTest,
    refusals: [],
  }),
}
