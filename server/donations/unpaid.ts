import { and, eq, exists, gte, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { DAY_MS, periodOf } from '#circle/period.ts'
import { MISSED_DAYS } from '#contracts/limits.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { donations } from '#server/tables/donations.ts'
import { obligations } from '#server/tables/obligations.ts'
import { clockRuns, dueAt } from './expire.ts'

// Three things can be said of somebody who has not paid, each defined here alone: within the deadline, after it, or too
// late to pay. A donation whose clock an open report has stopped is none of these: it stands on the list of reports.

/**
 * Not paid yet, and the deadline is to come: there is nothing to blame anybody for. A month ahead, or one in a pause, is asked of
 * nobody.
 */
export function isUnpaid(db: Db | Tx, now: number) {
  const isAhead = ofObligation(db, eq(obligations.isAhead, true))
  return and(isAsked(db, now), isNotPaused(now), not(isPastDue(db, now)), not(isAhead))!
}

export function isNotPaused(now: number) {
  return or(isNull(donations.pausedUntil), lt(donations.pausedUntil, new Date(now)))!
}

/** Still to be paid after a deadline: its own, or an earlier one of the same obligation, which was matched again. */
export function isLate(db: Db | Tx, now: number) {
  return and(isAsked(db, now), isPastDue(db, now))!
}

/** Obligations whose deadline has passed and that wait for somebody to receive them: late, with nothing to pay yet. */
export const isLateWaiting = and(sql`${obligations.status} = 'waiting'`, eq(obligations.overdue, true))!

/** Contributions whose deadline passed unpaid lately. They are void: nobody owes them any more. */
export function isMissed(now: number) {
  return and(
    sql`${obligations.type} = 'PULL'`,
    // Along the index of contributions: a deadline is a year away at most, and a report may hold it.
    gte(obligations.period, periodOf(now - 2 * 365 * DAY_MS)),
    eq(obligations.voidReason, 'period_expired'),
    gte(obligations.endedAt, new Date(now - MISSED_DAYS * DAY_MS)),
  )!
}

/** Whether the obligation of a donation was overdue before it was matched with who receives it now. */
export function isOverdue(db: Db | Tx) {
  return ofObligation(db, eq(obligations.overdue, true))
}

function ofObligation(db: Db | Tx, is: SQL) {
  return exists(
    db
      .select({ one: sql`1` })
      .from(obligations)
      .where(and(eq(obligations.circleId, donations.circleId), eq(obligations.id, donations.obligationId), is)),
  )
}

function isAsked(db: Db | Tx, now: number) {
  return and(sql`${donations.status} = 'PENDING_PAYMENT'`, clockRuns(db, now))!
}

function isPastDue(db: Db | Tx, now: number) {
  return or(lt(dueAt(db), new Date(now)), isOverdue(db))!
}
