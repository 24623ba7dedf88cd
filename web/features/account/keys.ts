import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'
import { accessKeysQuery } from '#web/features/session/access-keys.ts'

export const sessionsQuery = queryOptions({ queryKey: ['me', 'sessions'], queryFn: () => request('GET /me/sessions') })

/** Ends a session of one's own, or all but this one. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string | 'others') =>
      id === 'others' ? request('DELETE /me/sessions') : request('DELETE /me/sessions/{id}', { params: { id } }),
    onSuccess: (left) => client.setQueryData(sessionsQuery.queryKey, left),
    onError: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

/** Makes a passkey on this device; false when the person declined. */
export function useAddPasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (password: string) => {
      const { options } = await request('POST /me/passkeys/options', { body: { password } })
      const { makePasskey } = await import('#web/features/session/passkey.ts')
      const response = await makePasskey(options)
      if (!response) return false
      client.setQueryData(accessKeysQuery.queryKey, await request('POST /me/passkeys', { body: { response } }))
      return true
    },
  })
}

export function useRemovePasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request('DELETE /me/passkeys/{id}', { params: { id } }),
    onSuccess: (left) => client.setQueryData(accessKeysQuery.queryKey, left),
  })
}

export function useMakeCodes() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => request('POST /me/recovery-codes', { body: { password } }),
    onSuccess: () => client.invalidateQueries({ queryKey: accessKeysQuery.queryKey }),
  })
}
