import { and, eq } from 'drizzle-orm'
import { record } from '#server/access/record-access.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { ensureKeyCommitted } from './payment-keys.ts'
import { isParticipant, users } from '#server/tables/users.ts'

/**
 * An administrator approves a member once; it takes effect without a new login. The member then belongs to the circle
 * and waits for a position; the ledger commits to the key that they are paid on.
 */
export async function approveMember(context: Context, { userId }: { userId: string }): Promise<void> {
  const { actor, clock } = context
  if (!isId(userId)) refuse('resource.not_found')
  await withCircle(context, actor.circleId, async (circle) => {
    const { tx, perform } = circle
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, userId), eq(users.circleId, actor.circleId)))
    if (!user || !isParticipant(user) || user.erasedAt) refuse('resource.not_found')
    if (user.adminApproved) refuse('member.already_approved')
    await tx
      .update(users)
      .set({ adminApproved: true, status: 'APPROVED', updatedAt: new Date(clock.now()) })
      .where(and(eq(users.id, userId), eq(users.adminApproved, false)))
    await record(context, tx, 'user.approved', { circleId: actor.circleId, actorId: actor.id, subjectId: userId })
    await perform({ kind: 'approve_member', memberId: userId })
    await ensureKeyCommitted(context, circle, userId)
  })
}
