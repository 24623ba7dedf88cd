import { findOpenReport, isPastDeadline } from './clock.ts'
import { emit, getMember, getOpenDonation } from './decision.ts'
import type { Decision, HasState } from './decision.ts'
import { DAY_MS, nextPeriod, nextPull, periodOf, periodStart } from './period.ts'
import { levelPlan } from './plan.ts'
import { refuse } from './refusal.ts'
import { contributionsAsked } from './rotation.ts'
import { isCounted } from './shares.ts'
import type { Donation } from './state.ts'

/** How often a member may leave out a month in one rotation: who receives waits for each of them. */
export const PAUSES_MAX = 2

const LEVEL = 1

/**
 * Somebody in need pays a month's contribution, for each of their places, after all others of their rotation. It stays owed to
 * the same receiver, whose turn waits for it; each further pause comes a month after the one before. Two people decide it in a
 * real circle (circle/two-people.ts). Refused outside a roda, once a receipt, a report or the deadline has come, and a third time in a
 * rotation.
 */
export function pauseMonth(decision: Decision, { donationId }: { donationId: string }): void {
  const { plan } = decision.state
  const donation = getOpenDonation(decision, donationId)
  const { donorId: memberId, obligationId } = donation
  if (plan.levels.length > 1 || !levelPlan(plan, LEVEL).contributes || donation.type !== 'PULL')
    refuse('pause.not_here')
  if (donation.status !== 'PENDING_PAYMENT' || donation.isUndecided || findOpenReport(decision.state, donation))
    refuse('pause.money_moved')
  if (donation.isLate || isPastDeadline(decision.state, donation, decision.now)) refuse('donation.expired')
  if (decision.state.obligations.get(obligationId)!.pausedUntil !== null) refuse('pause.already')
  const { rotation, left } = rotationOf(decision, donation)
  const member = getMember(decision, memberId)
  const pauses = member.pausedRotation === rotation ? member.pauses : 0
  if (pauses >= PAUSES_MAX) refuse('pause.too_many')
  const until = untilOf(decision, left + pauses)
  const deadlineAt = until + plan.deadlineDays * DAY_MS
  const paused = { memberId, rotation, pauses: pauses + 1, until, deadlineAt }
  for (const one of [donation, ...sameMonth(decision, donation)])
    emit(decision, { kind: 'contribution.paused', donationId: one.id, obligationId: one.obligationId, ...paused })
}

/** The contributions that somebody with several places owes for the same month, and has not paid either. */
function sameMonth(decision: Decision, { id, donorId, obligationId }: Donation): Donation[] {
  const { obligations, donations } = decision.state
  const { period } = obligations.get(obligationId)!
  const isPausable = (one: Donation) => {
    const owed = obligations.get(one.obligationId)!
    const isOfMonth = one.id !== id && one.donorId === donorId && one.type === 'PULL' && owed.period === period
    const isUnpaid = one.status === 'PENDING_PAYMENT' && !one.isUndecided && !findOpenReport(decision.state, one)
    return isOfMonth && isUnpaid && owed.pausedUntil === null && !isPastDeadline(decision.state, one, decision.now)
  }
  return [...donations.values()].filter(isPausable).toSorted((a, b) => a.order - b.order)
}

/** In which rotation of their own a donor is, from 0, and how many months of it have not been asked of them yet. */
function rotationOf({ state }: HasState, { donorId }: Donation): { rotation: number; left: number } {
  const { required } = levelPlan(state.plan, LEVEL)
  const asked = Math.ceil(contributionsAsked(state, donorId) / state.members.get(donorId)!.shares)
  const rotation = isCounted(state) ? state.rotation - 1 : Math.floor((asked - 1) / required)
  return { rotation, left: required - 1 - ((asked - 1) % required) }
}

/**
 * When the month begins before which so many are still to be asked for, the next one counted in, in epoch ms: never one that has begun.
 * Older rules count from the present month, whether it was asked for or not.
 */
function untilOf({ state, now }: Decision, months: number): number {
  const following = nextPeriod(periodOf(now))
  let period = isCounted(state) ? nextPull(state.pulledPeriod, now).period : following
  for (let left = months; left > 0; left -= 1) period = nextPeriod(period)
  return periodStart(period > following ? period : following)
}
