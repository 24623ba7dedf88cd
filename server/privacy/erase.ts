import { and, eq, isNull } from 'drizzle-orm'
import { ensureOwnPassword } from '#server/access/own-password.ts'
import { record } from '#server/access/record-access.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { circles } from '#server/tables/circles.ts'
import { takesPart, users } from '#server/tables/users.ts'
import type { UserRow } from '#server/members/view.ts'
import { endSessions } from '#server/access/end-sessions.ts'
import { rememberErased } from './erased-list.ts'
import { deleteFiles } from './delete-files.ts'
import { anonymizeUser } from './anonymize-user.ts'
import { canDepart, describeBlockers, findBlockers, hasRejectedWaiting } from './blockers.ts'
import { scrubDatabase } from './scrub.ts'

/** Erases the actor, who leaves for good. */
export async function eraseMember(context: Context, { password }: { password: string }): Promise<void> {
  await ensureOwnPassword(context, password)
  // Of two simultaneous requests the second finds nobody. A reset in the meantime may have moved the person to a new
  // circle.
  await erase(context, context.actor.id, 'session.invalid')
}

/**
 * An administrator erases a member who asked by other means, where suspended people cannot sign in. In a real circle they
 * can, so nobody else's choice erases anybody there (`privacy.own_choice`).
 */
export async function eraseForMember(
  context: Context,
  { userId, password }: { userId: string; password: string },
): Promise<void> {
  if (!isId(userId)) refuse('resource.not_found')
  const [circle] = await context.db
    .select({ mode: circles.mode })
    .from(circles)
    .where(eq(circles.id, context.actor.circleId))
  if (circle?.mode === 'real') refuse('privacy.own_choice')
  await ensureOwnPassword(context, password)
  await erase(context, userId, 'resource.not_found')
}

/**
 * Makes the person leave the circle by its rules, unless they already have. Refuses, changing nothing, while matters
 * are open that only people can settle. Afterwards no row or file names the person; the ledger, which holds ids and
 * amounts, still verifies.
 */
async function erase(
  context: Context,
  userId: string,
  whenNobody: 'session.invalid' | 'resource.not_found',
): Promise<void> {
  const { actor } = context
  const mentions = await withCircle(context, actor.circleId, async (circle) => {
    const user = (await findMember(circle, userId)) ?? refuse(whenNobody)
    if (user.role === 'ADMIN') refuse('privacy.administers')
    if (hasRejectedWaiting(circle.state, userId)) refuse('privacy.rejected_waits')
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
  // The list is written last: until a person is on it, the next start scrubs the database again.
  await rememberErased(context, userId)
}

async function findMember({ tx, id }: LockedCircle, userId: string): Promise<UserRow | null> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.circleId, id), takesPart, isNull(users.erasedAt)))
    .for('update')
  return user ?? null
}
