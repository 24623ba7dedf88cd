import { searchSchema, wholeNumber } from '#web/ui/url-search.ts'

/** The pages of the proposals that wait, and of those that were decided. */
export const approvalsSearch = searchSchema({ pagina: wholeNumber, decididas: wholeNumber })
