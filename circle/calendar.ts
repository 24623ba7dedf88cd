import { DAY_MS, nextPeriod, periodOf, periodStart } from './period.ts'

/** When a circle asks for its contributions by itself: a day (1–31) and a full hour (0–23) in São Paulo. */
export type ContributionCalendar = { readonly day: number; readonly hour: number }

/** A calendar, and since when (epoch ms) it is the circle's. */
export type CalendarInForce = ContributionCalendar & { readonly setAt: number }

/** So long before, everybody who will owe is told; a calendar set later than that begins with the month after. */
export const CALENDAR_NOTICE_MS = 3 * DAY_MS

const HOUR_MS = 3_600_000

/**
 * When a calendar asks for a month's contributions, in epoch ms. In a month without that day it is the last one: the 31st is
 * the 28th, 29th or 30th there.
 */
export function calendarDueAt({ day, hour }: ContributionCalendar, period: string): number {
  const days = Math.round((periodStart(nextPeriod(period)) - periodStart(period)) / DAY_MS)
  return periodStart(period) + (Math.min(day, days) - 1) * DAY_MS + hour * HOUR_MS
}

/** Whether a calendar asks for a month's contributions: it stood long enough before for everybody to be told. */
export function asksIn(calendar: CalendarInForce, period: string): boolean {
  return calendar.setAt <= calendarDueAt(calendar, period) - CALENDAR_NOTICE_MS
}

/** The months asked for already: the last pulled, by anybody, and the last that the calendar is done with. */
export type Asked = { readonly pulledPeriod: string | null; readonly calendarPeriod: string | null }

/**
 * The month whose contributions a calendar asks for next, and when (epoch ms; in the past where the hour went by unused).
 * A month that has ended is never asked for, nor one that was pulled or that the calendar is done with.
 */
export function nextByCalendar(calendar: CalendarInForce, asked: Asked, now: number): { period: string; at: number } {
  let period = periodOf(now)
  while (isAskedFor(asked, period) || !asksIn(calendar, period)) period = nextPeriod(period)
  return { period, at: calendarDueAt(calendar, period) }
}

/** Whether a month's contributions were asked for, or are not asked for any more. */
export function isAskedFor({ pulledPeriod, calendarPeriod }: Asked, period: string): boolean {
  return period <= (pulledPeriod ?? '') || period <= (calendarPeriod ?? '')
}

/**
 * The month before this one, where the calendar was to ask for it and nothing ran until it was over; null otherwise. It is
 * not caught up on.
 */
export function missedByCalendar(calendar: CalendarInForce, asked: Asked, now: number): string | null {
  const period = periodOf(periodStart(periodOf(now)) - 1)
  return asksIn(calendar, period) && !isAskedFor(asked, period) ? period : null
}
