import { useEffect } from 'react'
import { useAuth } from '#web/features/session/useAuth.ts'
import type { Profile } from './api.ts'

/** A change of the name, the approval or a confirmed contact also shows around the page, and on home. */
export function useNameFollows(profile: Profile | undefined): void {
  const { user, reload } = useAuth()
  const isBehind =
    !!profile &&
    !!user &&
    (profile.firstName !== user.firstName ||
      profile.lastName !== user.lastName ||
      profile.adminApproved !== user.adminApproved ||
      profile.emailVerified !== (user.emailVerified ?? profile.emailVerified) ||
      profile.phoneVerified !== (user.phoneVerified ?? profile.phoneVerified))
  useEffect(() => {
    if (isBehind) void reload()
  }, [isBehind, reload])
}
