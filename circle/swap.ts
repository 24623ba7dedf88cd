import { emit, findEntryOf, getMember } from './decision.ts'
import type { Decision } from './decision.ts'
import { match } from './matching.ts'
import { refuse } from './refusal.ts'
import { isPastDeadline } from './clock.ts'
import { isCounted } from './shares.ts'
import type { Entry } from './state.ts'

/** Two members exchange their turns: who accepts, who asked, and the positions that both saw when they agreed. */
export type TurnSwap = {
  readonly swapId: string
  readonly memberId: string
  readonly otherId: string
  readonly position: number
  readonly otherPosition: number
}

const LEVEL = 1

/**
 * Exchanges the places of two members of a roda by their own agreement. Refused where either receives, has begun to, or has
 * received in this rotation, where either has several places or owes a late contribution, and where a place is not the one that
 * they agreed on. So nothing open can be lost: neither has a role, a turn, or a donation on its way.
 */
export function swapTurns(decision: Decision, command: TurnSwap): void {
  const { memberId, otherId, swapId } = command
  if (decision.state.plan.levels.length !== 1) refuse('swap.not_here')
  if (memberId === otherId) refuse('swap.oneself')
  const [own, other] = [waitingPlace(decision, memberId), waitingPlace(decision, otherId)]
  if (own.position !== command.position || other.position !== command.otherPosition) refuse('swap.changed')
  emit(decision, { kind: 'turns.swapped', swapId, memberId, otherId, level: LEVEL })
  const moves = [
    { entryId: own.id, position: other.position, passedMemberIds: [] },
    { entryId: other.id, position: own.position, passedMemberIds: [] },
  ]
  emit(decision, { kind: 'entry.moved', level: LEVEL, moves })
  match(decision)
}

/** The place of a member who still waits for their turn in this rotation. */
function waitingPlace(decision: Decision, memberId: string): Entry {
  const { status, isPassedOver, shares, given, received } = getMember(decision, memberId)
  const place = findEntryOf(decision, memberId, LEVEL) ?? refuse('swap.no_place')
  if (status !== 'approved' || isPassedOver) refuse('swap.no_place')
  if (shares > 1) refuse('swap.shares')
  if (place.isReceiver || place.turnId !== null) refuse('swap.receiving')
  if (isCounted(decision.state) && owesLate(decision, memberId)) refuse('swap.owing')
  // A member who received in this rotation has more than they gave until it ends, and waits for the next one.
  if (received[LEVEL] > given[LEVEL]) refuse('swap.received')
  return place
}

/** Whether a contribution of theirs is late, or its receipt was rejected: two could else pass a place on before it is served last. */
function owesLate({ state, now }: Decision, memberId: string): boolean {
  return [...state.donations.values()].some(
    (one) => one.donorId === memberId && (one.isLate || one.rejections > 0 || isPastDeadline(state, one, now)),
  )
}
