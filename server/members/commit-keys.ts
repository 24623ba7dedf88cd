import { and, eq, isNull, sql } from 'drizzle-orm'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Services } from '#server/context.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import { paymentKeys } from '#server/tables/payment-keys.ts'
import { takesPart, users } from '#server/tables/users.ts'
import { ensureKeyCommitted } from './payment-keys.ts'

/**
 * Commits every circle to the payment keys of its members that no version holds yet, as at the first start after the
 * upgrade that brought commitments. Each circle is one transaction, so an interrupted run goes on at the next start.
 */
export async function commitMissingKeys(services: Services): Promise<void> {
  const missing = await services.db
    .select({ circleId: circleMembers.circleId, memberId: circleMembers.memberId })
    .from(circleMembers)
    .innerJoin(circles, and(eq(circles.id, circleMembers.circleId), isNull(circles.endedAt)))
    .innerJoin(users, and(eq(users.id, circleMembers.memberId), isNull(users.erasedAt), takesPart))
    .where(
      sql`not exists (select from ${paymentKeys} where ${paymentKeys.circleId} = ${circleMembers.circleId} and ${paymentKeys.memberId} = ${circleMembers.memberId} and ${paymentKeys.state} = 'current')`,
    )
    .orderBy(circleMembers.circleId, circleMembers.memberId)
  for (const [circleId, members] of Map.groupBy(missing, (row) => row.circleId))
    await withCircle({ ...services, actorId: null }, circleId, async (circle) => {
      for (const { memberId } of members) await ensureKeyCommitted(services, circle, memberId)
    })
}
