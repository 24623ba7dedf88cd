import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'

export type Tasks = AnswerOf<'GET /admin/tasks'>

const REFRESH_MS = 30_000

export const pendingTasksQuery = queryOptions({
  queryKey: ['admin', 'tasks'],
  queryFn: () => request('GET /admin/tasks'),
  refetchInterval: REFRESH_MS,
})
