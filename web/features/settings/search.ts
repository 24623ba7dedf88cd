import { oneOf, searchSchema, wholeNumber } from '#web/ui/url-search.ts'

/** The tab of the settings that an address names; the circle's own when it names none; and for how many people the plan is to be. */
export const settingsSearch = searchSchema({ aba: oneOf(['laboratorio']), pessoas: wholeNumber })
