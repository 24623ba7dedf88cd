import type { queueCalls } from '#contracts/queue.ts'
import type { Context } from '#server/context.ts'
import { asked } from '#server/handler.ts'
import type { Input, Routes } from '#server/handler.ts'
import { refuse } from '#server/lib/refusal.ts'
import { addToQueue, changeQueue } from './arrange.ts'
import { asked as wanted } from './asked.ts'
import type { ArrangingCall } from './asked.ts'
import { listQueueChanges } from './list-changes.ts'
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
  'PATCH /queue/{id}': async (context, input) => {
    await change(context, 'PATCH /queue/{id}', input)
    return getEntryView(context, input.params.id)
  },
  'DELETE /queue/{id}': async (context, input) => {
    await change(context, 'DELETE /queue/{id}', input)
    return { id: input.params.id }
  },
  'PATCH /queue/set-receiver/{a}/{b}': async (context, input) => {
    await change(context, 'PATCH /queue/set-receiver/{a}/{b}', input)
    return getEntryView(context, input.params.b)
  },
  'PATCH /queue/next-receiver/{id}': async (context, input) => {
    await change(context, 'PATCH /queue/next-receiver/{id}', input)
    return getEntryView(context, input.params.id)
  },
  'PATCH /queue/reorder/{id}': async (context, input) => {
    await change(context, 'PATCH /queue/reorder/{id}', input)
    return getEntryView(context, input.params.id)
  },
  'PATCH /queue/swap-positions': async (context, input) => {
    await change(context, 'PATCH /queue/swap-positions', input)
    return listQueue(context, { level: input.body.donation_number })
  },
  'POST /queue/godown/move-user-to-end': async (context, input) => {
    await change(context, 'POST /queue/godown/move-user-to-end', input)
    return listQueue(context, { level: input.body.donation_number })
  },
  'GET /queue/changes': (context, { query }) => listQueueChanges(context, query),
  'POST /queue/changes/undo': async (context, { body }) => {
    await undoChange(context, body)
    return listQueue(context)
  },
}

function change<N extends ArrangingCall>(context: Context, name: N, input: Input<N>): Promise<void> {
  return changeQueue(context, (state) => wanted[name](input, state), input.body ?? {})
}

async function getEntryView(context: Context, entryId: string) {
  const [entry] = await listQueue(context, { entryId })
  return entry ?? refuse('queue.entry_not_found')
}
