import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Search } from '#web/ui/url-search.ts'
import { standingQuery, usersQuery, withoutConsentQuery } from './api.ts'
import type { ListShape } from './search.ts'
import { foundUsers, inOrder, meetsFilter, needsStanding } from './user-list.ts'

/** The people whom the address asks for, in its order, with what it asks for. */
export function useFoundUsers(address: Search<ListShape>) {
  const { data, error, refetch } = useQuery(usersQuery)
  const search = address.busca ?? ''
  const filter = address.filtro ?? null
  const order = address.ordem ?? null
  const isUnverifiedOnly = address.filtro === 'nao-verificados'
  const isWithoutConsentOnly = address.filtro === 'sem-aceite'
  const { data: withoutConsent } = useQuery({ ...withoutConsentQuery, enabled: isWithoutConsentOnly })
  const { data: standings } = useQuery({ ...standingQuery, enabled: needsStanding(filter) || order === 'atraso' })
  const found = useMemo(
    () =>
      inOrder(
        foundUsers(data ?? [], { search, isUnverifiedOnly }).filter(
          (user) => (!isWithoutConsentOnly || withoutConsent?.has(user.id)) && meetsFilter(user, filter, standings),
        ),
        order,
        standings,
      ),
    [data, search, isUnverifiedOnly, isWithoutConsentOnly, withoutConsent, filter, order, standings],
  )
  const asked = { search, filter, order, isUnverifiedOnly, isWithoutConsentOnly }
  return { data, error, refetch, found, asked, standings, withoutConsent }
}
