import { oneOf, searchSchema, text, wholeNumber } from '#web/ui/url-search.ts'
import type { ShapeOf } from '#web/ui/url-search.ts'

/** The URL state of the users' list: what it shows. */
export const listSearch = searchSchema({
  busca: text,
  filtro: oneOf([
    'nao-verificados',
    'sem-aceite',
    'fechados',
    'nao-pagaram',
    'atrasados',
    'vencidas',
    'nunca-confirmaram',
    'comprovante-repetido',
  ]),
  ordem: oneOf(['nome', 'recentes', 'atraso']),
  pagina: wholeNumber,
})

export type ListShape = ShapeOf<typeof listSearch>

/** The dialog that is open for one of them. */
export const dialogSearch = searchSchema({
  usuario: text,
  acao: oneOf(['perfil', 'editar', 'aprovar', 'suspender', 'retirar', 'reabrir', 'ajuda']),
})

export type DialogShape = ShapeOf<typeof dialogSearch>

/** The URL state of the page. */
export const usersSearch = (raw: Readonly<Record<string, unknown>>) => ({ ...listSearch(raw), ...dialogSearch(raw) })
