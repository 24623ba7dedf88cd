import { eq } from 'drizzle-orm'
import { endHelpSessions } from '#server/access/end-sessions.ts'
import { record } from '#server/access/record-access.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { helpers } from '#server/tables/helpers.ts'
import { findHelp, getMember, showHelper, showHelping } from './queries.ts'

/** One of the two ends the help, at once: `otherId` is the other one. */
export async function endOwnHelp(context: Context, { otherId }: { otherId: string }) {
  const { actor } = context
  if (!isId(otherId)) refuse('resource.not_found')
  return withCircle(context, actor.circleId, async (circle) => {
    const asHelped = await findHelp(circle.tx, circle.id, actor.id)
    const found = asHelped?.helperId === otherId ? asHelped : await findHelp(circle.tx, circle.id, otherId)
    if (!found || (found.helperId !== actor.id && found.memberId !== actor.id)) refuse('resource.not_found')
    await end(context, circle, found)
    return showHelping({ ...context, db: circle.tx })
  })
}

/** An administrator ends it for a member who asked for it. */
export async function endHelp(context: Context, { memberId }: { memberId: string }) {
  const { actor } = context
  if (!isId(memberId)) refuse('resource.not_found')
  return withCircle(context, actor.circleId, async (circle) => {
    await end(context, circle, (await findHelp(circle.tx, circle.id, memberId)) ?? refuse('resource.not_found'))
    return showHelper({ ...context, db: circle.tx }, { memberId })
  })
}

async function end(
  context: Context,
  { tx, id: circleId, note }: LockedCircle,
  { id, memberId, helperId }: typeof helpers.$inferSelect,
): Promise<void> {
  const { actor, clock } = context
  await tx
    .update(helpers)
    .set({ endedAt: new Date(clock.now()) })
    .where(eq(helpers.id, id))
  await endHelpSessions(context, tx, { memberId, helperId })
  await note({ kind: 'helper.ended', memberId, helperId })
  for (const [userId, otherId] of [
    [memberId, helperId],
    [helperId, memberId],
  ] as const) {
    if (userId === actor.id) continue
    const { firstName: name } = await getMember(tx, circleId, otherId)
    const facts = { other: { id: otherId, name }, isHelper: userId === helperId }
    await notify(context, tx, { userId, kind: 'helper.ended', facts })
  }
  await record(context, tx, 'helper.ended', { circleId, actorId: actor.id, subjectId: memberId })
}
