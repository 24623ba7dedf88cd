import { and, desc, eq, or } from 'drizzle-orm'
import { SIMULATED_MEMBERS } from '#contracts/simulation.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { refuse } from '#server/lib/refusal.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'

export type CircleRow = typeof circles.$inferSelect

/**
 * The circle that new registrations join: the one an administrator opened last, initially the installation's first. Refuses
 * with `circle.none` while an installation without a circle has none.
 */
export async function getOpenCircle(tx: Db | Tx): Promise<CircleRow> {
  const [circle] = await tx.select().from(circles).where(eq(circles.openForRegistration, true))
  return circle ?? refuse('circle.none')
}

/** The circle that a new administrator's account stands in: the open one, or the hidden one while there is no other. */
export async function getCircleOfAdministrators(tx: Db | Tx): Promise<CircleRow> {
  const isMeant = or(eq(circles.openForRegistration, true), eq(circles.isHidden, true))
  const [circle] = await tx.select().from(circles).where(isMeant).orderBy(desc(circles.openForRegistration)).limit(1)
  if (!circle) throw new Error('An installation has a circle from its first start on, hidden or open')
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
  const open = circle ?? (await lockOpen())[0] ?? (await getOpenCircle(tx))
  return open.closedAt ? refuse('circle.closed') : open
}

/** A circle, locked as the open one is for a registration. Refuses with `join.circle_over` when it is over. */
export async function holdCircle(tx: Tx, circleId: string): Promise<CircleRow> {
  const [circle] = await tx.select().from(circles).where(eq(circles.id, circleId)).for('update')
  return circle && circle.endedAt === null && circle.closedAt === null ? circle : refuse('join.circle_over')
}

/** Refuses to invite to the hidden circle, with `circle.none`, and to one that is over, with `circle.closed`. */
export async function ensureInvites(tx: Db | Tx, circleId: string): Promise<void> {
  const [circle] = await tx.select().from(circles).where(eq(circles.id, circleId))
  if (circle?.isHidden) refuse('circle.none')
  if (circle?.closedAt) refuse('circle.closed')
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
  const isIn = and(eq(circleMembers.circleId, id), eq(circleMembers.status, 'approved'))
  return Math.min(SIMULATED_MEMBERS, Math.max(people, await tx.$count(circleMembers, isIn)))
}

/** The version of the terms in force: the hash that the circle's ledger has of them. */
export function termsVersion({ id, termsHash }: Pick<CircleRow, 'id' | 'termsHash'>): string {
  if (termsHash === null) throw new Error(`The terms of circle ${id} are recorded at the start`)
  return termsHash
}
