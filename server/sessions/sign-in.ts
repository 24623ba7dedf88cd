import { and, desc, eq, isNull } from 'drizzle-orm'
import type { SessionVia } from '#circle/ledger/records.ts'
import { record } from '#server/access/record-access.ts'
import type { Actor, Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Tx } from '#server/database/types.ts'
import { refuse } from '#server/lib/refusal.ts'
import { findUser, userView } from '#server/members/view.ts'
import { notify } from '#server/notify/notify.ts'
import { circles } from '#server/tables/circles.ts'
import { sessions } from '#server/tables/sessions.ts'
import { isShut, users } from '#server/tables/users.ts'
import { openSession } from './open-session.ts'

/**
 * Opens a session for a person who has just shown who they are, and tells them of a device that they never signed in
 * from. `also` runs in the same transaction. Refuses with `session.phone_lost` until they came back from a lost phone, and
 * with `session.account_closed`, but for members of a real circle, who read on when they were suspended or removed.
 */
export async function signIn(
  context: Context<Actor | null>,
  { userId, via }: { userId: string; via: SessionVia },
  also: (tx: Tx, user: typeof users.$inferSelect) => Promise<void> = async () => {},
) {
  return transaction(context.db, async (tx) => {
    const [found] = await tx.select({ user: users, isShut }).from(users).where(eq(users.id, userId)).for('update')
    if (!found || found.isShut) refuse('session.account_closed')
    const { user } = found
    if (user.phoneLostAt) refuse('session.phone_lost')
    await also(tx, user)
    await tellOfNewDevice(context, tx, userId)
    const circleId = user.role === 'ADMIN' ? await lastCircleOf(tx, userId) : null
    const tokens = await openSession(context, tx, { userId, via, circleId })
    await record(context, tx, 'session.opened', { circleId: user.circleId, actorId: user.id, subjectId: user.id })
    const view = userView(context, (await findUser(tx, user.circleId, user.id))!)
    // A person who got in by another way than the temporary password is not held to changing it.
    return { ...tokens, user: { ...view, passwordTemporary: via === 'temporary' } }
  })
}

/** The circle that their last session had on screen, so that nobody chooses it at every sign-in; null is their own. */
async function lastCircleOf(tx: Tx, userId: string): Promise<string | null> {
  const [last] = await tx
    .select({ id: circles.id })
    .from(sessions)
    .leftJoin(circles, and(eq(circles.id, sessions.circleId), isNull(circles.endedAt)))
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(1)
  return last?.id ?? null
}

/** A letter and a notice for a device that no session of the person's names. Their very first one is not told. */
async function tellOfNewDevice(context: Context<Actor | null>, tx: Tx, userId: string): Promise<void> {
  const { device } = context
  if ((await tx.$count(sessions, eq(sessions.userId, userId))) === 0) return
  if ((await tx.$count(sessions, and(eq(sessions.userId, userId), eq(sessions.device, device)))) > 0) return
  await notify(context, tx, { userId, kind: 'access.new_device', facts: { device } })
}
