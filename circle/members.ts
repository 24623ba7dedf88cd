import { LEVELS } from './plan.ts'
import { match } from './matching.ts'
import { remove } from './queue.ts'
import { refuse } from './refusal.ts'
import { cancelUnpaidDebts, settleRotation } from './release.ts'
import { emit, findEntryOf, getMember } from './session.ts'
import type { Session } from './session.ts'

/** An approved member belongs to the circle and waits for a place. */
export function approveMember(session: Session, memberId: string): void {
  if (session.state.members.has(memberId)) refuse('member.already_approved')
  emit(session, { kind: 'member.approved', memberId })
}

/** Who leaves or is suspended loses every place, and what is owed and not paid is cancelled; a balanced plan then settles each level. */
export function departMember(session: Session, command: { memberId: string; how: 'left' | 'suspended' }): void {
  const { memberId, how } = command
  const member = getMember(session, memberId)
  if (member.status === 'left') refuse('member.left')
  if (member.status === 'suspended' && how === 'suspended') refuse('member.suspended')
  for (const level of LEVELS) {
    const entry = findEntryOf(session, memberId, level)
    if (entry) remove(session, entry, how)
  }
  // A settlement is owed because a queue was left; leaving the circle as well doesn't undo it.
  const reasons = { cancel: how === 'left' ? 'donor_left' : 'donor_suspended', void: how } as const
  cancelUnpaidDebts(session, memberId, reasons, (type) => type !== 'SETTLEMENT')
  emit(session, { kind: how === 'left' ? 'member.left' : 'member.suspended', memberId })
  for (const level of LEVELS) settleRotation(session, memberId, level)
  match(session)
}

export function reinstateMember(session: Session, memberId: string): void {
  if (getMember(session, memberId).status !== 'suspended') refuse('member.not_suspended')
  emit(session, { kind: 'member.reinstated', memberId })
}
