import { and, eq } from 'drizzle-orm'
import type { Command } from '#circle/circle.ts'
import type { Level } from '#circle/plan.ts'
import { arrangesFirstOrder } from '#circle/two-people.ts'
import type { CircleEvent, CircleState } from '#circle/state.ts'
import { errorMessage } from '#contracts/errors.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'
import { isId } from '#server/lib/ids.ts'
import { Refusal, refuse } from '#server/lib/refusal.ts'
import { isParticipant, users } from '#server/tables/users.ts'
import { performChange } from './journal.ts'

export type Placement = { userId: string; level: Level; position: number; isReceiver: boolean }

/** Why a change is made, in the administrator's words; the journal keeps it. */
type Because = { readonly reason?: string | undefined }

/**
 * Gives an approved member a free position; returns the new entry's id. Refuses a taken position, a member already in
 * the queue, and people who may not join one.
 */
export function addToQueue(
  context: Context,
  { userId, level, position, isReceiver, reason }: Placement & Because,
): Promise<string> {
  return withCircle(context, context.actor.circleId, async (circle) => {
    await ensurePlaceable(circle.tx, context.actor.circleId, userId)
    const wanted = { kind: 'place', memberId: userId, level, position, isReceiver } as const
    const events = await arrange(context, circle, wanted, reason)
    return events.find((event) => event.kind === 'entry.placed')!.entryId
  })
}

/**
 * An administrator changes the queues: one command under the circle's lock, found in the state that it meets. The rules
 * decide, and whoever loses a race gets the reason.
 */
export function changeQueue(
  context: Context,
  wanted: (state: CircleState) => Command,
  { reason }: Because,
): Promise<void> {
  return withCircle(context, context.actor.circleId, async (circle) => {
    await arrange(context, circle, wanted(circle.state), reason)
  })
}

/** Performs a command. */
async function arrange(
  { actor, clock }: Context,
  circle: LockedCircle,
  wanted: Command,
  reason: string | undefined,
): Promise<readonly CircleEvent[]> {
  if (arrangesFirstOrder(circle.state, wanted) && (await hasOrganiserInside(circle))) refuse('queue.order_drawn')
  if (reason === undefined && isFirstOrder(circle)) refuse('queue.reason_required')
  try {
    return await performChange(circle, wanted, { at: clock.now(), actorId: actor.id, reason })
  } catch (error) {
    throw error instanceof Refusal ? await saidIn(circle, error) : error
  }
}

/** A refusal in the circle's words. One about a position is completed with its number and its holder's name. */
async function saidIn({ tx, state }: LockedCircle, { code, details: of }: Refusal): Promise<Refusal> {
  const isRoda = state.plan.levels.length === 1
  const { position, memberId } = of
  const details = {
    ...of,
    ...(position !== undefined && { position: isRoda ? position : String(position).padStart(3, '0') }),
    ...(memberId !== undefined && { name: await nameOf(tx, String(memberId)) }),
  }
  return new Refusal(code, { details, message: errorMessage(code, details, isRoda) })
}

/**
 * Whether the order that would change is the first of a real circle, on which nothing rests yet: it decides who receives
 * first, so whoever makes it by hand says why.
 */
function isFirstOrder({ state: { mode, pulledPeriod, donationsMade } }: LockedCircle): boolean {
  return mode === 'real' && pulledPeriod === null && donationsMade === 0
}

/** Whether somebody who organises a real circle takes part in it: nobody makes the first order by hand there. */
async function hasOrganiserInside({ tx, id, state: { mode } }: LockedCircle): Promise<boolean> {
  if (mode !== 'real') return false
  return (await tx.$count(users, and(eq(users.circleId, id), eq(users.alsoTakesPart, true)))) > 0
}

async function ensurePlaceable(tx: Tx, circleId: string, userId: string): Promise<void> {
  if (!isId(userId)) refuse('resource.not_found')
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.circleId, circleId)))
  if (!user) refuse('resource.not_found')
  if (!isParticipant(user)) refuse('queue.member_is_admin')
  if (!user.adminApproved) refuse('queue.member_not_approved')
}

async function nameOf(tx: Tx, userId: string): Promise<string> {
  const [user] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId))
  return user ? `${user.firstName} ${user.lastName}` : ''
}
