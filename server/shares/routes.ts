import type { shareCalls } from '#contracts/shares.ts'
import type { Routes } from '#server/handler.ts'
import { showShares, takeShares } from './take-shares.ts'

export const shareRoutes: Routes<keyof typeof shareCalls> = {
  'GET /me/shares': (context) => showShares(context),
  'POST /me/shares': (context, { body }) => takeShares(context, body),
}
