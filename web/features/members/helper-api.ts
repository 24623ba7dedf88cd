import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodySent } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'

export const helperQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', id, 'helper'],
    queryFn: () => request('GET /users/{id}/helper', { params: { id } }),
  })

type Change = { readonly does: 'name'; readonly body: BodySent<'POST /users/{id}/helper'> } | { readonly does: 'end' }

/** An administrator names who helps a member, or ends it. */
export function useChangeHelper(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) =>
      change.does === 'end'
        ? request('DELETE /users/{id}/helper', { params: { id } })
        : request('POST /users/{id}/helper', { params: { id }, body: change.body }),
    onSuccess: (answer) => client.setQueryData(helperQuery(id).queryKey, answer),
  })
}
