import './consent.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { isClosed } from '#contracts/labels.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { consentQuery } from './api.ts'

/** The word on every page of a member that the terms changed; a check that fails says nothing. */
export function ConsentNotice() {
  const { data } = useQuery(consentQuery)
  const { data: circle } = useQuery(circleQuery)
  const { user } = useAuth()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // Of whoever only reads, and in a circle that has ended, nothing new is asked.
  const isAsked = user !== null && !isClosed(user.status) && !circle?.closed_at
  if (!data || data.is_accepted || !isAsked || path === '/accept-terms') return null
  return (
    <div className="consent-notice" role="status">
      <span>Os termos do círculo mudaram. Nada novo lhe é pedido enquanto você não aceitar.</span>
      <Link to="/accept-terms">Aceite os termos atualizados</Link>
    </div>
  )
}
