import { MEMBER_REPORT_PAGE_SIZES } from '#contracts/limits.ts'
import { oneNumberOf, oneOf, searchSchema, text, wholeNumber } from '#web/ui/url-search.ts'

/** The URL state of a member's reports. */
export const reportsSearch = searchSchema({
  filtro: oneOf(['aguardando', 'resolvidos']),
  pagina: wholeNumber,
  tamanho: oneNumberOf(MEMBER_REPORT_PAGE_SIZES),
  report: text,
})
