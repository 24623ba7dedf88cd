import { eq } from 'drizzle-orm'
import type { Db, Tx } from '#server/database/types.ts'
import { refuse } from '#server/lib/refusal.ts'
import { circles } from '#server/tables/circles.ts'

export type CircleRow = typeof circles.$inferSelect

/** The circle that new registrations join: the one an administrator opened last, initially the installation's first. */
export async function getOpenCircle(tx: Db | Tx): Promise<CircleRow> {
  const [circle] = await tx.select().from(circles).where(eq(circles.openForRegistration, true))
  if (!circle) throw new Error('An installation has an open circle from its first start on')
  return circle
}

/**
 * The open circle, locked, so that it stays open until the registering transaction ends. As a registration also writes
 * into the circle's ledger, nothing less than the lock of a change will do.
 */
export async function holdOpenCircle(tx: Tx): Promise<CircleRow> {
  const lockOpen = () => tx.select().from(circles).where(eq(circles.openForRegistration, true)).for('update')
  const [circle] = await lockOpen()
  // Another circle was opened while this transaction waited for the lock.
  return circle ?? (await lockOpen())[0] ?? getOpenCircle(tx)
}

/** A circle, locked as the open one is for a registration. Refuses with `join.circle_over` when a reset replaced it. */
export async function holdCircle(tx: Tx, circleId: string): Promise<CircleRow> {
  const [circle] = await tx.select().from(circles).where(eq(circles.id, circleId)).for('update')
  return circle && circle.endedAt === null ? circle : refuse('join.circle_over')
}

/** A circle by id. Refuses with `resource.not_found`, and with `circle.ended` when a reset replaced it. */
export async function getLiveCircle(tx: Db | Tx, circleId: string): Promise<CircleRow> {
  const [circle] = await tx.select().from(circles).where(eq(circles.id, circleId))
  if (!circle) refuse('resource.not_found')
  if (circle.endedAt) refuse('circle.ended')
  return circle
}

/** The version of the terms in force: the hash that the circle's ledger has of them. */
export function termsVersion({ id, termsHash }: Pick<CircleRow, 'id' | 'termsHash'>): string {
  if (termsHash === null) throw new Error(`The terms of circle ${id} are recorded at the start`)
  return termsHash
}
