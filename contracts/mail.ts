import { z } from 'zod'
import { defineCall } from './call.ts'
import { idParam } from './query.ts'

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

const person = z.object({ id: z.string(), name: z.string() })

/** A message that nothing could send, without what it says. */
const outboxLetter = z.object({
  id: z.string(),
  at: z.string(),
  person,
  by: z.enum(['email', 'phone']),
  /** With the digits of a code covered. */
  subject: z.string(),
})
export type OutboxLetter = z.infer<typeof outboxLetter>

export const mailCalls = {
  'GET /admin/outbox': defineCall({
    access: 'admin',
    auditAs: 'users',
    tag,
    summary: 'The messages to members of the circle that nothing could send, without what they say.',
    answer: z.object({ data: z.array(outboxLetter) }),
  }),
  'POST /admin/outbox/{id}/open': defineCall({
    access: 'admin',
    tag,
    summary: 'What one of them says, to be handed over: their access log keeps it, and they are told.',
    stepUp: 'real',
    params: idParam,
    answer: z.object({ person, to: z.string(), at: z.string(), text: z.string() }),
    refusals: ['resource.not_found'],
  }),
  'POST /admin/mail-test': defineCall({
    access: 'admin',
    tag,
    summary: 'Sends a letter to the caller’s own address, now, and says how it went.',
    answer: mailTest,
  }),
}
