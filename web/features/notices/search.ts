import { searchSchema, wholeNumber } from '#web/ui/url-search.ts'

/** The URL state of the inbox: its page. */
export const noticesSearch = searchSchema({ pagina: wholeNumber })
