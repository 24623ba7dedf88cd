import type { DonationOutcome, CircleEvent, CircleMode, CircleState, ReportStatus } from './state.ts'
import { emptyState } from './state.ts'
import { confirm, expireDue, sendReceipt } from './donation.ts'
import { draftOf } from './evolve.ts'
import { acceptUpgrade } from './levels.ts'
import { match } from './matching.ts'
import { approveMember, departMember, reinstateMember } from './members.ts'
import type { Level, Plan } from './plan.ts'
import { isBalanced, planFaults } from './plan.ts'
import type { PullRequest } from './pull.ts'
import { generatePull } from './pull.ts'
import { giveRole, moveToEnd, nextReceiver, place, remove, reorder, setReceiver, swap, takeRole } from './queue.ts'
import { settleRotation } from './release.ts'
import { refuse, RuleRefusal } from './refusal.ts'
import type { RefusalCode, RefusalDetails } from './refusal.ts'
import { reportDonation, resolveReport, setReportStatus } from './report.ts'
import type { Resolution } from './report.ts'
import { emit, findEntryOf, getEntry } from './session.ts'
import type { Session } from './session.ts'

export { evolve } from './evolve.ts'

/** Everything that can be asked of a circle. */
export type Command =
  | { kind: 'create_circle'; mode: CircleMode; plan: Plan }
  | { kind: 'change_plan'; plan: Plan }
  | { kind: 'approve_member'; memberId: string }
  | { kind: 'depart_member'; memberId: string; how: 'left' | 'suspended' }
  | { kind: 'reinstate_member'; memberId: string }
  | { kind: 'place'; memberId: string; level: Level; position: number; isReceiver: boolean }
  | { kind: 'remove'; entryId: string }
  | { kind: 'swap'; entryId: string; otherEntryId: string }
  | { kind: 'move_to_end'; memberId: string; level: Level }
  | { kind: 'reorder'; entryId: string; position: number }
  | { kind: 'set_receiver'; entryId: string; nextEntryId: string }
  | { kind: 'next_receiver'; entryId: string }
  | { kind: 'edit_entry'; entryId: string; position?: number | undefined; isReceiver?: boolean | undefined }
  | ({ kind: 'generate_pull' } & PullRequest)
  | { kind: 'send_receipt'; donationId: string; memberId: string }
  | { kind: 'confirm'; donationId: string; by: { memberId: string } | 'administration' }
  | { kind: 'expire' }
  | { kind: 'report'; reportId: string; donationId: string; memberId: string }
  | { kind: 'set_report_status'; reportId: string; status: ReportStatus }
  | { kind: 'resolve_report'; reportId: string; resolution: Resolution; outcome: DonationOutcome }
  | { kind: 'accept_upgrade'; memberId: string; fromLevel: Level; toLevel: Level }

export type Decision =
  | { readonly ok: true; readonly events: readonly CircleEvent[]; readonly state: CircleState }
  | { readonly ok: false; readonly code: RefusalCode; readonly details: RefusalDetails }

/**
 * What a command does to a circle: the events it causes and the state after them, or why it is refused.
 * Pure: `now` (epoch ms) and `newId` are given, `state` is left as it was; `null` is a circle that does not exist yet.
 */
export function decide(
  state: CircleState | null,
  command: Command,
  context: { now: number; newId: () => string },
): Decision {
  if (state === null && command.kind !== 'create_circle') throw new Error('A circle must be created first')
  const draft = draftOf(state ?? (command.kind === 'create_circle' ? emptyState(command.mode, command.plan) : state!))
  const session: Session = { state: draft, events: [], ...context }
  try {
    carryOut(session, command, state === null)
  } catch (error) {
    if (error instanceof RuleRefusal) return { ok: false, code: error.code, details: error.details }
    throw error
  }
  return { ok: true, events: session.events, state: draft }
}

function carryOut(session: Session, command: Command, isNew: boolean): void {
  switch (command.kind) {
    case 'create_circle':
      if (!isNew) throw new Error('The circle exists already')
      ensureUsable(command.mode, command.plan)
      return emit(session, { kind: 'circle.created', mode: command.mode, plan: command.plan })
    case 'change_plan':
      if (session.state.donationsMade > 0 || session.state.obligations.size > 0) refuse('plan.frozen')
      ensureUsable(session.state.mode, command.plan)
      return emit(session, { kind: 'circle.plan_changed', plan: command.plan })
    case 'approve_member':
      return approveMember(session, command.memberId)
    case 'depart_member':
      return departMember(session, command)
    case 'reinstate_member':
      return reinstateMember(session, command.memberId)
    case 'generate_pull':
      return generatePull(session, command)
    case 'send_receipt':
      return sendReceipt(session, command)
    case 'confirm':
      return confirm(session, command)
    case 'expire':
      return expireDue(session)
    case 'report':
      return reportDonation(session, command)
    case 'set_report_status':
      return setReportStatus(session, command)
    case 'resolve_report':
      return resolveReport(session, command)
    case 'accept_upgrade':
      return acceptUpgrade(session, command)
    default:
      arrangeQueue(session, command)
      match(session)
  }
}

type QueueCommand = Extract<
  Command,
  { kind: 'place' | 'remove' | 'swap' | 'move_to_end' | 'reorder' | 'set_receiver' | 'next_receiver' | 'edit_entry' }
>

function arrangeQueue(session: Session, command: QueueCommand): void {
  switch (command.kind) {
    case 'place':
      place(session, command)
      return
    case 'remove':
      return removeFromQueue(session, command.entryId)
    case 'swap':
      return swap(session, getEntry(session, command.entryId), getEntry(session, command.otherEntryId))
    case 'move_to_end':
      return moveToEnd(
        session,
        findEntryOf(session, command.memberId, command.level) ?? refuse('queue.member_not_in_queue'),
      )
    case 'reorder':
      return reorder(session, getEntry(session, command.entryId), command.position)
    case 'set_receiver':
      return setReceiver(session, getEntry(session, command.entryId), getEntry(session, command.nextEntryId))
    case 'next_receiver':
      return nextReceiver(session, getEntry(session, command.entryId))
    case 'edit_entry':
      return editEntry(session, command)
  }
}

function removeFromQueue(session: Session, entryId: string): void {
  const entry = getEntry(session, entryId)
  remove(session, entry, 'removed')
  settleRotation(session, entry.memberId, entry.level)
}

function editEntry(session: Session, command: Extract<Command, { kind: 'edit_entry' }>): void {
  const { position, isReceiver } = command
  if (position !== undefined) reorder(session, getEntry(session, command.entryId), position)
  const entry = getEntry(session, command.entryId)
  if (isReceiver === undefined || isReceiver === entry.isReceiver) return
  if (isReceiver) giveRole(session, entry)
  else takeRole(session, entry, 'receiver_replaced')
}

/** A plan must hold together, and a real circle runs only one that gives back what it takes. */
function ensureUsable(mode: CircleMode, plan: Plan): void {
  const [fault] = planFaults(plan)
  if (fault !== undefined) refuse('plan.invalid', { reason: fault })
  if (mode === 'real' && !isBalanced(plan)) refuse('plan.not_balanced')
}
