import { and, eq, exists, isNull, lt, not, or, sql } from 'drizzle-orm'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { circles } from '#server/tables/circles.ts'
import type { Services } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { reports } from '#server/tables/reports.ts'
import { donations } from '#server/tables/donations.ts'

/** The current circles with a donation that is unpaid past its deadline and has no open report. */
export async function circlesWithDueDonations(services: Services): Promise<string[]> {
  const rows = await services.db
    .selectDistinct({ circleId: donations.circleId })
    .from(donations)
    .innerJoin(circles, and(eq(circles.id, donations.circleId), isNull(circles.endedAt)))
    .where(
      and(
        eq(donations.status, 'PENDING_PAYMENT'),
        lt(donations.deadlineAt, new Date(services.clock.now())),
        clockRuns(services.db),
      ),
    )
  return rows.map(({ circleId }) => circleId)
}

/**
 * Expires every unpaid donation of a circle past its deadline. It is idempotent, so any number of processes may run it
 * at any time.
 */
export async function expireDonations(services: Services, circleId: string): Promise<void> {
  await withCircle({ ...services, actorId: null }, circleId, ({ perform }) => perform({ kind: 'expire' }))
}

/** Whether the expiry clock of a donation runs, which an open report stops (1-rules, section 6). */
export function clockRuns(db: Db | Tx) {
  const hasOpenReport = exists(
    db
      .select({ one: sql`1` })
      .from(reports)
      .where(
        and(eq(reports.circleId, donations.circleId), eq(reports.id, donations.reportId), isNull(reports.endedAt)),
      ),
  )
  return or(isNull(donations.reportId), not(hasOpenReport))
}
