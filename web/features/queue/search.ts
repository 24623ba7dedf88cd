import { oneNumberOf, searchSchema } from '#web/ui/url-search.ts'

export const QUEUE_LEVELS = [1, 2, 3] as const

/** The queue that an address names, `?fila=2`. */
export const queueSearch = searchSchema({ fila: oneNumberOf(QUEUE_LEVELS) })
