import { and, eq, isNull } from 'drizzle-orm'
import { record } from '#server/audit/record.ts'
import { withCircle } from '#server/circle/door.ts'
import type { Context } from '#server/lib/http/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { users } from '#server/members/table.ts'
import { endSessions } from '#server/sessions/end-sessions.ts'
import { rememberErased } from './erased-list.ts'
import { forgetFiles } from './forget-files.ts'
import { forgetPerson } from './forget-person.ts'
import { ensureOwnPassword } from './leave.ts'
import { canDepart, describeMatters, findOpenMatters } from './open-matters.ts'
import { scrubDatabase } from './scrub.ts'

/**
 * The actor leaves for good. Leaves the circle first, if they have not, by its rules; refuses, and leaves everything as it
 * was, while anything stays open that only people can settle. Then nothing that names them is kept in any row or file; the
 * ledger, which holds ids and amounts, still verifies.
 */
export async function eraseMember(context: Context, { password }: { password: string }): Promise<void> {
  const { actor } = context
  await ensureOwnPassword(context, password)
  const mentions = await withCircle(context, actor.circleId, async (circle) => {
    const { tx } = circle
    const [user] = await tx.select().from(users).where(and(eq(users.id, actor.id), eq(users.circleId, actor.circleId), isNull(users.erasedAt))).for('update')
    // Of two at once, the second finds nobody left; a demonstration begun anew just now has moved them to another circle.
    if (!user) refuse('session.invalid')
    if (canDepart(circle.state, actor.id)) await circle.perform({ kind: 'depart_member', memberId: actor.id, how: 'left' })
    const matters = describeMatters(await findOpenMatters(tx, actor.circleId, actor.id, circle.state))
    if (matters !== '') refuse('privacy.open_matters', { matters })
    await endSessions(context, tx, actor.id, 'erased')
    await record(context, tx, 'data.erased', { circleId: actor.circleId, actorId: actor.id, subjectId: actor.id })
    return forgetPerson(context, tx, user)
  })
  await forgetFiles(context, mentions)
  await scrubDatabase(context)
  // Last: who is not on the list yet is scrubbed by the next start.
  await rememberErased(context, actor.id)
}
