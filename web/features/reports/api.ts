import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'
import { filters } from './view.ts'
import type { View } from './view.ts'

export type Report = AnswerOf<'GET /donations/reports'>['data'][number]

/** The key lies under the member's donations, so that refreshing those also refreshes the reports. */
export const reportKeys = ['donations', 'reports', 'own'] as const

export function listQuery({ filter, page, size }: Pick<View, 'filter' | 'page' | 'size'>) {
  const { resolved } = filters[filter]
  const query = { page: String(page), limit: String(size), ...(resolved ? { resolved } : {}) }
  return queryOptions({
    queryKey: [...reportKeys, 'list', query],
    queryFn: () => request('GET /donations/reports', { query }),
    placeholderData: keepPreviousData,
  })
}

/** How many there are, whatever the list below is filtered by. */
export const countsQuery = queryOptions({
  queryKey: [...reportKeys, 'counts'],
  queryFn: async () => {
    const count = async (resolved: 'true' | 'false') =>
      (await request('GET /donations/reports', { query: { page: '1', limit: '1', resolved } })).pagination.totalItems
    const [unresolved, resolved] = await Promise.all([count('false'), count('true')])
    return { total: unresolved + resolved, unresolved, resolved }
  },
})

export function detailsQuery(id: string) {
  return queryOptions({
    queryKey: [...reportKeys, 'details', id],
    queryFn: () => request('GET /donations/reports/{id}', { params: { id } }),
  })
}
