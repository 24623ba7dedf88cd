import { and, eq, exists, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { OWN_REPORT_STOP_MS } from '#circle/clock.ts'
import { currentCirclesWith } from '#server/circle-store/current-circles.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Services } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { reports } from '#server/tables/reports.ts'
import { donations } from '#server/tables/donations.ts'

/** The current circles with a donation that is unpaid past its deadline and that no open report holds. */
export function circlesWithDueDonations(services: Services): Promise<string[]> {
  const { clock, db } = services
  const isDue = and(
    eq(donations.status, 'PENDING_PAYMENT'),
    // One that is late already waits for its donor, unless somebody has to decide.
    or(not(donations.isLate), donations.isUndecided),
    lt(donations.deadlineAt, new Date(clock.now())),
    clockRuns(db, clock.now()),
    lt(dueAt(db), new Date(clock.now())),
  )
  return currentCirclesWith(db, donations, isDue)
}

/**
 * Ends every unpaid donation of a circle past its deadline, or in a roda says that it is late. It is idempotent, so any
 * number of processes may run it at any time.
 */
export async function expireDonations(services: Services, circleId: string): Promise<void> {
  await withCircle({ ...services, actorId: null }, circleId, ({ perform }) => perform({ kind: 'expire', late: true }))
}

/**
 * Whether the expiry clock of a donation runs at `now`: `circle/clock.ts` in SQL. An open report of somebody else's, and every
 * open report after a rejected receipt, stops it until it is decided; the donor's own and the administration's for a time, if it
 * came in time.
 */
export function clockRuns(db: Db | Tx, now: number) {
  const isHeld = exists(
    db
      .select({ one: sql`1` })
      .from(reports)
      .where(
        and(
          openReport(),
          or(not(isBounded), and(cameInTime, sql`${holdsUntil} > ${new Date(now).toISOString()}::timestamptz`)),
        ),
      ),
  )
  return or(isNull(donations.reportId), not(isHeld))
}

/** When a donation whose clock runs expires: its deadline, and what an open report held it for that holds for a time alone. */
export function dueAt(db: Db | Tx): SQL<Date> {
  const held = db
    .select({
      ms: sql`greatest(interval '0', ${holdsUntil} - ${heldFrom})`,
    })
    .from(reports)
    .where(and(openReport(), isBounded, cameInTime))
  return sql`(${donations.deadlineAt} + coalesce((${held}), interval '0'))`
}

/**
 * Whether an open report stops the clock for a time only: the donor's own, or one that says so, with no rejected receipt to decide
 * about.
 */
const isBounded = sql`((${reports.reporterId} is not distinct from ${donations.donorId} or ${reports.holdsMs} is not null) and not ${donations.isUndecided})`
const holdsUntil = sql`(${reports.reportedAt} + make_interval(secs => coalesce(${reports.holdsMs}, ${OWN_REPORT_STOP_MS}) / 1000.0))`
const heldFrom = sql`greatest(${reports.reportedAt}, ${donations.rejectedAt})`
/** A report that came when the deadline had passed stops nothing. */
const cameInTime = sql`${donations.deadlineAt} >= ${heldFrom}`

/** Whether no open report is about a donation: what is disputed stands on the list of reports. */
export function isUnderNoReport(db: Db | Tx) {
  return not(
    exists(
      db
        .select({ one: sql`1` })
        .from(reports)
        .where(openReport()),
    ),
  )
}

function openReport() {
  return and(eq(reports.circleId, donations.circleId), eq(reports.id, donations.reportId), isNull(reports.endedAt))
}
