import { and, eq, isNull } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '#server/database/types.ts'
import { circles } from '#server/tables/circles.ts'
import type { donations } from '#server/tables/donations.ts'
import type { paymentKeys } from '#server/tables/payment-keys.ts'

/** The circles in use that have such rows: those in which a job has something to do. */
export async function currentCirclesWith(
  db: Db,
  table: typeof donations | typeof paymentKeys,
  where: SQL | undefined,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ circleId: table.circleId })
    .from(table)
    .innerJoin(circles, and(eq(circles.id, table.circleId), isNull(circles.endedAt)))
    .where(where)
  return rows.map(({ circleId }) => circleId)
}
