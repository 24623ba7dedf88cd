import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useUrlState } from '#web/ui/useUrlState.ts'
import { ownDonationsSearch } from './search.ts'

type Notice = { readonly text: string; readonly isGood: boolean }

const noticeKey = ['notice', 'donations'] as const

/** Says something that outlives the donation it is about on the list; null takes it back. */
export function tell(client: QueryClient, notice: Notice | null): void {
  client.setQueryData(noticeKey, notice)
}

/** The last that was said, null for nothing, and how to take it back. It goes when another donation or page is opened. */
export function useNotice(): [Notice | null, () => void] {
  const client = useQueryClient()
  const [{ doacao }] = useUrlState(ownDonationsSearch)
  const { data } = useQuery<Notice | null>({
    queryKey: noticeKey,
    queryFn: () => null,
    enabled: false,
    initialData: null,
  })
  const dismiss = useCallback(() => tell(client, null), [client])
  const opened = useRef(doacao)
  useEffect(() => {
    if (opened.current === doacao) return
    opened.current = doacao
    dismiss()
  }, [doacao, dismiss])
  useEffect(() => dismiss, [dismiss])
  return [data, dismiss]
}
