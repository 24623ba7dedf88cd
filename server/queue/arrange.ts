import { and, eq } from 'drizzle-orm'
import type { Command } from '#circle/circle.ts'
import type { Level } from '#circle/plan.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'
import { isId } from '#server/lib/ids.ts'
import { Refusal, refuse } from '#server/lib/refusal.ts'
import { users } from '#server/tables/users.ts'

// The administrator's verbs on the queues. Each is one command under the circle's lock. The rules decide, and whoever
// loses a race gets the reason.

export type Placement = { userId: string; level: Level; position: number; isReceiver: boolean }

/**
 * Gives an approved member a free position; returns the new entry's id. Refuses a taken position, a member already in
 * the queue, and people who may not join one.
 */
export function addToQueue(context: Context, { userId, level, position, isReceiver }: Placement): Promise<string> {
  return withCircle(context, context.actor.circleId, async (circle) => {
    await ensurePlaceable(circle.tx, context.actor.circleId, userId)
    const events = await arrange(circle, { kind: 'place', memberId: userId, level, position, isReceiver })
    return events.find((event) => event.kind === 'entry.placed')!.entryId
  })
}

export function removeFromQueue(context: Context, entryId: string): Promise<void> {
  return command(context, { kind: 'remove', entryId })
}

/**
 * Swaps two members of a queue. They are named by member, as in the specification's call; the queue is the one that
 * holds both.
 */
export function swapPositions(
  context: Context,
  input: { firstUserId: string; secondUserId: string; level: Level },
): Promise<void> {
  return withCircle(context, context.actor.circleId, async (circle) => {
    const entryOf = (memberId: string) =>
      [...circle.state.entries.values()].find((entry) => entry.memberId === memberId && entry.level === input.level)
        ?.id ?? refuse('queue.member_not_in_queue')
    await arrange(circle, {
      kind: 'swap',
      entryId: entryOf(input.firstUserId),
      otherEntryId: entryOf(input.secondUserId),
    })
  })
}

export function moveToEnd(context: Context, input: { userId: string; level: Level }): Promise<void> {
  return command(context, { kind: 'move_to_end', memberId: input.userId, level: input.level })
}

export function reorderEntry(context: Context, input: { entryId: string; position: number }): Promise<void> {
  return command(context, { kind: 'reorder', ...input })
}

export function editEntry(
  context: Context,
  input: { entryId: string; position?: number | undefined; isReceiver?: boolean | undefined },
): Promise<void> {
  return command(context, { kind: 'edit_entry', ...input })
}

export function setReceiver(context: Context, input: { entryId: string; nextEntryId: string }): Promise<void> {
  return command(context, { kind: 'set_receiver', ...input })
}

export function passToNextReceiver(context: Context, entryId: string): Promise<void> {
  return command(context, { kind: 'next_receiver', entryId })
}

function command(context: Context, wanted: Command): Promise<void> {
  return withCircle(context, context.actor.circleId, async (circle) => {
    await arrange(circle, wanted)
  })
}

/** Performs a command. A refusal about a position is completed with its three digits and its holder's name. */
async function arrange(circle: LockedCircle, wanted: Command) {
  try {
    return await circle.perform(wanted)
  } catch (error) {
    if (!(error instanceof Refusal) || error.details['position'] === undefined) throw error
    const { position, memberId } = error.details
    const name = memberId === undefined ? '' : await nameOf(circle.tx, String(memberId))
    return refuse(error.code, { position: String(position).padStart(3, '0'), name })
  }
}

async function ensurePlaceable(tx: Tx, circleId: string, userId: string): Promise<void> {
  if (!isId(userId)) refuse('resource.not_found')
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.circleId, circleId)))
  if (!user) refuse('resource.not_found')
  if (user.role === 'ADMIN') refuse('queue.member_is_admin')
  if (!user.adminApproved) refuse('queue.member_not_approved')
}

async function nameOf(tx: Tx, userId: string): Promise<string> {
  const [user] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId))
  return user ? `${user.firstName} ${user.lastName}` : ''
}
