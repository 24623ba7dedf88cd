import { useState } from 'react'
import { eachOf } from '#web/api/together.ts'
import type { Donation } from '#web/api/together.ts'
import { ownDonationsSearch } from '#web/features/donations/search.ts'
import { useUrlState } from '#web/ui/useUrlState.ts'

type Listed = { readonly data: readonly Donation[] | undefined; readonly isFetching: boolean }

/**
 * The tab that is open. A notice that names a donation opens the tab in which it stands, the history where it is in neither
 * list, and the list brings it into view; afterwards the tabs are the reader's again: confirming it leads nowhere else.
 */
export function useNamedDonation(sending: Listed, receiving: Listed): [string, (tab: string) => void] {
  const [{ doacao }] = useUrlState(ownDonationsSearch)
  const [chosen, choose] = useState<{ readonly tab: string; readonly of: string | undefined } | null>(null)
  const isIn = ({ data }: Listed) => data?.flatMap(eachOf).some(({ id }) => id === doacao) ?? false
  const isKnown = sending.data !== undefined && receiving.data !== undefined
  const named =
    doacao === undefined || !isKnown || isIn(sending) ? 'to-send' : isIn(receiving) ? 'to-receive' : 'history'
  const isOpened = chosen !== null && chosen.of === doacao
  // The lists that the device keeps may be of another day: the server's answer says where it stands.
  if (!isOpened && isKnown && !sending.isFetching && !receiving.isFetching) choose({ tab: named, of: doacao })
  const tab = isOpened ? chosen.tab : named
  return [tab, (next) => choose({ tab: next, of: doacao })]
}
