import { ADMIN_DONATION_PAGE_SIZES } from '#contracts/limits.ts'
import { oneNumberOf, oneOf, searchSchema, text, wholeNumber } from '#web/ui/url-search.ts'

/** The URL state of the administrator's donations. */
export const donationsSearch = searchSchema({
  por: oneOf(['pessoa', 'doador', 'receptor', 'doacao']),
  busca: text,
  filtro: oneOf(['pendentes', 'concluidas', 'expiradas']),
  pagina: wholeNumber,
  tamanho: oneNumberOf(ADMIN_DONATION_PAGE_SIZES),
  doacao: text,
})
