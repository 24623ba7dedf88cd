import { isDay } from '#contracts/age.ts'
import { ADMIN_DONATION_PAGE_SIZES } from '#contracts/limits.ts'
import { oneNumberOf, oneOf, searchSchema, text, wholeNumber } from '#web/ui/url-search.ts'

const day = (value: unknown) => (typeof value === 'string' && isDay(value) ? value : undefined)

/** The URL state of the administrator's reports. Days are days in São Paulo, both included. */
export const reportsSearch = searchSchema({
  por: oneOf(['pessoa', 'relator', 'doacao', 'report']),
  busca: text,
  filtro: oneOf(['pendentes', 'investigando', 'resolvidos', 'dispensados']),
  de: day,
  ate: day,
  pagina: wholeNumber,
  tamanho: oneNumberOf(ADMIN_DONATION_PAGE_SIZES),
  report: text,
  acao: oneOf(['resolver']),
})
