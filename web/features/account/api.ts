import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodySent } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'
import { useAuth } from '#web/features/session/useAuth.ts'

/** Changes one's own password; what was not allowed before, with a temporary one, is from then on. */
export function useChangePassword() {
  const client = useQueryClient()
  const { reload } = useAuth()
  return useMutation({
    mutationFn: (body: BodySent<'POST /me/password'>) => request('POST /me/password', { body }),
    onSuccess: async () => {
      await reload()
      await client.invalidateQueries()
    },
  })
}

export const useAskCode = () =>
  useMutation({ mutationFn: (email: string) => request('POST /auth/forgot-password', { body: { email } }) })

/** Closes an account whose phone is lost. */
export const useLosePhone = () =>
  useMutation({
    mutationFn: (body: BodySent<'POST /auth/lost-phone'>) => request('POST /auth/lost-phone', { body }),
  })

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: BodySent<'POST /auth/reset-password'>) => request('POST /auth/reset-password', { body }),
  })
