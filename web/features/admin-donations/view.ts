import type { QuerySent } from '#contracts/contract.ts'
import { ADMIN_PAGE_SIZE } from '#contracts/limits.ts'
import { isId } from '#web/text/is-id.ts'
import type { ShapeOf } from '#web/ui/url-search.ts'
import type { ChangeUrl } from '#web/ui/useUrlState.ts'
import type { donationsSearch } from './search.ts'

export type Address = ReturnType<typeof donationsSearch>
export type Patch = Parameters<ChangeUrl<ShapeOf<typeof donationsSearch>>>[0]

/** The kinds of search: by an ID, as the specification has it, and by a person’s name. */
export const searchTypes = {
  doador: 'ID do doador',
  receptor: 'ID do receptor',
  doacao: 'ID da doação',
  pessoa: 'Nome da pessoa',
} as const
export type SearchType = keyof typeof searchTypes

/** The specification's filter groups. */
export const groups = {
  pendentes: { label: 'Pendentes', statuses: 'PENDING_PAYMENT,PENDING_CONFIRMATION' },
  concluidas: { label: 'Concluídas', statuses: 'CONFIRMED' },
  expiradas: { label: 'Expiradas', statuses: 'EXPIRED,CANCELLED' },
} as const
export type Group = keyof typeof groups

/** The state of the screen, read from the URL; values that are not allowed count as absent. */
export type View = {
  readonly by: SearchType | null
  readonly id: string
  readonly group: Group | null
  readonly page: number
  readonly size: number
  /** The donation whose details are open. */
  readonly open: string
}

export function viewOf({ por, busca, filtro, pagina, tamanho, doacao }: Address): View {
  return {
    by: por ?? null,
    id: busca ?? '',
    group: filtro ?? null,
    page: pagina ?? 1,
    size: tamanho ?? ADMIN_PAGE_SIZE,
    open: doacao ?? '',
  }
}

/** A link names a person by their ID, and people by their name. */
export function personParameter(text: string): 'personId' | 'person' {
  return isId(text) ? 'personId' : 'person'
}

/** Whether an ID or a name is searched for. */
export function isSearching({ by, id }: Pick<View, 'by' | 'id'>): boolean {
  return by !== null && id !== ''
}

/** The filters as the calls take them, for the list and for its export alike. */
export function filterOf(view: Pick<View, 'by' | 'id' | 'group'>): QuerySent<'GET /admin/donations/export'> {
  const { by, id } = view
  const parameter =
    by === 'pessoa'
      ? personParameter(id)
      : ({ doador: 'donorId', receptor: 'receiverId', doacao: 'id' } as const)[by ?? 'doador']
  return {
    ...(view.group ? { status: groups[view.group].statuses } : {}),
    ...(isSearching(view) ? { [parameter]: id } : {}),
  }
}
