import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { ApiError, request } from '#web/api/client.ts'
import { requestSigned } from '#web/api/signed-request.ts'
import { download } from '#web/api/download.ts'
import { eraseAccount } from '#web/features/session/session.ts'

export type Privacy = AnswerOf<'GET /me/privacy'>
export type Consent = Privacy['consents'][number]
export type Access = AnswerOf<'GET /me/access-log'>['data'][number]
export type Leaving = AnswerOf<'GET /me/leaving'>

const privacyKeys = ['privacy'] as const

export const privacyQuery = queryOptions({
  queryKey: [...privacyKeys, 'consents'],
  queryFn: () => request('GET /me/privacy'),
})
export const leavingQuery = queryOptions({
  queryKey: [...privacyKeys, 'leaving'],
  queryFn: () => request('GET /me/leaving'),
})

/** Under the key of all preferences, which other screens read too. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: () => request('GET /me/preferences'),
})

/** Whether whoever is invited may read one's first name; what the server took is shown, never what is merely asked. */
export function useShowName() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (showsFirstName: boolean) => request('PATCH /me/preferences', { body: { showsFirstName } }),
    onSettled: () => client.invalidateQueries({ queryKey: preferencesQuery.queryKey }),
  })
}

export function accessQuery(page: number, limit: number) {
  return queryOptions({
    queryKey: [...privacyKeys, 'access', page, limit],
    queryFn: () => request('GET /me/access-log', { query: { page: String(page), limit: String(limit) } }),
    placeholderData: keepPreviousData,
  })
}

export type Copy = 'json' | 'zip'

/** Downloads everything stored about the caller as a file. The export is recorded like any other access. */
export function useExport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (copy: Copy) =>
      copy === 'zip'
        ? download('/me/export/archive', {}, 'meus-dados.zip')
        : download('/me/export', {}, 'meus-dados.json'),
    onSuccess: () => client.invalidateQueries({ queryKey: privacyKeys }),
  })
}

/** Leaves the circle; the account stays. All queries are invalidated, because every screen of the member changes. */
export function useLeave() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => requestSigned('POST /me/leave', { body: { password } }, { act: 'leave' }),
    onSuccess: (leaving) => {
      client.setQueryData(leavingQuery.queryKey, leaving)
      void client.invalidateQueries()
    },
  })
}

/**
 * Erases the account and shows the page that says so. After a refusal the blockers are read again, because something
 * may have opened meanwhile.
 */
export function useErase(showErased: () => Promise<void>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => eraseAccount(password, showErased),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409)
        void client.invalidateQueries({ queryKey: leavingQuery.queryKey })
    },
  })
}
