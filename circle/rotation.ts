import { emit, queueOf } from './decision.ts'
import type { Decision } from './decision.ts'
import { findUnfinished } from './ending.ts'
import { dueOf } from './course.ts'
import { hasBegun } from './draw.ts'
import { isBalanced, levelPlan } from './plan.ts'
import { refuse } from './refusal.ts'
import { isCounted } from './shares.ts'
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
  const due = dueOf(state)
  if (due) return isAnyDue(due) ? { behind: due.size, open: 0 } : null
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
  const due = hasBegun(state) ? dueOf(state) : null
  return isOver(state) || isAllAsked(state) || (due !== null && !isAnyDue(due))
}

function isAnyDue(due: ReadonlyMap<string, number>): boolean {
  return [...due.values()].some((count) => count > 0)
}

function isAllAsked(state: CircleState): boolean {
  const months = ({ memberId }: Entry) => contributionsAsked(state, memberId) / state.members.get(memberId)!.shares
  const counts = new Set([...state.entries.values()].map(months))
  // Counted person by person, somebody may have given for more places than they came back to.
  const least = Math.min(...counts)
  const areSame = counts.size === 1 || isCounted(state)
  return areSame && least > 0 && least % levelPlan(state.plan, 1).required === 0
}

/**
 * How many contributions to a roda a member gave or owes; those that are void do not count. Since it began, and since its present
 * rotation did where that is counted person by person.
 */
export function contributionsAsked(state: CircleState, memberId: string): number {
  const { plan, members, obligations } = state
  const { given, givenBefore } = members.get(memberId) ?? NOTHING
  const counts = isCounted(state)
  let cents = given[1] - (counts ? givenBefore : 0)
  for (const owed of obligations.values())
    if (owed.memberId === memberId && (counts || owed.type === 'PULL')) cents += owed.amountCents
  return Math.floor(cents / levelPlan(plan, 1).donationCents)
}

const NOTHING = { given: { 1: 0 }, givenBefore: 0 } as const

/**
 * Whether somebody in the rotation that was brought in has nothing more to give in it: people began it unevenly, so that they end
 * it in different months.
 */
export function hasGivenAll(state: CircleState, { memberId, level }: Pick<Entry, 'memberId' | 'level'>): boolean {
  return contributionsLeft(state, memberId, level) === 0
}

/**
 * How many contributions somebody has still to be asked for in a rotation that was brought in; null in every other, and where all
 * are counted person by person (circle/course.ts).
 */
export function contributionsLeft(state: CircleState, memberId: string, level: Entry['level']): number | null {
  if (!state.isBroughtIn || state.rotation > 1 || isCounted(state)) return null
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
