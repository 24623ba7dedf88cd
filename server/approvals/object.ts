import { and, eq, gt, inArray, max, notInArray } from 'drizzle-orm'
import type { LedgerRecord } from '#circle/ledger/records.ts'
import { APPROVAL_MS } from '#contracts/approvals.ts'
import type { ApprovalKind, MemberApproval } from '#contracts/approvals.ts'
import { record } from '#server/access/record-access.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'
import { isId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { approvalMembers } from '#server/tables/approval-members.ts'
import { approvals } from '#server/tables/approvals.ts'
import { noteInCircles } from './note.ts'
import { enteredObjections, ownApproval } from './queries.ts'
import { tellObjection } from './tell.ts'

/**
 * A member whom a proposal touches objects to it. What one administrator alone wants then waits until the objection is
 * withdrawn; two people may decide against it, or one party could block every decision about the other. It holds for whatever is
 * proposed of this kind about this member, twice at once or again within thirty days: else it was shaken off by proposing anew.
 */
export async function object(context: Context, { approvalId }: { approvalId: string }): Promise<MemberApproval> {
  return setObjection(context, approvalId, new Date(context.clock.now()), 'approval.objected')
}

/** The member withdraws their objection; what is due then happens with the next run of the jobs. */
export async function withdrawObjection(
  context: Context,
  { approvalId }: { approvalId: string },
): Promise<MemberApproval> {
  return setObjection(context, approvalId, null, 'approval.objection_withdrawn')
}

async function setObjection(
  context: Context,
  approvalId: string,
  objectedAt: Date | null,
  kind: 'approval.objected' | 'approval.objection_withdrawn',
): Promise<MemberApproval> {
  if (!isId(approvalId)) refuse('resource.not_found')
  const { actor } = context
  await transaction(context.db, async (tx) => {
    const { row, own } = await getOwn(tx, approvalId, actor.id)
    const entered = await enteredObjections(tx, actor)
    const isSame = own.objectedAt === null ? objectedAt === null : objectedAt !== null && entered.has(approvalId)
    // A second click, or another tab, changes nothing and writes nothing.
    if (isSame) return
    // To withdraw one takes back no other that waits and was objected to by itself.
    const open = objectedAt === null ? await sameKind(tx, row.kind, actor.id, true) : []
    const said = open.filter((id) => id !== approvalId && entered.has(id))
    await tx
      .update(approvalMembers)
      .set({ objectedAt })
      .where(
        and(
          eq(approvalMembers.userId, actor.id),
          inArray(approvalMembers.approvalId, await sameKind(tx, row.kind, actor.id, objectedAt !== null)),
          notInArray(approvalMembers.approvalId, said),
        ),
      )
    const note: LedgerRecord = { kind, approvalId, memberId: actor.id }
    await noteInCircles(context, tx, [actor.circleId], note)
    await record(context, tx, 'approval.objected', {
      circleId: actor.circleId,
      actorId: actor.id,
      subjectId: actor.id,
    })
    await tellObjection(context, tx, row, { isObjecting: objectedAt !== null })
  })
  return ownApproval(context, approvalId)
}

async function getOwn(tx: Tx, approvalId: string, userId: string) {
  // The proposal's row is what a decision locks, so that an objection comes before it or finds it ended.
  const [row] = await tx.select().from(approvals).where(eq(approvals.id, approvalId)).for('update')
  const [own] = await tx
    .select()
    .from(approvalMembers)
    .where(and(eq(approvalMembers.approvalId, approvalId), eq(approvalMembers.userId, userId)))
  if (!row || !own) refuse('resource.not_found')
  if (row.state !== 'proposed') refuse('approval.ended')
  return { row, own }
}

/** The proposals of a kind that touch a member, locked as a decision locks them: those that are open, or all. */
async function sameKind(tx: Tx, kind: ApprovalKind, userId: string, isOpen: boolean): Promise<string[]> {
  const open = isOpen ? eq(approvals.state, 'proposed') : undefined
  const rows = await tx
    .select({ id: approvals.id })
    .from(approvals)
    .innerJoin(approvalMembers, eq(approvalMembers.approvalId, approvals.id))
    .where(and(eq(approvals.kind, kind), eq(approvalMembers.userId, userId), open))
    .orderBy(approvals.id)
    .for('update', { of: approvals })
  return rows.map(({ id }) => id)
}

/** Of these members, when each last objected to such a change and did not withdraw it, within thirty days. */
export async function standingObjections(
  tx: Tx,
  { kind, now }: { readonly kind: ApprovalKind; readonly now: number },
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Date | null>> {
  const rows = await tx
    .select({ userId: approvalMembers.userId, objectedAt: max(approvalMembers.objectedAt) })
    .from(approvalMembers)
    .innerJoin(approvals, eq(approvals.id, approvalMembers.approvalId))
    .where(
      and(
        eq(approvals.kind, kind),
        inArray(approvalMembers.userId, [...userIds]),
        gt(approvalMembers.objectedAt, new Date(now - APPROVAL_MS)),
      ),
    )
    .groupBy(approvalMembers.userId)
  return new Map(rows.map(({ userId, objectedAt }) => [userId, objectedAt]))
}
