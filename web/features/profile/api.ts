import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodySent } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'
import { readStored } from '#web/api/storage.ts'
import { promisesShown } from '#web/api/promised-key.ts'
import type { PromisedKey } from '#web/api/promised-key.ts'
import { quietly } from '#web/api/quietly.ts'
import { requestSigned } from '#web/api/signed-request.ts'
import { useAuth } from '#web/features/session/useAuth.ts'

export type Profile = AnswerOf<'GET /users/profile'>
export type Channel = 'email' | 'phone'

export const profileQuery = queryOptions({ queryKey: ['profile'], queryFn: () => request('GET /users/profile') })

export const useSendAvatar = () =>
  useProfileChange((avatar: string) => request('POST /users/profile/avatar', { body: { avatar } }))

export const useSetReminders = () =>
  useProfileChange((remindersOff: boolean) => request('PATCH /me/preferences', { body: { remindersOff } }))

/**
 * Asks for another key, or gives the first one, which holds at once. Where the ledger promises the very key that was typed, and no
 * address beside it but those of `before`, this device knows it as its person's.
 */
export const useChangeKey = (before: Profile['pixKeyHeld']) =>
  useProfileChange(async (body: BodySent<'POST /me/pix-key'>) => {
    const changed = await request('POST /me/pix-key', { body })
    const { id, pixKeyPending: pending, pixKeyHeld: held } = changed
    const promised = pending ?? held
    if (promised && isAsTyped(promised, body, before)) await knowPaidOn(id, promised)
    const { forgetTypedKey } = await import('#web/api/typed-key.ts')
    await quietly(() => forgetTypedKey(id))
    return changed
  })

function isAsTyped(promised: PromisedKey, typed: BodySent<'POST /me/pix-key'>, before: PromisedKey | null): boolean {
  const { pixKey, pixOwnerName, btcAddress, usdtAddress } = promised.opens
  return (
    pixKey === typed.pixKey &&
    pixOwnerName === typed.pixOwnerName &&
    btcAddress === (before?.opens.btcAddress ?? null) &&
    usdtAddress === (before?.opens.usdtAddress ?? null) &&
    promisesShown(promised)
  )
}

type PendingChange = NonNullable<Profile['pixKeyPending']>

export const useConfirmKey = () =>
  useProfileChange(async (pending: PendingChange) => {
    const { id, commitment } = pending
    // The commitment is computed from the key on the screen: another one is never signed.
    if (!promisesShown(pending)) throw new Error('The commitment is not that of the key that is shown')
    const { user } = readStored()
    if (user) await knowPaidOn(user.id, pending)
    const sent = { params: { id }, body: { commitment } }
    return requestSigned('POST /me/pix-key/{id}/confirm', sent, { act: 'confirm_key', hash: commitment })
  })

async function knowPaidOn(userId: string, { commitment }: PromisedKey): Promise<void> {
  const { noteRecognised } = await import('#web/api/journal.ts')
  await quietly(() => noteRecognised(userId, commitment))
}

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
