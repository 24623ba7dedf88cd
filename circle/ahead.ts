import { isPastDeadline } from './clock.ts'
import { courseOf } from './course.ts'
import { emit, findEntryOf, getMember } from './decision.ts'
import type { Decision } from './decision.ts'
import { settleDonation } from './donation.ts'
import { draftOf } from './draft.ts'
import { ensureTurn, needOf, servingOrder } from './matching.ts'
import { restOf, takesParts } from './parts.ts'
import { DAY_MS, nextPeriod, periodStart } from './period.ts'
import { levelPlan } from './plan.ts'
import { generatePull } from './pull.ts'
import { giveRole } from './queue.ts'
import { refuse } from './refusal.ts'
import { contributionsAsked, contributionsLeft } from './rotation.ts'
import { hasShares, isCounted } from './shares.ts'
import type { CircleState, Donation, Entry } from './state.ts'

/** How many months somebody may be ahead: each gives another receiver's turn its beginning. */
export const AHEAD_MAX = 3

const LEVEL = 1

/** The month that somebody would pay next ahead of its asking, and whom. */
export type Ahead = { readonly period: string; readonly receiverId: string }

/**
 * A member of a roda pays the contribution of a month that was not asked for yet, to the member to whom the plan gives it; that
 * month's asking then passes them by. `receiverId`: whom they saw. Everybody who is to receive before that one takes the role
 * as well, so that nobody is served before their place. Refused as `nextAhead` says, and where it is another by now.
 */
export function payAhead(decision: Decision, { memberId, receiverId }: { memberId: string; receiverId: string }): void {
  const { plan } = decision.state
  const next = nextAhead(decision.state, memberId, decision.now)
  if (next.receiverId !== receiverId) refuse('ahead.changed')
  const { served } = courseOf(decision.state)
  const order = servingOrder(decision, LEVEL).filter((entry) => !served.has(entry.memberId))
  const place = order.find((entry) => entry.memberId === receiverId)!
  for (const entry of order.slice(0, order.indexOf(place) + 1))
    if (!entry.isReceiver && needOf(decision, entry) > 0) giveRole(decision, entry)
  const owed = {
    obligationId: decision.newId(),
    type: 'PULL' as const,
    amountCents: levelPlan(plan, LEVEL).donationCents,
    target: LEVEL as 1,
  }
  const { period } = next
  emit(decision, {
    kind: 'obligation.owed',
    ...owed,
    memberId,
    period,
    order: decision.state.nextOrder,
    ahead: true,
  })
  emit(decision, {
    kind: 'donation.matched',
    ...owed,
    donationId: decision.newId(),
    donorId: memberId,
    receiverId,
    turnId: ensureTurn(decision, place),
    deadlineAt: Math.max(decision.now, periodStart(period)) + plan.deadlineDays * DAY_MS,
  })
}

/**
 * Says to whom a member would pay ahead now, and which month. Refused outside a roda, where somebody has
 * several places, before this month's asking, while something of
 * theirs is late, left out or disputed, behind the others, beyond the rotation or `AHEAD_MAX`, and where that receiver has a case.
 */
export function nextAhead(state: CircleState, memberId: string, now: number): Ahead {
  const { plan, pulledPeriod, pulled, donations } = state
  if (!takesParts(state) || !levelPlan(plan, LEVEL).contributes) refuse('ahead.not_here')
  if (hasShares(state)) refuse('ahead.shares')
  const { status, isPassedOver, ahead } = getMember({ state }, memberId)
  if (status !== 'approved' || isPassedOver || !findEntryOf({ state }, memberId, LEVEL)) refuse('ahead.no_place')
  if (pulledPeriod === null || !pulled.has(`${LEVEL}:${memberId}`)) refuse('ahead.not_asked')
  if ([...donations.values()].some((one) => one.donorId === memberId && isInTheWay(state, one, now)))
    refuse('ahead.owing')
  if (ahead.length >= AHEAD_MAX) refuse('ahead.enough')
  ensureIsLeft(state, memberId)
  const last = ahead.at(-1)?.period ?? pulledPeriod
  const period = nextPeriod(last > pulledPeriod ? last : pulledPeriod)
  const receiver = plannedReceiver(state, memberId, now) ?? refuse('ahead.nobody')
  if (isInCase(state, receiver.memberId)) refuse('ahead.receiver_case')
  const { must, served } = courseOf(state)
  // A contribution too many in this rotation, since somebody gave and left, waits for the next.
  if (served.has(receiver.memberId)) refuse('ahead.nobody')
  // Somebody may need all that others still give, and would be left without it.
  if (isCounted(state) && [...must].some((id) => id !== memberId && id !== receiver.memberId)) refuse('ahead.nobody')
  return { period, receiverId: receiver.memberId }
}

