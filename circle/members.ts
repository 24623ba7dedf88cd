import { endCompleteTurns } from './levels.ts'
import { levelsOf } from './plan.ts'
import { match } from './matching.ts'
import { remove } from './queue.ts'
import { refuse } from './refusal.ts'
import { cancelUnpaidDebts, oweSettlement } from './release.ts'
import { emit, findEntryOf, getMember } from './decision.ts'
import type { Decision } from './decision.ts'

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

export function reinstateMember(decision: Decision, memberId: string): void {
  if (getMember(decision, memberId).status !== 'suspended') refuse('member.not_suspended')
  emit(decision, { kind: 'member.reinstated', memberId })
}
