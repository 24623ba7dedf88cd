import { oneNumberOf, oneOf, searchSchema, wholeNumber } from '#web/ui/url-search.ts'

export const PAGE_SIZES = [10, 20, 50, 100] as const

/** What the ledger keeps in its address; `lancamento` is the entry that somebody was led to. */
export const ledgerSearch = searchSchema({
  pagina: wholeNumber,
  tamanho: oneNumberOf(PAGE_SIZES),
  ordem: oneOf(['antigos']),
  lancamento: wholeNumber,
})
