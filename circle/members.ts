import { endCompleteTurns } from './levels.ts'
import { levelsOf } from './plan.ts'
import { match } from './matching.ts'
import { remove } from './queue.ts'
import { takesParts } from './parts.ts'
import { refuse } from './refusal.ts'
import { cancelUnpaidDebts, oweSettlement } from './release.ts'
import { emit, findEntryOf, getMember } from './decision.ts'
import type { Decision } from './decision.ts'
import type { CircleState } from './state.ts'

/** An approved member belongs to the circle and waits for a place. */
export function approveMember(decision: Decision, memberId: string): void {
  if (decision.state.members.has(memberId)) refuse('member.already_approved')
  emit(decision, { kind: 'member.approved', memberId })
}

/**
 * A member who leaves or is suspended loses every place, and what they owe and have not paid is cancelled. A balanced
 * plan then settles each level.
 */
export function departMember(decision: Decision, command: { memberId: string; how: 'left' | 'suspended' }): void {
  const { memberId, how } = command
  const member = getMember(decision, memberId)
  if (member.status === 'left') refuse('member.left')
  if (member.status === 'suspended' && how === 'suspended') refuse('member.suspended')
  for (const level of levelsOf(decision.state.plan)) {
    const entry = findEntryOf(decision, memberId, level)
    if (entry) remove(decision, entry, how)
  }
  // A settlement is owed because a queue was left; leaving the circle as well doesn't undo it.
  const reasons = { cancel: how === 'left' ? 'donor_left' : 'donor_suspended', void: how } as const
  cancelUnpaidDebts(decision, memberId, reasons, (type) => type !== 'SETTLEMENT')
  emit(decision, { kind: how === 'left' ? 'member.left' : 'member.suspended', memberId })
  if (how === 'left') endCompleteTurns(decision, memberId)
  for (const level of levelsOf(decision.state.plan)) oweSettlement(decision, memberId, level)
  match(decision)
}

/**
 * Somebody suspended belongs to the circle again, and so does who left a roda, once nothing of theirs from before is open. They
 * wait for a place, with the sums that they left with: none where they handed their place over.
 */
export function reinstateMember(decision: Decision, memberId: string): void {
  const { status } = getMember(decision, memberId)
  if (status === 'approved') refuse('member.not_suspended')
  if (status === 'left') ensureMayReturn(decision, memberId)
  emit(decision, { kind: 'member.reinstated', memberId })
}

function ensureMayReturn({ state }: Decision, memberId: string): void {
  if (!takesParts(state)) refuse('member.left_for_good')
  if (hasLeftOpen(state, memberId)) refuse('member.left_open')
}

/** Whether something is still open of who left a roda, so that nobody can take them back yet. */
export function hasLeftOpen(state: CircleState, memberId: string): boolean {
  const owes = [...state.obligations.values()].some((owed) => owed.memberId === memberId)
  const isOwed = [...state.donations.values()].some(({ receiverId }) => receiverId === memberId)
  return takesParts(state) && (owes || isOwed)
}
