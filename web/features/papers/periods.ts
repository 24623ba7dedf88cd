import { nextPeriod, periodOf } from '#circle/period.ts'

/** The months shown to choose from: two years back. */
const MONTHS_BACK = 24

const months = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'long', year: 'numeric' })

type Choice = { readonly value: string; readonly label: string }

/** The present month and those before it, newest first. */
export function monthChoices(now: number): Choice[] {
  const present = periodOf(now)
  let period = `${Number(present.slice(0, 4)) - MONTHS_BACK / 12}${present.slice(4)}`
  const found: Choice[] = []
  while (period <= present) {
    found.unshift({ value: period, label: months.format(Date.parse(`${period}-15T00:00:00Z`)) })
    period = nextPeriod(period)
  }
  return found
}

/** The present year and the two before it, newest first. */
export function yearChoices(now: number): Choice[] {
  const year = Number(periodOf(now).slice(0, 4))
  return [year, year - 1, year - 2].map((each) => ({ value: String(each), label: `o ano de ${each}` }))
}
