import { emit, queueOf } from './decision.ts'
import type { Decision } from './decision.ts'
import { findUnfinished } from './ending.ts'
import { isBalanced, levelPlan } from './plan.ts'
import { refuse } from './refusal.ts'
import type { CircleState, Entry } from './state.ts'

/**
 * The same people begin another rotation of their roda, once everybody is at zero: roles and turns that were begun end, the
 * order may be drawn again (circle/draw.ts), and nobody is asked for anything before they accept the terms of the new rotation
 * (circle/ledger/consent.ts). Refused while something is open, and twice for one rotation.
 */
export function beginRotation(decision: Decision): void {
  const { state } = decision
  if (state.plan.levels.length > 1 || !isBalanced(state.plan)) refuse('rotation.not_here')
  if (isUnasked(state)) refuse('rotation.already')
  const unfinished = findRest(state)
  if (unfinished) refuse('rotation.not_over', unfinished)
  for (const { id: entryId, memberId, level, isReceiver, turnId } of queueOf(decision, 1)) {
    if (isReceiver) emit(decision, { kind: 'receiver.unset', entryId, memberId, level })
    if (turnId !== null) emit(decision, { kind: 'turn.ended', turnId, memberId, level })
  }
  emit(decision, { kind: 'rotation.begun', rotation: state.rotation + 1 })
}

/** Whether a rotation is over and none was begun since: everybody is at zero, and nobody has received a part of a turn alone. */
export function isOver(state: CircleState): boolean {
  return !isUnasked(state) && findRest(state) === null
}

/**
 * Why a rotation is not over. In its middle everybody may be at zero too, as when one paid months ahead: then some are asked for more,
 * and turns have begun that go on.
 */
function findRest(state: CircleState): ReturnType<typeof findUnfinished> {
  const unfinished = findUnfinished(state)
  if (unfinished || isAllAsked(state)) return unfinished
  const behind = [...state.turns.values()].filter(
    ({ status, confirmed }) => status === 'running' && confirmed > 0,
  ).length
  return behind === 0 ? null : { behind, open: 0 }
}

/**
 * How many turns each place of a roda has had, by its id: what its member received comes to so many. Of several places of one
 * member the last in the order have had one more.
 */
export function turnsByPlace(state: CircleState): ReadonlyMap<string, number> {
  const { required, donationCents } = levelPlan(state.plan, 1)
  const found = new Map<string, number>()
  for (const [memberId, own] of Map.groupBy(queueOf({ state }, 1), (entry) => entry.memberId)) {
    const turns = Math.floor(state.members.get(memberId)!.received[1] / (required * donationCents))
    const [each, more] = [Math.floor(turns / own.length), turns % own.length]
    for (const [index, { id }] of own.entries()) found.set(id, each + (index >= own.length - more ? 1 : 0))
  }
  return found
}

/**
 * Whether a real roda waits for somebody to begin another rotation, or to end it: until then nobody is asked for anything. So
 * it does as soon as every place was asked for all of its contributions, also while some are still paid, as after a pause;
 * where one was missed the months go on until everybody has received.
 */
export function awaitsRotation(state: CircleState): boolean {
  const { mode, plan } = state
  if (mode !== 'real' || plan.levels.length > 1 || isUnasked(state)) return false
  return isOver(state) || isAllAsked(state)
}

function isAllAsked(state: CircleState): boolean {
  const months = ({ memberId }: Entry) => contributionsAsked(state, memberId) / state.members.get(memberId)!.shares
  const counts = new Set([...state.entries.values()].map(months))
  const [count = 0] = counts
  return counts.size === 1 && count > 0 && count % levelPlan(state.plan, 1).required === 0
}

/** How many contributions to a roda a member gave or owes, since it began; those that are void do not count. */
export function contributionsAsked({ plan, members, obligations }: CircleState, memberId: string): number {
  let cents = members.get(memberId)?.given[1] ?? 0
  for (const owed of obligations.values())
    if (owed.memberId === memberId && owed.type === 'PULL') cents += owed.amountCents
  return Math.floor(cents / levelPlan(plan, 1).donationCents)
}

/**
 * Whether somebody in the rotation that was brought in has nothing more to give in it: people began it unevenly, so that they end
 * it in different months.
 */
export function hasGivenAll(state: CircleState, { memberId, level }: Pick<Entry, 'memberId' | 'level'>): boolean {
  return contributionsLeft(state, memberId, level) === 0
}

/** How many contributions somebody has still to be asked for in the rotation that was brought in; null in every other. */
export function contributionsLeft(state: CircleState, memberId: string, level: Entry['level']): number | null {
  if (!state.isBroughtIn || state.rotation > 1) return null
  const { donationCents, required } = levelPlan(state.plan, level)
  let cents = state.members.get(memberId)?.given[level] ?? 0
  for (const owed of state.obligations.values())
    if (owed.memberId === memberId && owed.target === level) cents += owed.amountCents
  return Math.max(0, required - Math.floor(cents / donationCents))
}

/** Whether a rotation after the first was begun, and nothing was asked in it yet. */
function isUnasked({ rotation, rotationFrom, nextOrder }: CircleState): boolean {
  return rotation > 1 && nextOrder === rotationFrom
}
