import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { DEMONSTRATION } from '#web/text/warnings.ts'
import { joinInvitationQuery, keptInvitation, readInvitation } from './invitation.ts'
import { circleQuery } from './api.ts'
import { isNoCircle } from './is-no-circle.ts'

/**
 * The warning on every page of a demonstration. It is shown until the circle is known to be real, so that a failed
 * reading never passes for real money; where there is no circle there is none of either.
 */
export function DemonstrationBanner() {
  const { data: own, error } = useQuery(circleQuery)
  // Somebody who registers by an invitation is about to join its circle, and no other.
  const { pathname, hash } = useLocation()
  const shown = pathname === '/participar' ? readInvitation(hash).secret : null
  // A log that somebody shows without an invitation is of the circle that this page is of.
  const secret = pathname === '/register' ? keptInvitation() : shown || null
  const { data: invitation } = useQuery(joinInvitationQuery(secret))
  const data = secret === null ? own : invitation?.circle
  if (data?.mode === 'real' || (secret === null && isNoCircle(error))) return null
  return (
    <div className="demonstration" role="note">
      {DEMONSTRATION}
    </div>
  )
}
