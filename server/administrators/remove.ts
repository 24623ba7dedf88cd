import { and, desc, eq, isNull } from 'drizzle-orm'
import { endSessions } from '#server/access/end-sessions.ts'
import { record } from '#server/access/record-access.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/database/types.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { administratorInvitations } from '#server/tables/administrator-invitations.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { standingChanges } from '#server/tables/standing-changes.ts'
import { users } from '#server/tables/users.ts'
import { activeAdministrators, lockAdministrators, roleOf } from './queries.ts'
import { tellChange } from './tell-change.ts'

/**
 * Ends somebody's administration: their account closes, unless they take part in a circle as well, their sessions end,
 * and the invitations that they made no longer hold. Refuses to remove the last one who administers; an auditor does not count as one.
 */
export async function removeAdministrator(context: Context, { userId }: { userId: string }): Promise<void> {
  if (!isId(userId)) refuse('resource.not_found')
  const { actor, clock } = context
  const now = new Date(clock.now())
  await transaction(context.db, async (tx) => {
    // Two who remove each other at once wait for each other here, so that one of them stays.
    await lockAdministrators(tx)
    const people = await activeAdministrators(tx)
    const user = people.find(({ id }) => id === userId) ?? refuse('resource.not_found')
    const remaining = people.filter(({ id, isAuditor }) => id !== userId && !isAuditor)
    if (remaining.length === 0) refuse('administrator.last')
    if (!people.some(({ id }) => id === actor.id)) refuse('session.invalid')
    await tellChange({ ...context, db: tx }, tx, { kind: 'administrator.removed', userId, role: roleOf(user) })
    // Somebody who takes part as well keeps their place and their account, as every member does.
    const left = user.alsoTakesPart
      ? ({ role: 'USER', alsoTakesPart: false, status: await statusAsMember(tx, user) } as const)
      : ({ status: 'INACTIVE' } as const)
    await tx
      .update(users)
      .set({ ...left, updatedAt: now })
      .where(eq(users.id, userId))
    await tx
      .update(administratorInvitations)
      .set({ endedAt: now, sealed: null })
      .where(and(eq(administratorInvitations.invitedBy, userId), isNull(administratorInvitations.endedAt)))
    await endSessions(context, tx, userId, 'removed')
    await record(context, tx, 'administrator.removed', {
      circleId: actor.circleId,
      actorId: actor.id,
      subjectId: userId,
    })
  })
}

/** Of somebody who administers, only their place is suspended or removed: from now on the account is what the place was. */
async function statusAsMember(tx: Tx, { id, circleId }: typeof users.$inferSelect) {
  const [member] = await tx
    .select({ status: circleMembers.status })
    .from(circleMembers)
    .where(and(eq(circleMembers.circleId, circleId), eq(circleMembers.memberId, id)))
  if (member?.status !== 'suspended') return 'APPROVED'
  const [last] = await tx
    .select({ what: standingChanges.what })
    .from(standingChanges)
    .where(and(eq(standingChanges.circleId, circleId), eq(standingChanges.userId, id)))
    .orderBy(desc(standingChanges.at), desc(standingChanges.id))
    .limit(1)
  return last?.what === 'removed' ? 'INACTIVE' : 'SUSPENDED'
}
