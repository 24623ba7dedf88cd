import { MEMBER_REPORT_PAGE_SIZES, REPORTS_PAGE_SIZE } from '#contracts/limits.ts'
import { pageOf } from '#web/ui/useAddress.ts'

export const addressNames = ['filtro', 'pagina', 'tamanho', 'report'] as const
export type Address = Record<(typeof addressNames)[number], string>

/** The filters above the list, each with its message for an empty list. */
export const filters = {
  todos: { label: 'Todos', resolved: undefined, empty: 'Você ainda não criou nenhum report.' },
  aguardando: { label: 'Aguardando Resolução', resolved: 'false', empty: 'Você não tem reports pendentes.' },
  resolvidos: { label: 'Já Resolvidos', resolved: 'true', empty: 'Você não tem reports resolvidos.' },
} as const
export type Filter = keyof typeof filters

/** The state of the screen, read from the URL; values that are not allowed count as absent. */
export type View = {
  readonly filter: Filter
  readonly page: number
  readonly size: number
  /** The report whose details are open. */
  readonly open: string
}

export function viewOf({ filtro, pagina, tamanho, report }: Address): View {
  return {
    filter: Object.hasOwn(filters, filtro) ? (filtro as Filter) : 'todos',
    page: pageOf(pagina),
    size: MEMBER_REPORT_PAGE_SIZES.find((size) => String(size) === tamanho) ?? REPORTS_PAGE_SIZE,
    open: report.slice(0, 100),
  }
}

/** The page to show instead of one that lies behind the last; null when there is nothing to correct. */
export function pageWithin(page: number, totalPages: number): number | null {
  const last = Math.max(totalPages, 1)
  return page > last ? last : null
}
