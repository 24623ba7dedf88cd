import type { noticeCalls } from '#contracts/notices.ts'
import type { Routes } from '#server/handler.ts'
import { listNotices, readNotices } from './queries.ts'

export const noticeRoutes: Routes<keyof typeof noticeCalls> = {
  'GET /me/notices': (context, { query }) => listNotices(context, query),
  'POST /me/notices/read': (context, { body }) => readNotices(context, body.upTo),
}
