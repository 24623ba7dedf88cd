import { eq } from 'drizzle-orm'
import type { Command } from '#circle/circle.ts'
import { isOwnMatterOf } from '#circle/own-matter.ts'
import type { CallName } from '#contracts/contract.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { whoseMatterIs, withHelped } from '#server/circle-store/own-matter.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Input } from '#server/handler.ts'
import { refuse } from '#server/lib/refusal.ts'
import { approvalMembers } from '#server/tables/approval-members.ts'
import type { Change } from './change.ts'
import type { ApprovalRow } from './proposal.ts'

/** The changes that are everybody's alike: who proposes or approves one of them decides nothing of their own. */
const ofAll: readonly ApprovalRow['kind'][] = ['change_plan', 'change_operator', 'add_administrator']

/** Whether a change is the actor's own matter, who takes part in the circle: it is proposed, and time does not decide it. */
export async function isOwnMatter(
  context: Context,
  change: Change<CallName>,
  input: Input<CallName>,
): Promise<boolean> {
  const { actor, clock, db } = context
  if (!actor.takesPart || ofAll.includes(change.kind)) return false
  if (change.applies && !(await change.applies(context, input))) return false
  const { state } = await readCircle(context, actor.circleId)
  const own = await withHelped(db, actor.circleId, actor.id)
  const act = await change.act(context, input)
  if (act === null) {
    const touched = await change.touched(context, input, [actor.circleId])
    return touched.some((id) => own.some((one) => isOwnMatterOf(state, id, one)))
  }
  const command = JSON.parse(act) as Command
  const whose = await whoseMatterIs(db, { circleId: actor.circleId, state, now: clock.now() }, command)
  return own.some((one) => whose.has(one))
}

/** Refuses with `approval.own_matter` to decide a proposal that touches the actor, or the other party of an open donation. */
export async function ensureNotOwn(context: Context, tx: Db | Tx, row: ApprovalRow): Promise<void> {
  const { actor } = context
  if (!actor.takesPart || ofAll.includes(row.kind)) return
  const touched = await tx
    .select({ id: approvalMembers.userId })
    .from(approvalMembers)
    .where(eq(approvalMembers.approvalId, row.id))
  const { state } = await readCircle({ ...context, db: tx }, row.circleId)
  const own = await withHelped(tx, row.circleId, actor.id)
  if (touched.some(({ id }) => own.some((one) => isOwnMatterOf(state, id, one)))) refuse('approval.own_matter')
}
