import { once } from './once.ts'

const monthInSaoPaulo = once(
  () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo', year: 'numeric', month: '2-digit' }),
)

/** The calendar month in America/Sao_Paulo that an instant (epoch ms) falls in, as `2026-11`. */
export function periodOf(instant: number): string {
  const parts = monthInSaoPaulo().formatToParts(instant)
  const part = (type: string) => parts.find((candidate) => candidate.type === type)!.value
  return `${part('year')}-${part('month')}`
}

export const DAY_MS = 86_400_000

/** The month after one: `2026-12` is followed by `2027-01`. */
export function nextPeriod(period: string): string {
  const [year, month] = period.split('-').map(Number) as [number, number]
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`
}

export type NextPull = { readonly period: string; readonly fromAt: number; readonly isDue: boolean }

/**
 * The period whose contributions are asked for next, and from when (epoch ms): the present month while it was not
 * pulled, else the one after the last pull. `pulledPeriod` null: never pulled. Months that passed without a pull are
 * not caught up on.
 */
export function nextPull(pulledPeriod: string | null, now: number): NextPull {
  const present = periodOf(now)
  const period = pulledPeriod === null || pulledPeriod < present ? present : nextPeriod(pulledPeriod)
  const fromAt = periodStart(period)
  return { period, fromAt, isDue: fromAt <= now }
}

/** When a month begins in America/Sao_Paulo, in epoch ms. The zone has had no summer time since 2019. */
export function periodStart(period: string): number {
  return Date.parse(`${period}-01T00:00:00-03:00`)
}
