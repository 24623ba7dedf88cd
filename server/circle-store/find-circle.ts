import { eq } from 'drizzle-orm'
import type { Db, Tx } from '#server/database/types.ts'
import { refuse } from '#server/lib/refusal.ts'
import { circles } from '#server/tables/circles.ts'

export type CircleRow = typeof circles.$inferSelect

/** The circle that who registers belongs to: the one an administrator opened last, at first the installation's first. */
export async function getOpenCircle(tx: Db | Tx): Promise<CircleRow> {
  const [circle] = await tx.select().from(circles).where(eq(circles.openForRegistration, true))
  if (!circle) throw new Error('An installation has an open circle from its first start on')
  return circle
}

/** The same for who registers now: it stays the open one until the transaction ends. */
export async function holdOpenCircle(tx: Tx): Promise<CircleRow> {
  const hold = () => tx.select().from(circles).where(eq(circles.openForRegistration, true)).for('share')
  const [circle] = await hold()
  // Another was opened while this waited for the lock.
  return circle ?? (await hold())[0] ?? getOpenCircle(tx)
}

/** A circle by id. Refuses with `resource.not_found`, and with `circle.ended` where another stands in its place. */
export async function getLiveCircle(tx: Db | Tx, circleId: string): Promise<CircleRow> {
  const [circle] = await tx.select().from(circles).where(eq(circles.id, circleId))
  if (!circle) refuse('resource.not_found')
  if (circle.endedAt) refuse('circle.ended')
  return circle
}

/** What accepting the terms accepts: the circle's mode and its plan at its version. */
export function termsVersion(circle: Pick<CircleRow, 'mode' | 'plan'>): string {
  return `${circle.mode}:${circle.plan.name}:${circle.plan.version}`
}
