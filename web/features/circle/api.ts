import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'

/** What the plan of the reader's circle does to its people. It changes with the plan alone. */
export const outcomeQuery = queryOptions({
  queryKey: ['circle', 'simulation'],
  queryFn: () => request('GET /simulation'),
  staleTime: 300_000,
})

/** What anybody may know of the circle: its mode, its plan, who answers for it. It seldom changes. */
export const circleQuery = queryOptions({
  queryKey: ['circle'],
  queryFn: () => request('GET /circle'),
  staleTime: 300_000,
})

export type Result = AnswerOf<'GET /circle/result'>

/** What the circle has done so far; a change in it is told like any other. */
export const resultQuery = queryOptions({
  queryKey: ['circle', 'result'],
  queryFn: () => request('GET /circle/result'),
})
