import type { swapCalls } from '#contracts/swaps.ts'
import type { Routes } from '#server/handler.ts'
import { acceptSwap, askSwap, endSwap, listSwaps } from './swap.ts'

export const swapRoutes: Routes<keyof typeof swapCalls> = {
  'GET /me/swaps': (context) => listSwaps(context),
  'POST /me/swaps': (context, { body }) => askSwap(context, body),
  'POST /me/swaps/{id}/accept': (context, { params, body }) =>
    acceptSwap(context, { swapId: params.id, hash: body.hash }),
  'DELETE /me/swaps/{id}': (context, { params }) => endSwap(context, { swapId: params.id }),
}
