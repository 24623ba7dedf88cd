import { HISTORY_PAGE, historyQuery, statsQuery, toReceiveQuery, toSendQuery } from '#web/features/donations/api.ts'
import { paymentKeysQuery } from '#web/features/donations/payment-keys.ts'

/** The first readings of the page; the build makes the first script's requests of it (scripts/first-readings.ts). */
export const queries = {
  all: [toSendQuery, toReceiveQuery, statsQuery, historyQuery(1, HISTORY_PAGE)],
  approved: [paymentKeysQuery],
}
