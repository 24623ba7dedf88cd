import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'
import { againAfterFailure } from '#web/api/query.ts'
import { requestSigned } from '#web/api/signed-request.ts'

/** Whether the member accepted the terms in force; refreshed by live events like everything else. */
export const consentQuery = queryOptions({
  queryKey: ['me', 'terms'],
  queryFn: () => request('GET /me/terms'),
  refetchInterval: againAfterFailure,
})

/** The terms that the member accepted last, as they were kept then. */
export const acceptedQuery = queryOptions({
  queryKey: ['me', 'terms', 'accepted'],
  queryFn: () => request('GET /me/terms/accepted'),
})

/** Accepts the terms with this hash. When they are no longer in force, everything is read again. */
export function useAcceptTerms() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (terms_version: string) =>
      requestSigned('POST /me/terms', { body: { terms_version } }, { act: 'accept_terms', hash: terms_version }),
    onSettled: () => client.invalidateQueries(),
  })
}
