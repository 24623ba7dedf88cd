import type { noticeCalls } from '#contracts/notices.ts'
import type { Routes } from '#server/handler.ts'
import { countUnread, listNotices, readNotices } from './queries.ts'

export const noticeRoutes: Routes<keyof typeof noticeCalls> = {
  'GET /me/notices': (context, { query }) => listNotices(context, query),
  'GET /me/notices/unread': async (context) => ({ unread: await countUnread(context) }),
  'POST /me/notices/read': (context, { body }) => readNotices(context, body.upTo),
}
