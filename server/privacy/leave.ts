import { eq } from 'drizzle-orm'
import type { CircleState } from '#circle/state.ts'
import { ensureOwnPassword } from '#server/access/own-password.ts'
import { record } from '#server/access/record-access.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { loadState } from '#server/circle-store/load.ts'
import { circles } from '#server/tables/circles.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Context } from '#server/context.ts'
import { reais } from '#contracts/money.ts'
import { refuse } from '#server/lib/refusal.ts'
import { users } from '#server/tables/users.ts'
import {
  canDepart,
  counted,
  describeBlockers,
  findBlockers,
  hasRejectedWaiting,
  stateAfterLeaving,
} from './blockers.ts'
import type { Counted } from './blockers.ts'

/** Previews what leaving would do now and what blocks erasing everything. Nothing changes. */
export async function previewLeaving({ actor, clock, db }: Context) {
  return transaction(db, async (tx) => {
    const [circle] = await tx.select().from(circles).where(eq(circles.id, actor.circleId))
    const state = await loadState(tx, circle!)
    const after = stateAfterLeaving(state, actor.id, clock.now())
    const blockers = await findBlockers(tx, actor.circleId, actor.id, after)
    const lost = [...state.obligations.values()].filter(
      ({ id, memberId }) => memberId === actor.id && !after.obligations.has(id),
    )
    return {
      left: state.members.get(actor.id)?.status === 'left',
      can_erase: describeBlockers(blockers) === '' && !hasRejectedWaiting(state, actor.id),
      can_leave: !hasRejectedWaiting(state, actor.id),
      places: [...state.entries.values()]
        .filter((entry) => entry.memberId === actor.id)
        .map(({ level, position }) => ({ level, position }))
        .sort((a, b) => a.level - b.level),
      cancelled: inReais(counted(lost)),
      unreturned: reais(canDepart(state, actor.id) ? unreturnedOf(state, actor.id) : 0),
      open: {
        sent: inReais(blockers.sent),
        received: inReais(blockers.received),
        awaited: inReais(blockers.awaited),
        settlements: inReais(blockers.settlements),
        reports: blockers.reports,
      },
    }
  })
}

/** In cents, of a roda: in a plan of several levels what somebody gave is on its way to the next one. */
function unreturnedOf({ members, plan }: CircleState, memberId: string): number {
  const { given, received } = members.get(memberId)!
  return plan.levels.length === 1 ? Math.max(0, given[1] - received[1]) : 0
}

/**
 * The actor leaves the circle by its rules: every position is lost, unpaid obligations are cancelled, and a balanced
 * plan settles each level. The account stays, to pay or confirm open donations. Refuses a second time, with a wrong
 * password, and while a receipt that the actor rejected is undecided.
 */
export async function leaveCircle(context: Context, { password }: { password: string }): Promise<void> {
  const { actor } = context
  await ensureOwnPassword(context, password)
  await withCircle(context, actor.circleId, async ({ tx, state, perform }) => {
    const [user] = await tx.select({ circleId: users.circleId }).from(users).where(eq(users.id, actor.id))
    if (user?.circleId !== actor.circleId || !state.members.has(actor.id)) refuse('member.not_in_circle')
    if (!canDepart(state, actor.id)) refuse('member.left')
    if (hasRejectedWaiting(state, actor.id)) refuse('privacy.rejected_waits')
    await perform({ kind: 'depart_member', memberId: actor.id, how: 'left' })
    await record(context, tx, 'member.left', { circleId: actor.circleId, actorId: actor.id, subjectId: actor.id })
  })
}

function inReais({ count, cents }: Counted) {
  return { count, amount: reais(cents) }
}
