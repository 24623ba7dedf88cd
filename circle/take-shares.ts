import { emit, entriesOf, getEntry, getMember } from './decision.ts'
import type { Decision } from './decision.ts'
import { everAsked } from './draw.ts'
import { match } from './matching.ts'
import { isBalanced } from './plan.ts'
import type { Plan } from './plan.ts'
import { placeLast, vacate } from './queue.ts'
import { refuse } from './refusal.ts'
import { heldLongest, isCounted, SHARES_MAX } from './shares.ts'
import type { CircleState } from './state.ts'

const LEVEL = 1

/**
 * A member says how many places of their roda they take. Who stands in the queue already stands behind everybody with the new
 * ones, or gives those back that they took last, and of those drawn together the first. Refused outside a roda, and once
 * anybody was asked for a contribution.
 */
export function takeShares(
  decision: Decision,
  { memberId, shares }: { readonly memberId: string; readonly shares: number },
): void {
  const { state } = decision
  if (!isOfRoda(state.plan)) refuse('shares.not_here')
  const member = getMember(decision, memberId)
  if (member.status !== 'approved') refuse('queue.member_not_approved')
  if (everAsked(state)) refuse('shares.late')
  if (!Number.isInteger(shares) || shares < 1 || shares > SHARES_MAX) refuse('shares.too_many')
  if (shares === member.shares) refuse('shares.same')
  emit(decision, { kind: 'shares.taken', memberId, shares })
  const own = entriesOf(decision, memberId, LEVEL)
  // Each as it stands by then: the first that goes may leave its role to the next.
  for (const { id } of (isCounted(state) ? heldLongest(own) : own).slice(shares))
    vacate(decision, getEntry(decision, id), 'removed')
  if (own.length > 0 && own.length < shares) placeLast(decision, memberId, LEVEL)
  match(decision)
}

/** Refuses a plan that is no roda's while somebody takes several places. */
export function ensureKeepsShares({ members }: CircleState, plan: Plan): void {
  if (!isOfRoda(plan) && [...members.values()].some(({ shares }) => shares > 1)) refuse('shares.plan')
}

const isOfRoda = (plan: Plan): boolean => plan.levels.length === 1 && isBalanced(plan)
