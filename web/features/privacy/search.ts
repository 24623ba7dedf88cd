import { oneNumberOf, searchSchema, wholeNumber } from '#web/ui/url-search.ts'

export const ACCESS_PAGE_SIZES = [10, 20, 50] as const

/** What the page of one's own data keeps in its address: where its list of accesses stands. */
export const privacySearch = searchSchema({ pagina: wholeNumber, tamanho: oneNumberOf(ACCESS_PAGE_SIZES) })
