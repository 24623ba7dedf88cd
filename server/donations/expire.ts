import { and, eq, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { circles } from '#server/tables/circles.ts'
import type { Services } from '#server/context.ts'
import { reports } from '#server/tables/reports.ts'
import { donations } from '#server/tables/donations.ts'

/**
 * Expires every unpaid donation past its deadline, circle by circle. It is idempotent, so any number of processes may
 * run it at any time.
 */
export async function expireDonations(services: Services): Promise<void> {
  const now = new Date(services.clock.now())
  const due = await services.db
    .selectDistinct({ circleId: donations.circleId })
    .from(donations)
    .innerJoin(circles, and(eq(circles.id, donations.circleId), isNull(circles.endedAt)))
    .where(
      and(
        eq(donations.status, 'PENDING_PAYMENT'),
        lt(donations.deadlineAt, now),
        or(isNull(donations.reportId), noOpenReport(services)),
      ),
    )
  for (const { circleId } of due) {
    await withCircle({ ...services, actorId: null }, circleId, ({ perform }) => perform({ kind: 'expire' }))
  }
}

function noOpenReport({ db }: Services) {
  return notExists(
    db
      .select({ one: sql`1` })
      .from(reports)
      .where(
        and(eq(reports.circleId, donations.circleId), eq(reports.id, donations.reportId), isNull(reports.endedAt)),
      ),
  )
}
