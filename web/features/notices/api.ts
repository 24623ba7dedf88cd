import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'

export type Notices = AnswerOf<'GET /me/notices'>

const noticeKeys = ['notices'] as const

const PAGE_SIZE = 20

export function noticesQuery(page: number) {
  return queryOptions({
    queryKey: [...noticeKeys, 'page', page],
    queryFn: () => request('GET /me/notices', { query: { page: String(page), limit: String(PAGE_SIZE) } }),
    placeholderData: keepPreviousData,
  })
}

/** Marks the notices up to one as read. */
export function useReadNotices() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (upTo: string) => request('POST /me/notices/read', { body: { upTo } }),
    onSuccess: () => client.invalidateQueries({ queryKey: noticeKeys }),
  })
}
