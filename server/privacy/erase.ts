import { and, eq, isNull } from 'drizzle-orm'
import { record } from '#server/access/record-access.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { users } from '#server/tables/users.ts'
import type { UserRow } from '#server/members/view.ts'
import { endSessions } from '#server/access/end-sessions.ts'
import { rememberErased } from './erased-list.ts'
import { deleteFiles } from './delete-files.ts'
import { anonymizeUser } from './anonymize-user.ts'
import { ensureOwnPassword } from './leave.ts'
import { canDepart, describeBlockers, findBlockers } from './blockers.ts'
import { scrubDatabase } from './scrub.ts'

/** The actor leaves for good. */
export async function eraseMember(context: Context, { password }: { password: string }): Promise<void> {
  await ensureOwnPassword(context, password)
  // Of two at once, the second finds nobody left; a demonstration begun anew just now has moved them to another circle.
  await erase(context, context.actor.id, 'session.invalid')
}

/** An administrator erases a member who asked for it by other ways: who is suspended cannot sign in, and has the same right. */
export async function eraseForMember(
  context: Context,
  { userId, password }: { userId: string; password: string },
): Promise<void> {
  if (!isId(userId)) refuse('resource.not_found')
  await ensureOwnPassword(context, password)
  await erase(context, userId, 'resource.not_found')
}

/**
 * Leaves the circle, if that has not happened, by its rules; refuses, and leaves everything as it was, while anything stays open
 * that only people can settle. Then nothing that names the person is kept in any row or file; the ledger, which holds ids and amounts, still verifies.
 */
async function erase(
  context: Context,
  userId: string,
  whenNobody: 'session.invalid' | 'resource.not_found',
): Promise<void> {
  const { actor } = context
  const mentions = await withCircle(context, actor.circleId, async (circle) => {
    const user = (await findMember(circle, userId)) ?? refuse(whenNobody)
    if (canDepart(circle.state, userId)) await circle.perform({ kind: 'depart_member', memberId: userId, how: 'left' })
    const matters = describeBlockers(
      await findBlockers(circle.tx, circle.id, userId, circle.state),
      userId === actor.id,
    )
    if (matters !== '') refuse('privacy.open_matters', { matters })
    await endSessions(context, circle.tx, userId, 'erased')
    await record(context, circle.tx, 'data.erased', { circleId: circle.id, actorId: actor.id, subjectId: userId })
    return anonymizeUser(context, circle.tx, user)
  })
  await deleteFiles(context, mentions)
  await scrubDatabase(context)
  // Last: who is not on the list yet is scrubbed by the next start.
  await rememberErased(context, userId)
}

async function findMember({ tx, id }: LockedCircle, userId: string): Promise<UserRow | null> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.circleId, id), eq(users.role, 'USER'), isNull(users.erasedAt)))
    .for('update')
  return user ?? null
}
