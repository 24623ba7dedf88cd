import { eq } from 'drizzle-orm'
import { silenceDays } from '#contracts/approvals.ts'
import type { AdminApproval } from '#contracts/approvals.ts'
import { record } from '#server/access/record-access.ts'
import { lockAdministrators } from '#server/administrators/queries.ts'
import { secondPeople } from '#server/administrators/second-people.ts'
import { ensureFiscal } from '#server/circle-store/fiscals.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db, Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { approvals } from '#server/tables/approvals.ts'
import { end, execute, prepareExecution } from './execute.ts'
import { noteInCircles } from './note.ts'
import { ensureNotOwn } from './own-matter.ts'
import { adminView, getApproval } from './queries.ts'
import type { ApprovalRow } from './proposal.ts'

/**
 * A second person approves a change, and it is made at once by the verb of the direct call, in the proposer's name.
 * Refuses the proposer, and somebody whom one person alone added too short a time ago.
 */
export async function approve(context: Context, { approvalId }: { approvalId: string }): Promise<AdminApproval> {
  const seen = await getApproval(context, context.db, approvalId)
  await ensureMayDecide(context, context.db, seen)
  const attempt = await prepareExecution(context, seen, { approvedBy: context.actor.id })
  await transaction(context.db, async (tx) => {
    const row = await getApproval(context, tx, approvalId, { forUpdate: true })
    // Somebody removed at this very moment either approved before, or not at all: the ledger says which.
    await lockAdministrators(tx)
    await ensureMayDecide(context, tx, row)
    await tx.update(approvals).set({ decidedBy: context.actor.id }).where(eq(approvals.id, row.id))
    await noteInCircles(context, tx, row.circleIds, {
      kind: 'approval.approved',
      approvalId: row.id,
      bodyHash: row.bodyHash,
    })
    await ensureFiscal(context, tx)
    await recordDecision(context, tx, row)
    await execute(context, tx, row, attempt)
  })
  return adminView(context, await getApproval(context, context.db, approvalId))
}

/** A second person refuses a change; anybody else who administers may, the newest included. */
export async function reject(context: Context, { approvalId }: { approvalId: string }): Promise<AdminApproval> {
  return decide(context, approvalId, async (tx, row) => {
    if (row.proposedBy === context.actor.id) refuse('approval.own')
    await ensureNotOwn(context, tx, row)
    await noteInCircles(context, tx, row.circleIds, { kind: 'approval.rejected', approvalId: row.id })
    await ensureFiscal(context, tx)
    await end(context, tx, row, { state: 'rejected', decidedBy: context.actor.id })
  })
}

/** The proposer takes a change back. Refuses everybody else. */
export async function withdraw(context: Context, { approvalId }: { approvalId: string }): Promise<AdminApproval> {
  return decide(context, approvalId, async (tx, row) => {
    if (row.proposedBy !== context.actor.id) refuse('approval.not_own')
    await noteInCircles(context, tx, row.circleIds, { kind: 'approval.withdrawn', approvalId: row.id })
    await end(context, tx, row, { state: 'withdrawn' })
  })
}

async function decide(
  context: Context,
  approvalId: string,
  work: (tx: Tx, row: ApprovalRow) => Promise<void>,
): Promise<AdminApproval> {
  await transaction(context.db, async (tx) => {
    const row = await getApproval(context, tx, approvalId, { forUpdate: true })
    if (row.state !== 'proposed') refuse('approval.ended')
    await work(tx, row)
    await recordDecision(context, tx, row)
  })
  return adminView(context, await getApproval(context, context.db, approvalId))
}

/** Refuses whoever may not approve this proposal, or not now. */
export async function ensureMayDecide(context: Context, tx: Db | Tx, row: ApprovalRow): Promise<void> {
  const { actor, clock } = context
  const now = clock.now()
  if (row.state !== 'proposed' || row.expiresAt.getTime() <= now) refuse('approval.ended')
  if (row.proposedBy === actor.id) refuse('approval.own')
  if (silenceDays[row.kind] !== undefined) refuse('approval.by_silence')
  await ensureNotOwn(context, tx, row)
  if (!(await secondPeople(tx, { ...row, now })).includes(actor.id)) refuse('approval.too_new')
}

async function recordDecision(context: Context, tx: Tx, { circleId }: ApprovalRow): Promise<void> {
  await record(context, tx, 'approval.decided', { circleId, actorId: context.actor.id })
}
