import { oneOf, searchSchema, text, wholeNumber } from '#web/ui/url-search.ts'

/** What the list of users keeps in its address: which are shown, and what is being done with one of them. */
export const usersSearch = searchSchema({
  busca: text,
  filtro: oneOf(['nao-verificados']),
  pagina: wholeNumber,
  usuario: text,
  acao: oneOf(['perfil', 'editar', 'aprovar']),
})
