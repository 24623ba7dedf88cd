import { and, isNotNull, isNull } from 'drizzle-orm'
import { asksIn, calendarDueAt, CALENDAR_NOTICE_MS, isAskedFor, missedByCalendar } from '#circle/calendar.ts'
import { periodOf } from '#circle/period.ts'
import type { Services } from '#server/context.ts'
import { circles } from '#server/tables/circles.ts'

type CircleRow = typeof circles.$inferSelect

/** The present circles whose calendar has something to do now. */
export async function circlesWithCalendarWork(services: Services): Promise<string[]> {
  const rows = await services.db
    .select()
    .from(circles)
    .where(and(isNotNull(circles.calendar), isNull(circles.endedAt), isNull(circles.closedAt)))
    .orderBy(circles.id)
  const now = services.clock.now()
  return rows.filter((row) => workOf(row, now) !== null).map(({ id }) => id)
}

export type Work = { readonly kind: 'pull' | 'announce' | 'missed'; readonly period: string }

/**
 * The work of a circle's calendar at `now`: to ask for the present month, to announce that, three days before, or to say
 * that the month before went by with nothing running.
 */
export function workOf(row: CircleRow, now: number): Work | null {
  const { calendar } = row
  if (!calendar) return null
  const missed = missedByCalendar(calendar, row, now)
  if (missed !== null) return { kind: 'missed', period: missed }
  const period = periodOf(now)
  const next = periodOf(now + CALENDAR_NOTICE_MS)
  if (!isAskedFor(row, period) && asksIn(calendar, period) && calendarDueAt(calendar, period) <= now)
    return { kind: 'pull', period }
  const announced = [period, next].find((one) => {
    const at = calendarDueAt(calendar, one)
    return !isAskedFor(row, one) && asksIn(calendar, one) && now < at && at <= now + CALENDAR_NOTICE_MS
  })
  return announced === undefined ? null : { kind: 'announce', period: announced }
}
