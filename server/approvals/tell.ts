import { eq } from 'drizzle-orm'
import { silenceDays } from '#contracts/approvals.ts'
import type { ApprovalKind } from '#contracts/approvals.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import { activeAdministrators } from '#server/administrators/queries.ts'
import { secondPeople } from '#server/administrators/second-people.ts'
import { fiscalIds } from '#server/circle-store/fiscals.ts'
import type { Tx } from '#server/database/types.ts'
import type { Services } from '#server/context.ts'
import { notify } from '#server/notify/notify.ts'
import { approvalMembers } from '#server/tables/approval-members.ts'
import { couldDecide } from './own-matter.ts'
import type { ApprovalRow } from './proposal.ts'

/** The one circle that a proposal is about; that somebody administers concerns all. */
const circleOf = ({ circleId, circleIds }: ApprovalRow) => (circleIds.length === 1 ? circleId : undefined)

/** Those whom a proposal touches learn of it at once, and so does everybody else who administers. */
export async function tellProposed(
  services: Services,
  tx: Tx,
  row: ApprovalRow,
  touched: readonly string[],
): Promise<void> {
  const facts = { change: row.kind, approvalId: row.id, dueAt: row.dueAt?.getTime() ?? null }
  for (const userId of touched) await notify(services, tx, { userId, kind: 'approval.touches_you', facts })
  const administrators = (await activeAdministrators(tx)).map(({ id }) => id)
  await tellWaiting(
    services,
    tx,
    row,
    administrators.filter((id) => id !== row.proposedBy),
  )
  await tellFiscals(services, tx, row)
}

/** Tells these people, who administer, of a proposal that waits: whoever may approve it is asked to. */
async function tellWaiting(services: Services, tx: Tx, row: ApprovalRow, userIds: readonly string[]): Promise<void> {
  const facts = { change: row.kind, approvalId: row.id, dueAt: row.dueAt?.getTime() ?? null }
  const second = await secondPeople(tx, { ...row, now: services.clock.now() })
  const able = await couldDecide(services, tx, row, second)
  for (const userId of userIds) {
    const reader = userId === row.proposedBy ? ('proposer' as const) : ('other' as const)
    const told = able.includes(userId) ? facts : { ...facts, reader }
    await notify(services, tx, { userId, of: circleOf(row), kind: 'approval.waits_for_you', facts: told })
  }
}

/** The circle's fiscals learn of what they can approve. */
async function tellFiscals(services: Services, tx: Tx, row: ApprovalRow): Promise<void> {
  const facts = { change: row.kind, approvalId: row.id }
  if (row.circleIds.length !== 1 || silenceDays[row.kind] !== undefined) return
  const others = (await fiscalIds(tx, row.circleId)).filter((id) => id !== row.proposedBy)
  for (const userId of await couldDecide(services, tx, row, others))
    await notify(services, tx, { userId, kind: 'fiscal.decides', facts })
}

/** A proposal whose time came waits on where somebody can decide it by now: those learn of it. */
export async function tellWaits(services: Services, tx: Tx, row: ApprovalRow): Promise<void> {
  const administrators = (await activeAdministrators(tx)).map(({ id }) => id)
  await tellWaiting(services, tx, { ...row, dueAt: null }, administrators)
  await tellFiscals(services, tx, row)
}

/**
 * The changes that tell those whom they touch themselves, and say more of it than that a proposal was carried out: the key
 * that is asked for, the decision of a case, the terms. Of a new administrator the proposal's end is all that members hear.
 */
const tellThemselves: Readonly<Record<ApprovalKind, boolean>> = {
  payment_key: true,
  resolve_report: true,
  decide_appeal: true,
  change_plan: true,
  change_operator: true,
  close_circle: true,
  add_administrator: false,
  suspend_member: true,
  change_queue: true,
  pause_month: true,
  hand_over: true,
}

/**
 * Tells how a proposal ended: those whom it touches, unless the change that was made has told them, and everybody who
 * administers except whoever ended it.
 */
export async function tellEnded(
  services: Services,
  tx: Tx,
  row: ApprovalRow,
  { by, reason = null }: { by: string | null; reason?: ErrorCode | null },
): Promise<void> {
  if (row.state === 'proposed') return
  const facts = { change: row.kind, approvalId: row.id, state: row.state, reason }
  const isTold = row.state === 'executed' && tellThemselves[row.kind]
  const touched = isTold
    ? []
    : await tx
        .select({ userId: approvalMembers.userId })
        .from(approvalMembers)
        .where(eq(approvalMembers.approvalId, row.id))
  for (const { userId } of touched) await notify(services, tx, { userId, kind: 'approval.ended', facts })
  for (const { id: userId } of await activeAdministrators(tx))
    if (userId !== by || row.state === 'failed')
      await notify(services, tx, { userId, of: circleOf(row), kind: 'approval.closed', facts })
}

/** Those who administer learn that a member objects, or no longer does. */
export async function tellObjection(
  services: Services,
  tx: Tx,
  row: ApprovalRow,
  { isObjecting }: { isObjecting: boolean },
): Promise<void> {
  for (const { id: userId } of await activeAdministrators(tx))
    await notify(services, tx, {
      userId,
      of: circleOf(row),
      kind: 'approval.objected',
      facts: { change: row.kind, approvalId: row.id, isObjecting },
    })
}
