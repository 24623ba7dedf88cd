import { resultQuery } from '#web/features/circle/api.ts'
import { consentQuery } from '#web/features/circle/consent/api.ts'
import { forecastQuery } from '#web/features/forecast/api.ts'
import { receiveQuery, sendQuery } from '#web/features/home/api.ts'

/** The first readings of the page; the build makes the first script's requests of it (scripts/first-readings.ts). */
export const queries = {
  all: [sendQuery, receiveQuery],
  approved: [forecastQuery, consentQuery, resultQuery],
}
