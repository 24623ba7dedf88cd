import { oneNumberOf, oneOf, searchSchema, wholeNumber } from '#web/ui/url-search.ts'

export const PAGE_SIZES = [10, 20, 50, 100] as const

/** The URL state of the ledger; `lancamento` is the entry to scroll to. */
export const ledgerSearch = searchSchema({
  pagina: wholeNumber,
  tamanho: oneNumberOf(PAGE_SIZES),
  ordem: oneOf(['antigos']),
  lancamento: wholeNumber,
})