function isInTheWay(state: CircleState, donation: Donation, now: number): boolean {
  const isPaused = state.obligations.get(donation.obligationId)!.pausedUntil !== null
  const isDisputed = donation.rejections > 0 || donation.reportId !== null
  return donation.isLate || isPaused || isDisputed || isPastDeadline(state, donation, now)
}

function isInCase({ reports, donations }: CircleState, memberId: string): boolean {
  return [...reports.values()].some(({ donationId }) => {
    const donation = donations.get(donationId)
    return donation?.donorId === memberId || donation?.receiverId === memberId
  })
}

/** A month of this rotation that others will be asked for too: nobody ends a rotation with a month too many. */
function ensureIsLeft(state: CircleState, memberId: string): void {
  const { required } = levelPlan(state.plan, LEVEL)
  const left = contributionsLeft(state, memberId, LEVEL)
  const asked = contributionsAsked(state, memberId)
  const isCountedHere = isCounted(state)
  if (left === 0 || (isCountedHere ? asked >= required : asked % required === 0)) refuse('ahead.nothing_left')
  if (left !== null || isCountedHere) return
  const byAsking = (id: string) => contributionsAsked(state, id) - getMember({ state }, id).ahead.length
  const most = Math.max(...[...state.entries.values()].map((entry) => byAsking(entry.memberId)))
  if (byAsking(memberId) < most) refuse('ahead.behind')
}

/**
 * The place that the next contribution of a member goes to by the plan: with everything that is open paid, oldest first, and month
 * after month asked for. Null where nobody is to receive it, or only in a turn after their next.
 */
function plannedReceiver(live: CircleState, memberId: string, now: number): Entry | null {
  let ids = 0
  const run: Decision = { state: draftOf(live), events: [], now, newId: () => `planned-${(ids += 1)}` }
  const withoutConsent = [...live.members.values()].filter(({ isPassedOver }) => isPassedOver).map(({ id }) => id)
  let period = live.pulledPeriod!
  for (let months = 0; months <= AHEAD_MAX; months += 1) {
    for (const { id } of [...run.state.donations.values()].sort((a, b) => a.order - b.order)) pay(run, id)
    period = nextPeriod(period)
    const from = run.events.length
    generatePull({ ...run, now: Math.max(now, periodStart(period)) }, { withoutConsent, unserved: true })
    const made = run.events.slice(from).find((one) => one.kind === 'donation.matched' && one.donorId === memberId)
    if (made?.kind !== 'donation.matched') continue
    const isLater = run.events.some(
      (event) => event.kind === 'turn.completed' && event.memberId === made.receiverId && event.turnId !== made.turnId,
    )
    return isLater ? null : findEntryOf({ state: live }, made.receiverId!, LEVEL)
  }
  return null
}

function pay(run: Decision, donationId: string): void {
  const donation = run.state.donations.get(donationId)
  // One that an earlier payment released has another receiver now, and is paid with the next month's.
  if (!donation) return
  const sentCents = donation.parts > 0 ? restOf(run.state, donation) : null
  const sent: Donation = { ...donation, status: 'PENDING_CONFIRMATION', sentCents }
  run.state.donations.set(donationId, sent)
  settleDonation(run, sent)
}
