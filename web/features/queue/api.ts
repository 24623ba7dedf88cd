import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodySent } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'

export type QueueEntry = AnswerOf<'GET /queue'>[number]

export const queueQuery = queryOptions({ queryKey: ['queue'], queryFn: () => request('GET /queue') })

export function useAddToQueue() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<'POST /queue'>) => request('POST /queue', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['queue'] }),
  })
}
