import { eq } from 'drizzle-orm'
import type { AnswerOf } from '#contracts/contract.ts'
import { record } from '#server/access/record-access.ts'
import type { Context } from '#server/context.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { findUser, userView } from '#server/members/view.ts'
import { openSession } from '#server/sessions/open-session.ts'
import { isShut, users } from '#server/tables/users.ts'
import { findHelp } from './queries.ts'

/** The actor begins to act for a member who named them, in a session of its own, which says so in every entry. */
export async function enterAs(
  context: Context,
  { memberId }: { memberId: string },
): Promise<AnswerOf<'POST /me/helping/{id}/session'>> {
  const { actor } = context
  if (!isId(memberId)) refuse('resource.not_found')
  // The end of the help locks the circle too, so that no session begins of one that ends at this moment.
  return withCircle(context, actor.circleId, async ({ tx, id: circleId }) => {
    const [found] = await tx.select({ user: users, isShut }).from(users).where(eq(users.id, memberId)).for('update')
    const help = await findHelp(tx, circleId, memberId)
    if (!found || help?.helperId !== actor.id) refuse('resource.not_found')
    if (found.isShut) refuse('session.account_closed')
    if (found.user.phoneLostAt) refuse('session.phone_lost')
    const tokens = await openSession(context, tx, { userId: memberId, via: 'helper', helperId: actor.id })
    await record(context, tx, 'helper.entered', { circleId, actorId: actor.id, subjectId: memberId })
    const view = userView(context, (await findUser(tx, circleId, memberId))!)
    return { ...tokens, user: { ...view, passwordTemporary: false } }
  })
}
