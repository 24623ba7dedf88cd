import { useQuery } from '@tanstack/react-query'
import { holderIn } from '#web/api/holder.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { circleQuery } from './api.ts'

/** The holder of this device's key for the reader, in the circle on screen; null while that is not known, and where they sign nothing. */
export function useHolder(): string | null {
  const { user } = useAuth()
  const { data: circle } = useQuery({ ...circleQuery, enabled: user?.role === 'ADMIN' })
  return holderIn(user, circle)
}
