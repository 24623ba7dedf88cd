import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { DEMONSTRATION } from '#web/text/warnings.ts'
import { isInvitationRefused, joinInvitationQuery, keptInvitation, readInvitation } from './invitation.ts'
import { circleQuery } from './api.ts'
import { isNoCircle } from './is-no-circle.ts'

/**
 * The warning on every page of a demonstration. It is shown where the circle is not known to be real, so that a failed
 * reading never passes for real money; where there is no circle there is none of either. While the circle is read for the first
 * time its place is kept, and nothing is said that a real one would take back.
 */
export function DemonstrationBanner() {
  const own = useQuery(circleQuery)
  // Somebody who registers by an invitation is about to join its circle, and no other.
  const { pathname, hash } = useLocation()
  const shown = pathname === '/participar' ? readInvitation(hash).secret : null
  // A log that somebody shows without an invitation is of the circle that this page is of.
  const secret = pathname === '/register' ? keptInvitation() : shown || null
  const invitation = useQuery(joinInvitationQuery(secret))
  const circle = secret === null ? own.data : invitation.data?.circle
  // An invitation that is used up, over or unknown leads into no circle.
  const isNone = secret === null ? isNoCircle(own.error) : isInvitationRefused(invitation.error)
  if (circle?.mode === 'real' || isNone) return null
  const { isPending, failureCount, fetchStatus } = secret === null ? own : invitation
  const isRead = isPending && failureCount === 0 && fetchStatus !== 'paused'
  return (
    <div className="demonstration" role="note" style={isRead ? { visibility: 'hidden' } : undefined}>
      {DEMONSTRATION}
    </div>
  )
}
