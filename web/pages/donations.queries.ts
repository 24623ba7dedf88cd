import { historyQuery, paymentKeysQuery, statsQuery, toReceiveQuery, toSendQuery } from '#web/features/donations/api.ts'
import { progressQuery } from '#web/features/levels/api.ts'

/** The first readings of the page; the build makes the first script's requests of it (scripts/first-readings.ts). */
export const queries = {
  all: [toSendQuery, toReceiveQuery, progressQuery, statsQuery, historyQuery(1, 20)],
  approved: [paymentKeysQuery],
}
