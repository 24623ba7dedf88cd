import { queryOptions } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'
import { together } from '#web/api/together.ts'

export type { Donation } from '#web/api/together.ts'

export const sendQuery = queryOptions({
  queryKey: ['donations', 'to-send'],
  queryFn: () => request('GET /donations/to-send'),
  select: together,
})
export const receiveQuery = queryOptions({
  queryKey: ['donations', 'to-receive'],
  queryFn: () => request('GET /donations/to-receive'),
  select: together,
})
