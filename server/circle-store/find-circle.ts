import { and, eq, ne } from 'drizzle-orm'
import { SIMULATED_MEMBERS } from '#contracts/simulation.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { refuse } from '#server/lib/refusal.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
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

/** Whether the installation has a real circle: what concerns all circles then takes two people, or is sealed. */
export async function hasRealCircle(tx: Db | Tx): Promise<boolean> {
  return (await tx.$count(circles, eq(circles.mode, 'real'))) > 0
}

/**
 * For how many people a circle tells what its plan does: for as many as it was made for, or for all who are in it where they
 * are more, so that nobody reads of a smaller circle than theirs.
 */
export async function outcomeMembers(tx: Db | Tx, { id, people }: Pick<CircleRow, 'id' | 'people'>): Promise<number> {
  if (people === null) return SIMULATED_MEMBERS
  const isIn = and(eq(circleMembers.circleId, id), ne(circleMembers.status, 'left'))
  return Math.min(SIMULATED_MEMBERS, Math.max(people, await tx.$count(circleMembers, isIn)))
}

/** The version of the terms in force: the hash that the circle's ledger has of them. */
export function termsVersion({ id, termsHash }: Pick<CircleRow, 'id' | 'termsHash'>): string {
  if (termsHash === null) throw new Error(`The terms of circle ${id} are recorded at the start`)
  return termsHash
}
