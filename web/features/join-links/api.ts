import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodySent } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'

export type { CheckedRow, JoinLink } from '#contracts/join-links.ts'

const keys = ['admin', 'join-links'] as const

/** A page of the circle's invitations, newest first. */
export function joinLinksQuery(page: number, state: 'open' | 'all', limit: number) {
  const query = { page: String(page), state, limit: String(limit) }
  return queryOptions({
    queryKey: [...keys, query],
    queryFn: () => request('GET /admin/join-links', { query }),
    placeholderData: keepPreviousData,
  })
}

/** Every personal invitation that still holds, for printing: all pages, one after another. */
export const printedQuery = queryOptions({
  queryKey: [...keys, 'printed'],
  queryFn: async () => {
    const links = []
    for (let page = 1; ; page += 1) {
      const { data, pagination } = await request('GET /admin/join-links', {
        query: { state: 'open', page: String(page), limit: '100' },
      })
      links.push(...data)
      if (page >= pagination.totalPages) return links
    }
  },
  staleTime: 0,
})

function useChange<Sent, Answer>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys }) })
}

export const useMakeLink = () =>
  useChange((body: BodySent<'POST /admin/join-links'>) => request('POST /admin/join-links', { body }))

export const useRevokeLink = () =>
  useChange((id: string) => request('POST /admin/join-links/{id}/revoke', { params: { id } }))

export const useInvitePeople = () =>
  useChange((body: BodySent<'POST /admin/join-links/people'>) => request('POST /admin/join-links/people', { body }))

export function useCheckPeople() {
  return useMutation({
    mutationFn: (people: BodySent<'POST /admin/join-links/check'>['people']) =>
      request('POST /admin/join-links/check', { body: { people } }),
  })
}
