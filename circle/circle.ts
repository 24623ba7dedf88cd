import type {
  AppealDecision,
  DonationOutcome,
  CircleEvent,
  CircleMode,
  CircleState,
  Inverse,
  ReportStatus,
} from './state.ts'
import { emptyState } from './state.ts'
import { payAhead } from './ahead.ts'
import { confirm, expireDue, rejectReceipt, sendReceipt } from './donation.ts'
import { draftOf } from './draft.ts'
import { acceptUpgrade } from './levels.ts'
import { match } from './matching.ts'
import { approveMember, departMember, reinstateMember } from './members.ts'
import { pauseMonth } from './pause.ts'
import type { Level, Plan } from './plan.ts'
import { isBalanced, planFaults } from './plan.ts'
import type { PullRequest } from './pull.ts'
import { generatePull, serveAgain } from './pull.ts'
import {
  giveRole,
  moveToEnd,
  moveToFree,
  nextReceiver,
  place,
  remove,
  reorder,
  setReceiver,
  swap,
  takeRole,
} from './queue.ts'
import { oweSettlement } from './release.ts'
import { refuse, RuleRefusal } from './refusal.ts'
import type { RefusalCode, RefusalDetails } from './refusal.ts'
import { decideAppeal, openCase, reportDonation, resolveReport, setReportStatus } from './report.ts'
import type { Resolution } from './report.ts'
import { bringIn } from './beginning.ts'
import type { BeginningRow } from './beginning.ts'
import { countingOf } from './course.ts'
import { applyDraw } from './draw.ts'
import { beginRotation } from './rotation.ts'
import { ensureKeepsShares, takeShares } from './take-shares.ts'
import { handOver } from './substitute.ts'
import type { HandOver } from './substitute.ts'
import { swapTurns } from './swap.ts'
import type { TurnSwap } from './swap.ts'
import { undo } from './undo.ts'
import { emit, entriesOf, getEntry } from './decision.ts'
import type { Decision } from './decision.ts'

export { evolve } from './evolve.ts'

/** Everything that can be asked of a circle. */
export type Command =
  /** `rules`: what a real circle's ledger is held to from here on (circle/ledger/removals.ts); absent in those of before. */
  | { kind: 'create_circle'; mode: CircleMode; plan: Plan; rules?: number | undefined }
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
  | { kind: 'apply_draw'; drawId: string; memberIds: readonly string[] }
  | { kind: 'undo'; seq: number; inverse: Inverse }
  | ({ kind: 'generate_pull' } & PullRequest)
  | { kind: 'serve_again'; memberId: string }
  | {
      kind: 'send_receipt'
      donationId: string
      memberId: string
      image?: string | undefined
      payment?: string | undefined
      cents?: number | undefined
    }
  | { kind: 'reject_receipt'; donationId: string; memberId: string; stays?: true }
  | { kind: 'confirm'; donationId: string; by: { memberId: string } | 'administration'; cents?: number | undefined }
  /** `late`: in a roda what is unpaid stays owed; absent in commands from before that was so. */
  | { kind: 'expire'; late?: true }
  | { kind: 'report'; reportId: string; donationId: string; memberId: string }
  /** `bounded`: it holds a deadline for a time alone; absent in commands from before that was so. */
  | { kind: 'open_case'; reportId: string; donationId: string; bounded?: true }
  | { kind: 'set_report_status'; reportId: string; status: ReportStatus }
  | { kind: 'resolve_report'; reportId: string; resolution: Resolution; outcome: DonationOutcome }
  | {
      kind: 'decide_appeal'
      reportId: string
      donationId: string
      decision: AppealDecision
      outcome: DonationOutcome
    }
  /** `memberId` accepts what `otherId` asked for. */
  | ({ kind: 'swap_turns' } & TurnSwap)
  /** Decided by somebody else than the two who agreed on it. */
  | ({ kind: 'hand_over' } & HandOver)
  | { kind: 'begin_rotation' }
  | { kind: 'take_shares'; memberId: string; shares: number }
  | { kind: 'bring_in'; rows: readonly BeginningRow[] }
  | { kind: 'pause_month'; donationId: string }
  | { kind: 'pay_ahead'; memberId: string; receiverId: string }
  | { kind: 'accept_upgrade'; memberId: string; fromLevel: Level; toLevel: Level }

export type DecisionResult =
  | { readonly ok: true; readonly events: readonly CircleEvent[]; readonly state: CircleState }
  | { readonly ok: false; readonly code: RefusalCode; readonly details: RefusalDetails }

/**
 * Decides a command: answers the events it causes and the state after them, or why it is refused. Pure: `now` (epoch
 * ms) and `newId` are given, `state` is left as it was; `null` is a circle that does not exist yet.
 */
export function decide(
  state: CircleState | null,
  command: Command,
  context: { now: number; newId: () => string },
): DecisionResult {
  if (state === null && command.kind !== 'create_circle') throw new Error('A circle must be created first')
  const draft = draftOf(state ?? (command.kind === 'create_circle' ? emptyState(command.mode, command.plan) : state!))
  const decision: Decision = { state: draft, events: [], ...context }
  try {
    dispatch(decision, command, state === null)
  } catch (error) {
    if (error instanceof RuleRefusal) return { ok: false, code: error.code, details: error.details }
    throw error
  }
  return { ok: true, events: decision.events, state: draft }
}

