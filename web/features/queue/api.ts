import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApprovalSummary } from '#contracts/approvals.ts'
import type { AnswerOf, BodySent } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'

export type QueueEntry = AnswerOf<'GET /queue'>[number]
export type User = AnswerOf<'GET /users'>[number]

/** Every place of the three queues. */
export const queueQuery = queryOptions({ queryKey: ['queue'], queryFn: () => request('GET /queue') })

export const addToQueue = (body: BodySent<'POST /queue'>) => request('POST /queue', { body })

export const removeFromQueue = (id: string, reason?: string) =>
  request('DELETE /queue/{id}', { params: { id }, body: reason === undefined ? {} : { reason } })

export const useAddToQueue = () => useQueueChange(addToQueue)

export const useRemoveFromQueue = () =>
  useQueueChange(({ id, reason }: { id: string } & Because) => removeFromQueue(id, reason))

export const useMoveToEnd = () =>
  useQueueChange((body: BodySent<'POST /queue/godown/move-user-to-end'>) =>
    request('POST /queue/godown/move-user-to-end', { body }),
  )

export const useSwapPositions = () =>
  useQueueChange((body: BodySent<'PATCH /queue/swap-positions'>) => request('PATCH /queue/swap-positions', { body }))

type Because = { readonly reason?: string }

export const useReorder = () =>
  useQueueChange(({ id, ...body }: { id: string; position: number } & Because) =>
    request('PATCH /queue/reorder/{id}', { params: { id }, body }),
  )

export const useNextReceiver = () =>
  useQueueChange(({ id, ...body }: { id: string } & Because) =>
    request('PATCH /queue/next-receiver/{id}', { params: { id }, body }),
  )

export const useSetReceiver = () =>
  useQueueChange(({ a, b, ...body }: { a: string; b: string } & Because) =>
    request('PATCH /queue/set-receiver/{a}/{b}', { params: { a, b }, body }),
  )

/** The outcome of a change: done, in words, or only proposed. */
export type Outcome = string | ApprovalSummary

/** The outcome of a call of the queue; `done` says it where the change was made. */
export function outcomeOf(answer: object, done: string): Outcome {
  return 'approval' in answer && answer.approval ? (answer.approval as ApprovalSummary) : done
}

export type QueueChange = AnswerOf<'GET /queue/changes'>['data'][number]

/** The journal, page after page by key. */
export const changesQuery = infiniteQueryOptions({
  queryKey: ['queue', 'changes'],
  queryFn: ({ pageParam }) =>
    request('GET /queue/changes', { query: pageParam === null ? {} : { before: String(pageParam) } }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ next }) => next,
})

export const useUndoChange = () =>
  useQueueChange((body: BodySent<'POST /queue/changes/undo'>) => request('POST /queue/changes/undo', { body }))

/** Changes the queue and reads it again even after a failure, because another administrator may have been faster. */
function useQueueChange<Sent, Answer>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['queue'] }) })
}
