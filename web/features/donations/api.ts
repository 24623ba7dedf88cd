import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { ApiError, failureText, request } from '#web/api/client.ts'

export type Donation = AnswerOf<'GET /donations/to-send'>[number]
export type HistoryDonation = AnswerOf<'GET /donations/history'>['data'][number]

/** Everything of the member's own that a change by others may touch; told to refresh by its first key. */
export const donationKeys = ['donations'] as const

export const statsQuery = queryOptions({
  queryKey: [...donationKeys, 'stats'],
  queryFn: () => request('GET /donations/stats'),
})
export const toSendQuery = queryOptions({
  queryKey: [...donationKeys, 'to-send'],
  queryFn: () => request('GET /donations/to-send'),
})
export const toReceiveQuery = queryOptions({
  queryKey: [...donationKeys, 'to-receive'],
  queryFn: () => request('GET /donations/to-receive'),
})

export function historyQuery(page: number, limit: number) {
  return queryOptions({
    queryKey: [...donationKeys, 'history', page, limit],
    queryFn: () => request('GET /donations/history', { query: { page: String(page), limit: String(limit) } }),
    placeholderData: keepPreviousData,
  })
}

/** A change of a donation: done at the server first, then everything of the member's is read again. Nothing is shown before it happened. */
function useDonationMutation<V, T>(mutationFn: (variables: V) => Promise<T>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onError: (error) => {
      // The donation moved on meanwhile, and its card will go with it: the reason stays on the page.
      if (error instanceof ApiError && error.status === 409)
        client.setQueryData(noticeKey, failureText(error, error.message))
    },
    onSettled: () => client.invalidateQueries({ queryKey: donationKeys }),
  })
}

const noticeKey = ['notice', 'donations'] as const

/** What a member must read even after the donation it speaks of has left the list; null when there is nothing. */
export function useNotice(): [string | null, () => void] {
  const client = useQueryClient()
  const { data } = useQuery<string | null>({
    queryKey: noticeKey,
    queryFn: () => null,
    enabled: false,
    initialData: null,
  })
  return [data, () => client.setQueryData(noticeKey, null)]
}

export function useSendReceipt() {
  return useDonationMutation(
    ({
      id,
      comprovanteBase64,
      onProgress,
    }: {
      id: string
      comprovanteBase64: string
      onProgress: (part: number) => void
    }) => request('POST /donations/{id}/comprovante', { params: { id }, body: { comprovanteBase64 } }, { onProgress }),
  )
}

export function useConfirmDonation() {
  return useDonationMutation(({ id }: { id: string }) => request('PATCH /donations/{id}/confirm', { params: { id } }))
}

export function useReportDonation() {
  return useDonationMutation(({ id, reason, additionalInfo }: { id: string; reason: string; additionalInfo: string }) =>
    request('POST /donations/{id}/report', {
      params: { id },
      body: { reason, ...(additionalInfo ? { additionalInfo } : {}) },
    }),
  )
}

export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: ['receipt', id],
    queryFn: () => request('GET /donations/{id}/comprovante', { params: { id } }),
    gcTime: 0,
    staleTime: 0,
  })
}
