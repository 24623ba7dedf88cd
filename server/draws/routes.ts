import type { drawCalls } from '#contracts/draws.ts'
import type { Routes } from '#server/handler.ts'
import { beginDraw } from './begin.ts'
import { acceptOrder, proposeOrder, withdrawOrder } from './order.ts'
import { listDraws } from './queries.ts'
import { joinDraw, openNumber } from './take-part.ts'

export const drawRoutes: Routes<keyof typeof drawCalls> = {
  'GET /draws': (context) => listDraws(context),
  'POST /draws': async (context, { body }) => {
    await beginDraw(context, body)
    return listDraws(context)
  },
  'POST /draws/{id}/join': async (context, { params, body }) => {
    await joinDraw(context, { drawId: params.id, commitment: body.commitment })
    return listDraws(context)
  },
  'POST /draws/{id}/open': async (context, { params, body }) => {
    await openNumber(context, { drawId: params.id, number: body.number })
    return listDraws(context)
  },
  'POST /orders': async (context, { body }) => {
    await proposeOrder(context, { memberIds: body.member_ids })
    return listDraws(context)
  },
  'POST /orders/{id}/accept': async (context, { params, body }) => {
    await acceptOrder(context, { orderId: params.id, hash: body.hash })
    return listDraws(context)
  },
  'POST /orders/{id}/withdraw': async (context, { params }) => {
    await withdrawOrder(context, { orderId: params.id })
    return listDraws(context)
  },
}
