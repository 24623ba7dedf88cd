import type { queueCalls } from '#contracts/queue.ts'
import type { Context } from '#server/context.ts'
import { asked } from '#server/handler.ts'
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
import { listQueueChanges } from './journal.ts'
import { listQueue, readQueueAsked, viewEntries } from './queries.ts'
import { undoChange } from './undo-change.ts'

export const queueRoutes: Routes<keyof typeof queueCalls> = {
  'GET /queue': asked({
    reads: readQueueAsked,
    values: ({ query }) => ({ level: query.donation_number ?? null, entryId: null }),
    answer: viewEntries,
  }),
  'POST /queue': async (context, { body }) => {
    const entryId = await addToQueue(context, {
      userId: body.user_id,
      level: body.donation_number,
      position: body.position,
      isReceiver: body.is_receiver ?? false,
      reason: body.reason,
    })
    return getEntryView(context, entryId)
  },
  'PATCH /queue/{id}': async (context, { params, body }) => {
    const { position, is_receiver: isReceiver, reason } = body
    await editEntry(context, { entryId: params.id, position, isReceiver, reason })
    return getEntryView(context, params.id)
  },
  'DELETE /queue/{id}': async (context, { params, body }) => {
    await removeFromQueue(context, { entryId: params.id, reason: body.reason })
    return { id: params.id }
  },
  'PATCH /queue/set-receiver/{a}/{b}': async (context, { params, body }) => {
    await setReceiver(context, { entryId: params.a, nextEntryId: params.b, reason: body.reason })
    return getEntryView(context, params.b)
  },
  'PATCH /queue/next-receiver/{id}': async (context, { params, body }) => {
    await passToNextReceiver(context, { entryId: params.id, reason: body.reason })
    return getEntryView(context, params.id)
  },
  'PATCH /queue/reorder/{id}': async (context, { params, body }) => {
    await reorderEntry(context, { entryId: params.id, position: body.position, reason: body.reason })
    return getEntryView(context, params.id)
  },
  'PATCH /queue/swap-positions': async (context, { body }) => {
    const level = body.donation_number ?? 1
    const { firstUserId, secondUserId, reason } = body
    await swapPositions(context, { firstUserId, secondUserId, level, reason })
    return listQueue(context, { level })
  },
  'POST /queue/godown/move-user-to-end': async (context, { body }) => {
    await moveToEnd(context, { userId: body.user_id, level: body.donation_number, reason: body.reason })
    return listQueue(context, { level: body.donation_number })
  },
  'GET /queue/changes': (context, { query }) => listQueueChanges(context, query),
  'POST /queue/changes/undo': async (context, { body }) => {
    await undoChange(context, body)
    return listQueue(context)
  },
}

async function getEntryView(context: Context, entryId: string) {
  const [entry] = await listQueue(context, { entryId })
  return entry ?? refuse('queue.entry_not_found')
}
