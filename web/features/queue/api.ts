import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodySent } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'

export type QueueEntry = AnswerOf<'GET /queue'>[number]
export type User = AnswerOf<'GET /users'>[number]

/** Every place of the three queues. */
export const queueQuery = queryOptions({ queryKey: ['queue'], queryFn: () => request('GET /queue') })

export const addToQueue = (body: BodySent<'POST /queue'>) => request('POST /queue', { body })

export const removeFromQueue = (id: string) => request('DELETE /queue/{id}', { params: { id } })

export const useAddToQueue = () => useQueueChange(addToQueue)

export const useRemoveFromQueue = () => useQueueChange(removeFromQueue)

export const useMoveToEnd = () =>
  useQueueChange((body: BodySent<'POST /queue/godown/move-user-to-end'>) =>
    request('POST /queue/godown/move-user-to-end', { body }),
  )

export const useSwapPositions = () =>
  useQueueChange((body: BodySent<'PATCH /queue/swap-positions'>) => request('PATCH /queue/swap-positions', { body }))

/** Changes the queue and reads it again even after a failure, because another administrator may have been faster. */
function useQueueChange<Sent, Answer>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['queue'] }) })
}
