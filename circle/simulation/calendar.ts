import { calendarDueAt } from '../calendar.ts'
import type { ContributionCalendar } from '../calendar.ts'
import { DAY_MS, nextPeriod, nextPull, periodOf, periodStart } from '../period.ts'

/** One round of a run: when it is, in which month (from 0), and whether the month's contributions are asked for first. */
export type Round = {
  readonly at: number
  readonly month: number
  readonly pulls: boolean
  /** The last round before the next contributions are asked for. */
  readonly ends: boolean
}

// A simulated month is the average one, so that no month's length decides anything and a deadline of 30 days ends
// before the next pull. Begun in the middle of a month, every one of them falls into a calendar month (and so a
// period) of its own.
const MONTH_DAYS = 30.4375
const BEGIN = Date.UTC(2026, 0, 16, 15)

/** In a month people act this often at least: what an upgrade sets in motion is paid within the month. */
const ROUNDS_MIN = 4

/** The number of payment rounds in a month: often enough that a paying member is never past the deadline. */
function roundsOf(deadlineDays: number, monthDays: number): number {
  return Math.max(ROUNDS_MIN, Math.ceil(monthDays / deadlineDays))
}

/** The rounds of a circle that begins on a first day like any other. */
export function averageMonths(months: number, deadlineDays: number): Round[] {
  const rounds = roundsOf(deadlineDays, MONTH_DAYS)
  return Array.from({ length: months * rounds }, (_, index) => {
    const month = Math.floor(index / rounds)
    const round = index % rounds
    const at = BEGIN + Math.floor((month + round / rounds) * MONTH_DAYS * DAY_MS)
    return { at, month, pulls: round === 0, ends: round === rounds - 1 }
  })
}

/** From when (epoch ms) a period's contributions are asked for. */
export type PullAt = (period: string) => number

/** When a month's contributions are expected to be asked for: as the calendar says, else as soon as the rules allow it. */
export function pullAtOf(calendar: ContributionCalendar | null): PullAt {
  return calendar ? (period) => calendarDueAt(calendar, period) : periodStart
}

/**
 * The rounds of a live circle from `now` on, over this month and the next ones, `months` in all: each month's
 * contributions are asked for at the time that `pullAt` says, those of a month that has been asked already or has passed
 * never again, and those that are late at once.
 */
export function monthsFrom(
  now: number,
  {
    months,
    pulledPeriod,
    pullAt,
    deadlineDays,
  }: {
    months: number
    pulledPeriod: string | null
    pullAt: PullAt
    deadlineDays: number
  },
): { readonly periods: readonly string[]; readonly rounds: Round[] } {
  const periods = periodsFrom(periodOf(now), months)
  const first = nextPull(pulledPeriod, now).period
  const pulls = periods
    .filter((period) => period >= first)
    .map((period) => ({ at: Math.max(now, pullAt(period)), pulls: true }))
  const starts = pulls[0]?.at === now ? pulls : [{ at: now, pulls: false }, ...pulls]
  const end = pullAt(nextPeriod(periods.at(-1)!))
  const monthOf = new Map(periods.map((period, month) => [period, month]))
  const rounds = starts.flatMap((start, index) => {
    const lengthMs = Math.max(0, (starts[index + 1]?.at ?? end) - start.at)
    const count = roundsOf(deadlineDays, lengthMs / DAY_MS)
    return Array.from({ length: count }, (_, round) => {
      // Multiplied first: a fraction of the length could be a millisecond past the deadline.
      const at = start.at + Math.floor((round * lengthMs) / count)
      return {
        at,
        month: monthOf.get(periodOf(at)) ?? months,
        pulls: start.pulls && round === 0,
        ends: round === count - 1,
      }
    })
  })
  return { periods, rounds: rounds.filter(({ month }) => month < months) }
}

function periodsFrom(first: string, count: number): string[] {
  const periods = [first]
  while (periods.length < count) periods.push(nextPeriod(periods.at(-1)!))
  return periods
}
