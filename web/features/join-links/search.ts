import { oneOf, searchSchema, wholeNumber } from '#web/ui/url-search.ts'

/** The URL state of the invitations: the page, and what is done beside the list. */
export const joinLinksSearch = searchSchema({ pagina: wholeNumber, fazer: oneOf(['lista', 'imprimir']) })
