import { asksIn, calendarDueAt } from '#circle/calendar.ts'
import type { CalendarInForce } from '#circle/calendar.ts'
import type { Command } from '#circle/circle.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { periodOf } from '#circle/period.ts'

/** The fault that a pull in the calendar's name can have. */
export type CalendarFaultCode = 'calendar.unfounded'

/**
 * Holds every pull that names no person to the calendar in force: one was set in the ledger, at least three days before
 * its hour, that hour had come, and it is the calendar's first of that month. So nobody asks for money and says that it was
 * the calendar. Held from the first entry on that says how its actor was authenticated. `entries` are in order and chained.
 */
export function checkCalendar(
  entries: readonly LedgerEntry[],
): { readonly code: CalendarFaultCode; readonly seq: number }[] {
  const faults: { code: CalendarFaultCode; seq: number }[] = []
  const asked = new Set<string>()
  let calendar: CalendarInForce | null = null
  let isHeld = false
  for (const { seq, at, actor_id, kind, payload } of entries) {
    isHeld ||= payload['via'] !== undefined
    if (kind === 'circle.calendar_set')
      calendar = { day: Number(payload['day']), hour: Number(payload['hour']), setAt: Date.parse(at) }
    if (kind === 'circle.calendar_removed') calendar = null
    const { command } = payload as { command?: Command }
    if (!isHeld || kind !== COMMAND_KIND || command?.kind !== 'generate_pull' || actor_id !== null) continue
    const now = Date.parse(at)
    const period = periodOf(now)
    if (asked.has(period) || !isDue(calendar, period, now)) faults.push({ code: 'calendar.unfounded', seq })
    asked.add(period)
  }
  return faults
}

function isDue(calendar: CalendarInForce | null, period: string, now: number): boolean {
  if (!calendar) return false
  return asksIn(calendar, period) && calendarDueAt(calendar, period) <= now
}
