import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'

export type Donation = AnswerOf<'GET /donations/to-send'>[number]

export const sendQuery = queryOptions({
  queryKey: ['donations', 'to-send'],
  queryFn: () => request('GET /donations/to-send'),
})
export const receiveQuery = queryOptions({
  queryKey: ['donations', 'to-receive'],
  queryFn: () => request('GET /donations/to-receive'),
})
