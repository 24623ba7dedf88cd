import type { queueCalls } from '#contracts/queue.ts'
import type { Context } from '#server/context.ts'
import type { Routes } from '#server/handler.ts'
import { refuse } from '#server/lib/refusal.ts'
import {
  addToQueue,
  editEntry,
  moveToEnd,
  passToNextReceiver,
  removeFromQueue,
  reorderEntry,
  setReceiver,
  swapPositions,
} from './arrange.ts'
import { listQueue } from './queries.ts'

export const queueRoutes: Routes<keyof typeof queueCalls> = {
  'GET /queue': (context, { query }) => listQueue(context, { level: query.donation_number }),
  'POST /queue': async (context, { body }) => {
    const entryId = await addToQueue(context, {
      userId: body.user_id,
      level: body.donation_number,
      position: body.position,
      isReceiver: body.is_receiver ?? false,
    })
    return getEntryView(context, entryId)
  },
  'PATCH /queue/{id}': async (context, { params, body }) => {
    await editEntry(context, { entryId: params.id, position: body.position, isReceiver: body.is_receiver })
    return getEntryView(context, params.id)
  },
  'DELETE /queue/{id}': async (context, { params }) => {
    await removeFromQueue(context, params.id)
    return { id: params.id }
  },
  'PATCH /queue/set-receiver/{a}/{b}': async (context, { params }) => {
    await setReceiver(context, { entryId: params.a, nextEntryId: params.b })
    return getEntryView(context, params.b)
  },
  'PATCH /queue/next-receiver/{id}': async (context, { params }) => {
    await passToNextReceiver(context, params.id)
    return getEntryView(context, params.id)
  },
  'PATCH /queue/reorder/{id}': async (context, { params, body }) => {
    await reorderEntry(context, { entryId: params.id, position: body.position })
    return getEntryView(context, params.id)
  },
  'PATCH /queue/swap-positions': async (context, { body }) => {
    const level = body.donation_number ?? 1
    await swapPositions(context, { firstUserId: body.firstUserId, secondUserId: body.secondUserId, level })
    return listQueue(context, { level })
  },
  'POST /queue/godown/move-user-to-end': async (context, { body }) => {
    await moveToEnd(context, { userId: body.user_id, level: body.donation_number })
    return listQueue(context, { level: body.donation_number })
  },
}

async function getEntryView(context: Context, entryId: string) {
  const [entry] = await listQueue(context, { entryId })
  return entry ?? refuse('queue.entry_not_found')
}
