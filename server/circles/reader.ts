import { and, eq, isNull } from 'drizzle-orm'
import { findCircleIdOf } from '#server/access/find-actor.ts'
import { getOpenCircle } from '#server/circle-store/find-circle.ts'
import type { CircleRow } from '#server/circle-store/find-circle.ts'
import type { Services } from '#server/context.ts'
import { circles } from '#server/tables/circles.ts'

/** What a page is about: the circle of whoever's token is sent, good or run out, and for everybody else the one they could join. */
export async function getCircleOfReader(services: Services, authorization: string | undefined): Promise<CircleRow> {
  const circleId = await findCircleIdOf(services, authorization)
  const [own] =
    circleId === null
      ? []
      : await services.db
          .select()
          .from(circles)
          .where(and(eq(circles.id, circleId), isNull(circles.endedAt)))
  return own ?? getOpenCircle(services.db)
}
