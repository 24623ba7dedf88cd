import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodySent } from '#contracts/contract.ts'
import type { ReportStatus } from '#contracts/labels.ts'
import { ApiError, request } from '#web/api/client.ts'
import { requestDecided } from '#web/api/signed-request.ts'
import { filterOf, isSearching, meets, rangeOf } from './view.ts'
import type { Filter, View } from './view.ts'

export type ReportPage = AnswerOf<'GET /admin/donations/reports'>
export type Report = ReportPage['data'][number]
export type ReportDetails = AnswerOf<'GET /admin/donations/reports/{id}'>

const keys = ['admin', 'reports'] as const

export function listQuery(view: Filter & Pick<View, 'page' | 'size'>) {
  const { by, id, group, from, to, page, size } = view
  return queryOptions({
    queryKey: [...keys, 'list', { by, id, group, from, to, page, size }],
    queryFn: (): Promise<ReportPage> =>
      isSearching(view) && by === 'report'
        ? findById(view)
        : request('GET /admin/donations/reports', {
            query: { ...filterOf(view), page: String(page), limit: String(size) },
          }),
    placeholderData: keepPreviousData,
  })
}

/** The list's call knows no ID of a report: that one is asked for, and held to the other filters here. */
async function findById(view: Filter & Pick<View, 'size'>): Promise<ReportPage> {
  const found = await request('GET /admin/donations/reports/{id}', { params: { id: view.id } }).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    },
  )
  const data = found && meets(view, found) ? [found] : []
  return { data, pagination: { currentPage: 1, totalPages: 1, totalItems: data.length, pageSize: view.size } }
}

/** Totals of the chosen days in money and time: a failure is no reason to hide the rest of the screen. */
export function statsQuery({ from, to }: Pick<View, 'from' | 'to'>) {
  return queryOptions({
    queryKey: [...keys, 'stats', { from, to }],
    queryFn: () => request('GET /admin/donations/reports/stats', { query: rangeOf({ from, to }) }),
    placeholderData: keepPreviousData,
  })
}

/**
 * How many reports of the chosen days there are, and how many in each status: five counts, as the specification has
 * them.
 */
export function countsQuery({ from, to }: Pick<View, 'from' | 'to'>) {
  const count = async (status?: ReportStatus) =>
    (
      await request('GET /admin/donations/reports', {
        query: { ...rangeOf({ from, to }), ...(status ? { status } : {}), page: '1', limit: '1' },
      })
    ).pagination.totalItems
  return queryOptions({
    queryKey: [...keys, 'counts', { from, to }],
    queryFn: async () => {
      const [total, pending, investigating, resolved, dismissed] = await Promise.all([
        count(),
        count('PENDING'),
        count('INVESTIGATING'),
        count('RESOLVED'),
        count('DISMISSED'),
      ])
      return { total, pending, investigating, resolved, dismissed }
    },
    placeholderData: keepPreviousData,
  })
}

export function detailsQuery(id: string) {
  return queryOptions({
    queryKey: [...keys, 'details', id],
    queryFn: () => request('GET /admin/donations/reports/{id}', { params: { id } }),
  })
}

export function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keys })
}

export type Resolve = ReturnType<typeof useResolve>

/** Decides a report. What is shown of it comes from the answer; every list that may have changed is read again. */
export function useResolve(id: string, onDone = () => {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<'POST /admin/donations/reports/{id}/resolve'>) =>
      requestDecided(
        'POST /admin/donations/reports/{id}/resolve',
        { params: { id }, body },
        {
          kind: 'resolve_report',
          reportId: id,
          resolution: body.resolution ?? 'RESOLVED',
          outcome: body.donation_outcome ?? 'keep',
        },
      ),
    onSuccess: (details) => {
      client.setQueryData(detailsQuery(id).queryKey, details)
      onDone()
    },
    onSettled: () => afterDecision(client),
  })
}

/** Asks one party of an open case for something. */
export function useAsk(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<'POST /admin/donations/reports/{id}/ask'>) =>
      request('POST /admin/donations/reports/{id}/ask', { params: { id }, body }),
    onSuccess: (details) => client.setQueryData(detailsQuery(id).queryKey, details),
  })
}

/** Decides the appeal of a report; every list that may have changed is read again. */
export function useDecideAppeal(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<'POST /admin/donations/reports/{id}/decide-appeal'>) =>
      requestDecided(
        'POST /admin/donations/reports/{id}/decide-appeal',
        { params: { id }, body },
        {
          kind: 'decide_appeal',
          reportId: id,
          donationId: '',
          decision: body.decision,
          outcome: body.donation_outcome ?? 'keep',
        },
      ),
    onSuccess: (details) => client.setQueryData(detailsQuery(id).queryKey, details),
    onSettled: () => afterDecision(client),
  })
}

/** Every list that may have changed is read again; a fiscal reads the case as the parties do. */
function afterDecision(client: QueryClient) {
  return Promise.all([['admin'], ['donations']].map((queryKey) => client.invalidateQueries({ queryKey })))
}
