import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodySent } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'
import { requestSigned } from '#web/api/signed-request.ts'
import { useAuth } from '#web/features/session/useAuth.ts'

export type Profile = AnswerOf<'GET /users/profile'>
export type Channel = 'email' | 'phone'

export const profileQuery = queryOptions({ queryKey: ['profile'], queryFn: () => request('GET /users/profile') })

export const useSendAvatar = () =>
  useProfileChange((avatar: string) => request('POST /users/profile/avatar', { body: { avatar } }))

export const useSetReminders = () =>
  useProfileChange((remindersOff: boolean) => request('PATCH /me/preferences', { body: { remindersOff } }))

export const useChangeKey = () =>
  useProfileChange((body: BodySent<'POST /me/pix-key'>) => request('POST /me/pix-key', { body }))

type PendingChange = Pick<NonNullable<Profile['pixKeyPending']>, 'id' | 'commitment'>

export const useConfirmKey = () =>
  useProfileChange(({ id, commitment }: PendingChange) =>
    requestSigned(
      'POST /me/pix-key/{id}/confirm',
      { params: { id }, body: { commitment } },
      { act: 'confirm_key', hash: commitment },
    ),
  )

export const useObjectToKey = () =>
  useProfileChange(({ id, commitment }: PendingChange) =>
    requestSigned(
      'POST /me/pix-key/{id}/object',
      { params: { id }, body: { commitment } },
      { act: 'object_key', hash: commitment },
    ),
  )

/**
 * The server answers with the changed person: shown here at once, and then wherever else their name or picture
 * stands.
 */
function useProfileChange<Sent>(mutationFn: (sent: Sent) => Promise<Profile>) {
  const client = useQueryClient()
  const { reload } = useAuth()
  return useMutation({
    mutationFn,
    onSuccess: (changed) => {
      client.setQueryData(profileQuery.queryKey, changed)
      void client.invalidateQueries()
      void reload()
    },
  })
}

export function useVerify(channel: Channel) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) =>
      channel === 'email'
        ? request('POST /auth/verify-email', { body: { code } })
        : request('POST /auth/verify-phone', { body: { code } }),
    // A refusal may say that another device was quicker.
    onSettled: () => client.invalidateQueries({ queryKey: profileQuery.queryKey }),
  })
}

export function useResend(channel: Channel) {
  return useMutation({
    mutationFn: () =>
      channel === 'email'
        ? request('POST /auth/resend-email-verification')
        : request('POST /auth/resend-phone-verification'),
  })
}
