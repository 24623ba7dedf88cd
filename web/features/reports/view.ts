import { REPORTS_PAGE_SIZE } from '#contracts/limits.ts'
import type { ShapeOf } from '#web/ui/url-search.ts'
import type { ChangeUrl } from '#web/ui/useUrlState.ts'
import type { reportsSearch } from './search.ts'

export type Address = ReturnType<typeof reportsSearch>
export type Patch = Parameters<ChangeUrl<ShapeOf<typeof reportsSearch>>>[0]

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
  return { filter: filtro ?? 'todos', page: pagina ?? 1, size: tamanho ?? REPORTS_PAGE_SIZE, open: report ?? '' }
}
