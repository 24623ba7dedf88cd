import { oneNumberOf, searchSchema, wholeNumber } from '#web/ui/url-search.ts'

export const ACCESS_PAGE_SIZES = [10, 20, 50] as const

/** The URL state of the page of one's own data: the page of its list of accesses. */
export const privacySearch = searchSchema({ pagina: wholeNumber, tamanho: oneNumberOf(ACCESS_PAGE_SIZES) })
