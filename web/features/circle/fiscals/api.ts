import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'
import { requestDecided, requestSigned } from '#web/api/signed-request.ts'

export type { Fiscals } from '#contracts/fiscals.ts'

export const fiscalsQuery = queryOptions({ queryKey: ['fiscals'], queryFn: () => request('GET /fiscals') })

/** The roda's donations, as a fiscal reads them. */
export const moneyQuery = (page: number) =>
  queryOptions({
    queryKey: ['fiscals', 'donations', page],
    queryFn: () => request('GET /fiscals/donations', { query: { page: String(page) } }),
    placeholderData: keepPreviousData,
  })

type Change =
  | { readonly does: 'name' | 'withdraw' | 'confirm' | 'end'; readonly memberId: string }
  | { readonly does: 'resign' }

/** Names a fiscal, says one's word about one under this device's signature, or resigns. */
export function useFiscal() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => {
      if (change.does === 'resign') return requestSigned('POST /me/fiscals/resign', {}, { act: 'resign_fiscal' })
      const { does, memberId } = change
      const sent = { body: { member_id: memberId } }
      if (does === 'name') return requestDecided('POST /fiscals', sent, { kind: 'fiscal.named', memberId })
      if (does === 'withdraw')
        return requestDecided('POST /fiscals/withdraw', sent, { kind: 'fiscal.withdrawn', memberId })
      return does === 'confirm'
        ? requestSigned('POST /me/fiscals/confirm', sent, { act: 'confirm_fiscal', donationId: memberId })
        : requestSigned('POST /me/fiscals/end', sent, { act: 'end_fiscal', donationId: memberId })
    },
    // The answer of a change does not say that something waits for a fiscal: the reading alone does.
    onSuccess: (fiscals) =>
      client.setQueryData(fiscalsQuery.queryKey, (old) => ({ ...fiscals, waiting: old?.waiting ?? fiscals.waiting })),
  })
}
