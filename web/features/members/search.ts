import { oneOf, searchSchema, text, wholeNumber } from '#web/ui/url-search.ts'

/** The URL state of the users' list: the filter, and the dialog that is open for one of them. */
export const usersSearch = searchSchema({
  busca: text,
  filtro: oneOf([
    'nao-verificados',
    'sem-aceite',
    'fechados',
    'atrasados',
    'nunca-confirmaram',
    'comprovante-repetido',
  ]),
  ordem: oneOf(['nome', 'recentes', 'atraso']),
  pagina: wholeNumber,
  usuario: text,
  acao: oneOf(['perfil', 'editar', 'aprovar', 'suspender', 'retirar', 'reabrir']),
})
