import { oneOf, searchSchema } from '#web/ui/url-search.ts'

/** The tab of the settings that an address names; the circle's own when it names none. */
export const settingsSearch = searchSchema({ aba: oneOf(['laboratorio']) })
