import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'
import { requestDecided } from '#web/api/signed-request.ts'
import { readStored } from '#web/api/storage.ts'
import { fileToBase64 } from '#web/ui/images.ts'

export const helperQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', id, 'helper'],
    queryFn: () => request('GET /users/{id}/helper', { params: { id } }),
  })

type Change =
  | { readonly does: 'name'; readonly helperId: string; readonly paper: Blob }
  | { readonly does: 'end'; readonly helperId: string }

/** That one helps somebody no more is no decision about others. */
const isOwn = (helperId: string) => readStored().user?.id === helperId

/** An administrator names who helps a member, or ends it. */
export function useChangeHelper(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: Change) =>
      change.does === 'end'
        ? requestDecided(
            'DELETE /users/{id}/helper',
            { params: { id } },
            isOwn(change.helperId) ? null : { kind: 'helper.ended', memberId: id, helperId: change.helperId },
          )
        : requestDecided(
            'POST /users/{id}/helper',
            { params: { id }, body: { helper_id: change.helperId, paperBase64: await fileToBase64(change.paper) } },
            { kind: 'helper.named', memberId: id, helperId: change.helperId },
          ),
    onSuccess: (answer) => client.setQueryData(helperQuery(id).queryKey, answer),
  })
}
