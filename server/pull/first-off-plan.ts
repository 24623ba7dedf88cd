import { and, eq, isNotNull } from 'drizzle-orm'
import { firstOffPlan } from '#circle/pull.ts'
import type { OffPlan } from '#circle/pull.ts'
import { awaitsRotation } from '#circle/rotation.ts'
import type { CircleRow } from '#server/circle-store/find-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import { circles } from '#server/tables/circles.ts'

type Numbers = { readonly people: CircleRow['people']; readonly places: number }

/**
 * The numbers that keep a circle from asking for its first contributions: see `firstOffPlan`. Null when nothing does, as in a
 * circle that was made by a program that named no number of people: no number was promised.
 */
export function offPlanOf(circle: Parameters<typeof firstOffPlan>[0], { people, places }: Numbers): OffPlan | null {
  return people === null ? null : firstOffPlan(circle, { people, places })
}

/** Whether a roda that is locked already, and was not closed, waits for another rotation to be begun. */
export async function isAwaitingRotation({ tx, id, state }: LockedCircle): Promise<boolean> {
  if (!awaitsRotation(state)) return false
  const [row] = await tx.select({ closedAt: circles.closedAt }).from(circles).where(eq(circles.id, id))
  return row!.closedAt === null
}

/** Whether the rows of a roda that is to come in wait for their people (server/beginnings/): until then it does not begin. */
export async function hasBeginning({ tx, id }: Pick<LockedCircle, 'tx' | 'id'>): Promise<boolean> {
  return (await tx.$count(circles, and(eq(circles.id, id), isNotNull(circles.beginning)))) > 0
}

/** The numbers of a circle that is locked already, with the places that it has or is to have. */
export async function readOffPlan(
  { tx, id, state }: LockedCircle,
  places = state.entries.size,
): Promise<OffPlan | null> {
  const [row] = await tx.select({ people: circles.people }).from(circles).where(eq(circles.id, id))
  return offPlanOf(state, { people: row!.people, places })
}
