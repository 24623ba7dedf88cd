import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '#web/features/profile/api.ts'
import { useAuth } from '#web/features/session/useAuth.ts'

/** Whether nobody can pay the reader: who organises and takes part registered without a payment key. */
export function useMissingKey(): boolean {
  const { user } = useAuth()
  const { data: profile } = useQuery({ ...profileQuery, enabled: user?.takesPartIn !== undefined })
  return user?.takesPartIn !== undefined && profile !== undefined && !profile.pixKey && !profile.pixKeyPending
}
