import { nextPeriod, periodOf } from '#circle/period.ts'
import { monthText } from '#web/text/dates.ts'

/** The months shown to choose from: two years back at most. */
const MONTHS_BACK = 24
const YEARS_BACK = 2

type Choice = { readonly value: string; readonly label: string }

/** The present month and those before it, newest first, from the month of `since` (epoch ms) on: when there was a circle. */
export function monthChoices(now: number, since: number): Choice[] {
  const present = periodOf(now)
  const earliest = `${Number(present.slice(0, 4)) - MONTHS_BACK / 12}${present.slice(4)}`
  const began = periodOf(Math.min(since, now))
  let period = began > earliest ? began : earliest
  const found: Choice[] = []
  while (period <= present) {
    found.unshift({ value: period, label: monthText(period) })
    period = nextPeriod(period)
  }
  return found
}

/** The present year and those before it, newest first, from the year of `since` on. */
export function yearChoices(now: number, since: number): Choice[] {
  const year = Number(periodOf(now).slice(0, 4))
  const began = Number(periodOf(Math.min(since, now)).slice(0, 4))
  const count = 1 + Math.min(YEARS_BACK, year - began)
  return Array.from({ length: count }, (_, back) => year - back).map((each) => ({
    value: String(each),
    label: `o ano de ${each}`,
  }))
}
