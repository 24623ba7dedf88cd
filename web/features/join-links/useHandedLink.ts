import { useQuery } from '@tanstack/react-query'
import { circleQuery } from '#web/features/circle/api.ts'
import { carriedQuery } from '#web/features/circle/first-contact.ts'
import { withLog } from '#web/features/circle/invitation.ts'

/**
 * The address of an invitation as this device hands it over: with what it knows of the circle's ledger, so that the newcomer's
 * device does not begin with what the server says. `isKnown`: false while this device knows nothing itself.
 */
export function useHandedLink(): { readonly handed: (link: string) => string; readonly isKnown: boolean } {
  const { data: circle } = useQuery(circleQuery)
  const { data: carried } = useQuery(carriedQuery(circle?.id))
  return { handed: (link) => withLog(link, carried), isKnown: Boolean(carried) }
}
