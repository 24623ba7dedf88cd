import { z } from 'zod'
import { defineCall } from './call.ts'

const tag = 'mail'

export const mailTest = z.object({
  outcome: z.enum(['sent', 'written', 'failed']),
  to: z.string(),
  at: z.string(),
  /** The file, relative to the data folder, that holds the e-mail when there is no mail server. */
  file: z.string().nullable(),
  /** The reason of the failure, in words. */
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
