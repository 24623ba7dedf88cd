import { eq } from 'drizzle-orm'
import { record } from '#server/access/record-access.ts'
import { publishSessionsEnded } from '#server/events/publish.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Context } from '#server/context.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { sessions } from '#server/tables/sessions.ts'
import { getLiveCircle } from '#server/circle-store/find-circle.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { circles } from '#server/tables/circles.ts'

/**
 * Selects the circle that an administrator acts in. The choice is stored with the session, so that other devices keep
 * theirs.
 */
export async function selectCircle(context: Context, { circleId }: { circleId: string }): Promise<Context> {
  if (!isId(circleId)) refuse('resource.not_found')
  const { actor, database } = context
  await transaction(context.db, async (tx) => {
    await getLiveCircle(tx, circleId)
    await tx.update(sessions).set({ circleId }).where(eq(sessions.id, actor.sessionId))
    // An open event stream belongs to the circle it was opened for. Ending it makes the page open a new one.
    await publishSessionsEnded(database, tx, { sessionId: actor.sessionId })
  })
  return { ...context, actor: { ...actor, circleId } }
}

/** Makes this circle, and no other, the one that new registrations join. The ledgers of both say so. */
export async function openCircle(context: Context, { circleId }: { circleId: string }): Promise<void> {
  if (!isId(circleId)) refuse('resource.not_found')
  await transaction(context.db, async (tx) => {
    const within = { ...context, db: tx }
    const lockOpen = () =>
      tx.select({ id: circles.id }).from(circles).where(eq(circles.openForRegistration, true)).for('update')
    let open = await lockOpen()
    // Another circle was opened while this transaction waited for the lock.
    if (open.length === 0) open = await lockOpen()
    await getLiveCircle(tx, circleId)
    if (open.some(({ id }) => id === circleId)) return
    for (const { id } of open)
      await withCircle(within, id, async ({ note }) => {
        await tx.update(circles).set({ openForRegistration: false }).where(eq(circles.id, id))
        await note({ kind: 'circle.registration_closed' })
      })
    await withCircle(within, circleId, async ({ note }) => {
      await tx.update(circles).set({ openForRegistration: true, isHidden: false }).where(eq(circles.id, circleId))
      await note({ kind: 'circle.registration_opened' })
    })
    await record(context, tx, 'circle.opened', { circleId, actorId: context.actor.id })
  })
}