function dispatch(decision: Decision, command: Command, isNew: boolean): void {
  switch (command.kind) {
    case 'create_circle':
      if (!isNew) throw new Error('The circle exists already')
      ensureUsable(command.mode, command.plan)
      return emit(decision, { kind: 'circle.created', mode: command.mode, plan: command.plan, ...countingOf(command) })
    case 'change_plan':
      if (decision.state.isBroughtIn || decision.state.donationsMade > 0 || decision.state.obligations.size > 0)
        refuse('plan.frozen')
      ensureUsable(decision.state.mode, command.plan)
      ensureKeepsQueues(decision.state, command.plan)
      ensureKeepsShares(decision.state, command.plan)
      return emit(decision, { kind: 'circle.plan_changed', plan: command.plan })
    case 'approve_member':
      return approveMember(decision, command.memberId)
    case 'depart_member':
      return departMember(decision, command)
    case 'reinstate_member':
      return reinstateMember(decision, command.memberId)
    case 'generate_pull':
      return generatePull(decision, command)
    case 'serve_again':
      return serveAgain(decision, command.memberId)
    case 'send_receipt':
      return sendReceipt(decision, command)
    case 'reject_receipt':
      return rejectReceipt(decision, command)
    case 'confirm':
      return confirm(decision, command)
    case 'expire':
      return expireDue(decision, command.late === true)
    case 'report':
      return reportDonation(decision, command)
    case 'open_case':
      return openCase(decision, command)
    case 'set_report_status':
      return setReportStatus(decision, command)
    case 'resolve_report':
      return resolveReport(decision, command)
    case 'decide_appeal':
      return decideAppeal(decision, command)
    case 'accept_upgrade':
      return acceptUpgrade(decision, command)
    case 'swap_turns':
      return swapTurns(decision, command)
    case 'hand_over':
      return handOver(decision, command)
    case 'begin_rotation':
      return beginRotation(decision)
    case 'take_shares':
      return takeShares(decision, command)
    case 'bring_in':
      return bringIn(decision, command)
    case 'pause_month':
      return pauseMonth(decision, command)
    case 'pay_ahead':
      return payAhead(decision, command)
    case 'apply_draw':
      return applyDraw(decision, command)
    case 'undo':
      return undo(decision, command)
    default:
      arrangeQueue(decision, command)
      match(decision)
  }
}

type QueueCommand = Extract<
  Command,
  { kind: 'place' | 'remove' | 'swap' | 'move_to_end' | 'reorder' | 'set_receiver' | 'next_receiver' | 'edit_entry' }
>

function arrangeQueue(decision: Decision, command: QueueCommand): void {
  switch (command.kind) {
    case 'place':
      place(decision, command)
      return
    case 'remove':
      return removeFromQueue(decision, command.entryId)
    case 'swap':
      return swap(decision, getEntry(decision, command.entryId), getEntry(decision, command.otherEntryId))
    case 'move_to_end':
      return moveMemberToEnd(decision, command)
    case 'reorder':
      return reorder(decision, getEntry(decision, command.entryId), command.position)
    case 'set_receiver':
      return setReceiver(decision, getEntry(decision, command.entryId), getEntry(decision, command.nextEntryId))
    case 'next_receiver':
      return nextReceiver(decision, getEntry(decision, command.entryId))
    case 'edit_entry':
      return editEntry(decision, command)
  }
}

/** Each of their places goes behind everybody, in their order. */
function moveMemberToEnd(decision: Decision, { memberId, level }: { memberId: string; level: Level }): void {
  const own = entriesOf(decision, memberId, level)
  if (own.length === 0) refuse('queue.member_not_in_queue')
  for (const { id } of own) moveToEnd(decision, getEntry(decision, id))
}

function removeFromQueue(decision: Decision, entryId: string): void {
  const entry = getEntry(decision, entryId)
  remove(decision, entry, 'removed')
  oweSettlement(decision, entry.memberId, entry.level)
}

function editEntry(decision: Decision, command: Extract<Command, { kind: 'edit_entry' }>): void {
  const { position, isReceiver } = command
  if (position !== undefined) moveToFree(decision, getEntry(decision, command.entryId), position)
  const entry = getEntry(decision, command.entryId)
  if (isReceiver === undefined || isReceiver === entry.isReceiver) return
  if (isReceiver) giveRole(decision, entry)
  else takeRole(decision, entry, 'receiver_replaced')
}

/** A plan of fewer levels may not take away a queue in which people have their places. */
function ensureKeepsQueues({ entries }: CircleState, plan: Plan): void {
  for (const { level } of entries.values()) {
    if (level > plan.levels.length)
      refuse('plan.invalid', { reason: `há pessoas na fila N${level}, que ele não tem. Retire-as antes.` })
  }
}

/** A plan must hold together, and a real circle runs only one that gives back what it takes. */
function ensureUsable(mode: CircleMode, plan: Plan): void {
  const [fault] = planFaults(plan)
  if (fault !== undefined) refuse('plan.invalid', { reason: fault })
  if (mode === 'real' && !isBalanced(plan)) refuse('plan.not_balanced')
}
