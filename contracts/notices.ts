import { z } from 'zod'
import { defineCall } from './call.ts'
import { paged } from './entities/page.ts'
import { pageFields } from './query.ts'

const tag = 'notices'

export const notice = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  text: z.string(),
  to: z.string(),
  /** The circle to which it leads, for who administers several. */
  circle_id: z.string().nullable(),
  read: z.boolean(),
})

/** Beyond the specification: everybody's inbox. */
export const noticeCalls = {
  'GET /me/notices': defineCall({
    access: 'signed-in',
    tag,
    summary: 'The caller’s notices, newest first, and how many are unread.',
    query: z.strictObject(pageFields(20)),
    answer: paged(notice).extend({ unread: z.int() }),
  }),
  'GET /me/notices/unread': defineCall({
    access: 'signed-in',
    tag,
    summary: 'How many of the caller’s notices are unread, for the bell.',
    answer: z.object({ unread: z.int() }),
  }),
  'POST /me/notices/read': defineCall({
    byHelper: true,
    access: 'signed-in',
    auditor: true,
    tag,
    whileClosed: true,
    summary: 'Marks the caller’s notices as read, up to and including one.',
    body: z.strictObject({ upTo: z.uuid() }),
    answer: z.object({ unread: z.int() }),
  }),
}
