import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'

export type Helping = AnswerOf<'GET /me/helping'>

export const helpingQuery = queryOptions({ queryKey: ['helping'], queryFn: () => request('GET /me/helping') })

/** Ends the help by one of the two. */
export function useEndHelping() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request('DELETE /me/helping/{id}', { params: { id } }),
    onSuccess: (helping) => client.setQueryData(helpingQuery.queryKey, helping),
  })
}
