import { calendarDueAt } from '#circle/calendar.ts'
import type { ContributionCalendar } from '#circle/calendar.ts'
import { periodStart } from '#circle/period.ts'
import type { PullAt } from '#circle/simulation/calendar.ts'

/** When a month's contributions are expected to be asked for: as the calendar says, else as soon as the rules allow it. */
export function pullAtOf(calendar: ContributionCalendar | null): PullAt {
  return calendar ? (period) => calendarDueAt(calendar, period) : periodStart
}
