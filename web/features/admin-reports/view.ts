import { dayOf } from '#contracts/age.ts'
import type { QuerySent } from '#contracts/contract.ts'
import type { ReportStatus } from '#contracts/labels.ts'
import { ADMIN_DONATION_PAGE_SIZES, ADMIN_PAGE_SIZE } from '#contracts/limits.ts'
import { isId } from '#web/text/is-id.ts'
import type { ShapeOf } from '#web/ui/url-search.ts'
import type { ChangeUrl } from '#web/ui/useUrlState.ts'
import type { reportsSearch } from './search.ts'

export type Address = ReturnType<typeof reportsSearch>
export type Patch = Parameters<ChangeUrl<ShapeOf<typeof reportsSearch>>>[0]

/** The kinds of search: by an ID, as the specification has it, and by a person’s name. */
export const searchTypes = {
  relator: 'ID de quem reportou',
  doacao: 'ID da doação',
  report: 'ID do report',
  pessoa: 'Nome da pessoa',
} as const
export type SearchType = keyof typeof searchTypes

export const groups = {
  pendentes: { label: 'Pendentes', status: 'PENDING' },
  investigando: { label: 'Investigando', status: 'INVESTIGATING' },
  resolvidos: { label: 'Resolvidos', status: 'RESOLVED' },
  dispensados: { label: 'Dispensados', status: 'DISMISSED' },
} as const satisfies Record<string, { label: string; status: ReportStatus }>
export type Group = keyof typeof groups

export const PAGE_SIZES = ADMIN_DONATION_PAGE_SIZES

/** The state of the screen, read from the URL; values that are not allowed count as absent. */
export type View = {
  readonly by: SearchType | null
  readonly id: string
  readonly group: Group | null
  /** Days in São Paulo, both included; '' for none. */
  readonly from: string
  readonly to: string
  readonly page: number
  readonly size: number
  /** The report whose details are open, and whether it is being decided. */
  readonly open: string
  readonly isResolving: boolean
}

export type Filter = Pick<View, 'by' | 'id' | 'group' | 'from' | 'to'>

export function viewOf({ por, busca, filtro, de, ate, pagina, tamanho, report, acao }: Address): View {
  return {
    by: por ?? null,
    id: busca ?? '',
    group: filtro ?? null,
    from: de ?? '',
    to: ate ?? '',
    page: pagina ?? 1,
    size: tamanho ?? ADMIN_PAGE_SIZE,
    open: report ?? '',
    isResolving: acao === 'resolver',
  }
}

/** Whether an ID or a name is searched for. */
export function isSearching({ by, id }: Pick<View, 'by' | 'id'>): boolean {
  return by !== null && id !== ''
}

/** Whether the range ends before it begins, so that nothing can lie in it. */
export function isRangeReversed({ from, to }: Pick<View, 'from' | 'to'>): boolean {
  return from !== '' && to !== '' && to < from
}

/** The range as the calls take it. */
export function rangeOf({ from, to }: Pick<View, 'from' | 'to'>): { dateFrom?: string; dateTo?: string } {
  return { ...(from ? { dateFrom: from } : {}), ...(to ? { dateTo: to } : {}) }
}

/** The filters as the list's call takes them; a report's own ID it does not know. */
export function filterOf(view: Filter): QuerySent<'GET /admin/donations/reports'> {
  return {
    ...rangeOf(view),
    ...(view.group ? { status: groups[view.group].status } : {}),
    ...(isSearching(view) && view.by === 'pessoa' ? { [isId(view.id) ? 'personId' : 'person']: view.id } : {}),
    ...(isSearching(view) && view.by === 'relator' ? { reporterId: view.id } : {}),
    ...(isSearching(view) && view.by === 'doacao' ? { donationId: view.id } : {}),
  }
}

/** Whether a report found by its ID meets the other filters. */
export function meets(
  { group, from, to }: Filter,
  report: { readonly status: ReportStatus; readonly reported_at: string },
): boolean {
  const day = dayOf(Date.parse(report.reported_at))
  return (
    (group === null || groups[group].status === report.status) &&
    (from === '' || day >= from) &&
    (to === '' || day <= to)
  )
}
