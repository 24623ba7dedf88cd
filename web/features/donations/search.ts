import { searchSchema, text } from '#web/ui/url-search.ts'

/** The URL state of a member's donations: the one that a notice speaks of. */
export const ownDonationsSearch = searchSchema({ doacao: text })
