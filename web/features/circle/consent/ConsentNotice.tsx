import './consent.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { consentQuery } from './api.ts'

/** The word on every page of a member that the terms changed; a check that fails says nothing. */
export function ConsentNotice() {
  const { data } = useQuery(consentQuery)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  if (!data?.is_asked || path === '/accept-terms') return null
  return (
    <div className="consent-notice" role="status">
      <span>Os termos do círculo mudaram. Nada novo lhe é pedido enquanto você não aceitar.</span>
      <Link to="/accept-terms">Aceite os termos atualizados</Link>
    </div>
  )
}
