import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'
import { requestDecided } from '#web/api/signed-request.ts'
import { filterOf } from './view.ts'
import type { View } from './view.ts'

export type Donation = AnswerOf<'GET /admin/donations/list'>['data'][number]

const keys = ['admin', 'donations'] as const

export function listQuery(view: Pick<View, 'by' | 'id' | 'group' | 'page' | 'size'>) {
  const query = { ...filterOf(view), page: String(view.page), limit: String(view.size) }
  return queryOptions({
    queryKey: [...keys, 'list', query],
    queryFn: () => request('GET /admin/donations/list', { query }),
    placeholderData: keepPreviousData,
  })
}

/** Names alone: looking one up is no look at anybody's data. */
export const namesQuery = queryOptions({ queryKey: ['users', 'names'], queryFn: () => request('GET /admin/names') })

/** The cards' numbers: a failure is no reason to hide the rest of the screen. */
export const statsQuery = queryOptions({
  queryKey: [...keys, 'stats'],
  queryFn: () => request('GET /admin/donations/stats'),
})

export function detailsQuery(id: string) {
  return queryOptions({
    queryKey: [...keys, 'details', id],
    queryFn: () => request('GET /admin/donations/{id}', { params: { id } }),
  })
}

export function rejectedReceiptQuery(id: string, attempt: number) {
  return queryOptions({
    queryKey: [...keys, 'receipt', id, attempt],
    queryFn: () => request('GET /donations/{id}/rejected-receipts/{attempt}', { params: { id, attempt } }),
    gcTime: 0,
    staleTime: 0,
  })
}

export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: [...keys, 'receipt', id],
    queryFn: () => request('GET /donations/{id}/comprovante', { params: { id } }),
    gcTime: 0,
    staleTime: 0,
  })
}

export function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keys })
}

/** Confirms a donation to the administrative account, by an administrator who checked its bank statement. */
export function useConfirm() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) =>
      requestDecided(
        'PATCH /donations/{id}/confirm',
        { params: { id }, body: {} },
        { kind: 'confirm', donationId: id, by: 'administration' },
      ),
    onSettled: refresh,
  })
}

/** The forecast of a pause, before anybody decides it. */
export function pauseQuery(id: string) {
  return queryOptions({
    queryKey: [...keys, 'pause', id],
    queryFn: () => request('GET /admin/donations/{id}/pause', { params: { id } }),
    retry: false,
  })
}

/** Lets somebody pay a month later; in a real circle it is proposed. */
export function usePause() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      requestDecided('POST /admin/donations/{id}/pause', { params: { id } }, { kind: 'pause_month', donationId: id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['admin'] }),
  })
}

/** Opens a case of a donation that neither side reported; reports are read again too. */
export function useOpenCase() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      requestDecided(
        'POST /admin/donations/{id}/open-case',
        { params: { id }, body: { reason } },
        { kind: 'open_case', donationId: id, reportId: '' },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
  })
}
