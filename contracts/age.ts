import { once } from '#circle/once.ts'

/**
 * Whole years between a birth date and a day, both YYYY-MM-DD: the birthday itself counts, the year's difference alone
 * does not.
 */
export function ageOn(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) >= birthDate.slice(5) ? years : years - 1
}

/** Whether a text is a day that exists, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

/** A day (YYYY-MM-DD) as people write it, without its year: `07/11`. */
export const dayAndMonth = (day: string): string => day.split('-').toReversed().slice(0, 2).join('/')

const dayInSaoPaulo = once(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/Sao_Paulo',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
)

/**
 * The day that an instant (epoch ms) falls on in São Paulo, as YYYY-MM-DD. Put together of its parts: no language's whole
 * date is written in this order by every engine (WebKitGTK writes that of Canada as 11/22/2026).
 */
export function dayOf(instant: number): string {
  const parts = dayInSaoPaulo().formatToParts(instant)
  const part = (type: string) => parts.find((candidate) => candidate.type === type)!.value
  return `${part('year')}-${part('month')}-${part('day')}`
}

const HOUR_MS = 3_600_000

/**
 * The last day (YYYY-MM-DD) on which something is done before a deadline (epoch ms). Of one in the first hour of a day, as that of a
 * month ahead, it is the day before.
 */
export function lastDayBefore(deadlineAt: number): string {
  return dayOf(deadlineAt - HOUR_MS)
}
