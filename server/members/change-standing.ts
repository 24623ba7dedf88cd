import { and, eq, isNull } from 'drizzle-orm'
import { hasLeftOpen } from '#circle/members.ts'
import { isClosed } from '#contracts/labels.ts'
import { shownIn } from '#contracts/payment/payable.ts'
import { endSessions } from '#server/access/end-sessions.ts'
import { record } from '#server/access/record-access.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { isId, newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify } from '#server/notify/notify.ts'
import { standingChanges } from '#server/tables/standing-changes.ts'
import { takesPart, users } from '#server/tables/users.ts'
import type { UserRow } from './view.ts'

type Asked = { readonly userId: string; readonly reason: string }

/**
 * Suspends a person, until an administrator reinstates them: they lose their places and what they have not paid, and cannot
 * sign in, or in a real circle only read. They are told with the reason, in a demonstration without what could be paid to. Refuses
 * somebody who is suspended, removed or gone already, and an administrator.
 */
export async function suspendMember(context: Context, asked: Asked): Promise<void> {
  await closeAccount(context, asked, 'suspended')
}

/** Removes a person from the circle as `suspendMember` does, without the expectation that they come back. */
export async function removeMember(context: Context, asked: Asked): Promise<void> {
  await closeAccount(context, asked, 'removed')
}

/**
 * Lets in again who was suspended or removed, or left a roda: membership, not places. Somebody who was never approved waits for
 * that. Refuses anybody else, and who left with something open.
 */
export async function reinstateMember(context: Context, { userId, reason }: Asked): Promise<void> {
  await change(context, { userId, reason }, 'reinstated', async ({ perform, state, tx }, user, told) => {
    const standing = state.members.get(userId)?.status
    if (standing !== 'left' && !isOut(user, standing)) refuse('member.not_suspended')
    // Before it is asked whose matter it is: nobody else could decide it either.
    if (standing === 'left' && hasLeftOpen(state, userId)) refuse('member.left_open')
    const status = user.adminApproved ? 'APPROVED' : 'PENDING'
    await setStatus(context, tx, user, status)
    if (standing === 'suspended' || standing === 'left')
      await perform({ kind: 'reinstate_member', memberId: userId }, told)
    else await notify(context, tx, { userId, kind: 'account.reinstated', facts: told })
    return 'user.reinstated'
  })
}

async function closeAccount(context: Context, asked: Asked, what: 'suspended' | 'removed'): Promise<void> {
  const { userId } = asked
  const isRemoval = what === 'removed'
  await change(context, asked, what, async ({ perform, state, tx }, user, told) => {
    // Somebody suspended can still be removed; nobody is suspended twice.
    if (user.role === 'ADMIN' && isOut(user, state.members.get(userId)?.status)) refuse('member.suspended')
    if (user.status === 'INACTIVE' || (user.status === 'SUSPENDED' && !isRemoval)) refuse('member.suspended')
    await setStatus(context, tx, user, isRemoval ? 'INACTIVE' : 'SUSPENDED')
    if (state.members.get(userId)?.status === 'approved')
      await perform({ kind: 'depart_member', memberId: userId, how: 'suspended' }, { ...told, isRemoval })
    else await notify(context, tx, { userId, kind: 'account.suspended', facts: { ...told, isRemoval } })
    // In a real circle they go on reading: what is decided about them, their papers and their data.
    if (state.mode !== 'real') await endSessions(context, tx, userId, 'edited')
    return isRemoval ? 'user.removed' : 'user.suspended'
  })
}

type Kept = 'user.suspended' | 'user.removed' | 'user.reinstated'

async function change(
  context: Context,
  { userId, reason }: Asked,
  what: 'suspended' | 'removed' | 'reinstated',
  work: (circle: LockedCircle, user: UserRow, told: { readonly reason: string }) => Promise<Kept>,
): Promise<void> {
  const { actor, clock } = context
  if (!isId(userId)) refuse('resource.not_found')
  await withCircle(context, actor.circleId, async (circle) => {
    const [user] = await circle.tx
      .select()
      .from(users)
      .where(and(eq(users.id, userId), eq(users.circleId, circle.id), takesPart, isNull(users.erasedAt)))
      .for('update')
    if (!user) refuse('resource.not_found')
    // The administration keeps its words as it wrote them.
    const kind = await work(circle, user, { reason: shownIn(circle.state.mode, reason) })
    const at = new Date(clock.now())
    await circle.tx
      .insert(standingChanges)
      .values({ circleId: circle.id, userId, id: newId(clock), at, what, reason, by: actor.id })
    await record(context, circle.tx, kind, { circleId: circle.id, actorId: actor.id, subjectId: userId })
  })
}

/** Whether somebody is suspended or removed. Of an administrator who takes part, only their place is, and not the account. */
function isOut({ role, status }: UserRow, standing: string | undefined): boolean {
  return role === 'ADMIN' ? standing === 'suspended' : isClosed(status)
}

async function setStatus({ clock }: Context, tx: LockedCircle['tx'], user: UserRow, status: UserRow['status']) {
  if (user.role === 'ADMIN') return
  await tx
    .update(users)
    .set({ status, updatedAt: new Date(clock.now()) })
    .where(eq(users.id, user.id))
}
