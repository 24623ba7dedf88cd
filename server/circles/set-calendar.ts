import { eq } from 'drizzle-orm'
import type { ContributionCalendar } from '#circle/calendar.ts'
import type { BodyOf } from '#contracts/contract.ts'
import { frozenClock } from '#server/lib/clock.ts'
import type { Context } from '#server/context.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import { circles } from '#server/tables/circles.ts'

/**
 * Sets when the circle asks for its contributions by itself, or that it does not. Every change is a record in the ledger, which
 * its members are told of. The same calendar again changes nothing, so that its time to be told does not begin anew.
 */
export async function setCalendar(
  context: Context,
  { calendar }: BodyOf<'PATCH /admin/circle/calendar'>,
): Promise<void> {
  const at = frozenClock(context.clock)
  await withCircle({ ...context, clock: at }, context.actor.circleId, async (circle) => {
    const { tx, id } = circle
    const [row] = await tx.select().from(circles).where(eq(circles.id, id))
    const before = row!.calendar
    if (before?.day === calendar?.day && before?.hour === calendar?.hour) return
    if (calendar) return putCalendar(circle, calendar)
    await tx.update(circles).set({ calendar: null }).where(eq(circles.id, id))
    await circle.note({ kind: 'circle.calendar_removed' })
  })
}

/** Puts a calendar in force from now on. The time of its record is the one from which it holds. */
export async function putCalendar(circle: LockedCircle, { day, hour }: ContributionCalendar): Promise<void> {
  const { tx, id, now } = circle
  await tx
    .update(circles)
    .set({ calendar: { day, hour, setAt: now } })
    .where(eq(circles.id, id))
  await circle.note({ kind: 'circle.calendar_set', day: String(day), hour: String(hour) })
}

/** Sets how many days a receiver has to answer a receipt. Receipts that wait keep the days that they came with. */
export async function setAnswerDays(
  context: Context,
  { days }: BodyOf<'PATCH /admin/circle/answer-days'>,
): Promise<void> {
  await withCircle(context, context.actor.circleId, async (circle) => {
    const [row] = await circle.tx.select().from(circles).where(eq(circles.id, circle.id))
    if (row!.answerDays !== days) await putAnswerDays(circle, days)
  })
}

export async function putAnswerDays(circle: LockedCircle, days: number): Promise<void> {
  await circle.tx.update(circles).set({ answerDays: days }).where(eq(circles.id, circle.id))
  await circle.note({ kind: 'circle.answer_days_set', days: String(days) })
}
