import { and, eq, isNull } from 'drizzle-orm'
import { findCircleIdOf } from '#server/access/find-actor.ts'
import { getOpenCircle } from '#server/circle-store/find-circle.ts'
import type { CircleRow } from '#server/circle-store/find-circle.ts'
import type { Services } from '#server/context.ts'
import { circles } from '#server/tables/circles.ts'

/**
 * The circle that a public page shows: that of the token's owner, even if the token expired, and otherwise the circle
 * that is open for registration. Refuses with `circle.none` where there is neither.
 */
export async function getCircleOfReader(services: Services, authorization: string | undefined): Promise<CircleRow> {
  const circleId = await findCircleIdOf(services, authorization)
  const [own] =
    circleId === null
      ? []
      : await services.db
          .select()
          .from(circles)
          .where(and(eq(circles.id, circleId), isNull(circles.endedAt), eq(circles.isHidden, false)))
  return own ?? getOpenCircle(services.db)
}
