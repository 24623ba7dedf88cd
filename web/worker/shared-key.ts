/** The place on the device of a receipt that another app shared: written by the service worker, read by the pages. */
export const SHARED_KEY = 'ciranda-compartilhado'
